// Raw results that the repository keeps, each as a command wrote it: what its published tables are made of.
#pragma once

#include "bench/pipelines/results.h"
#include "bench/results.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::bench {

class Raw {
public:
    explicit Raw(std::string folder) : folder_(std::move(folder)) {}

    /// The results NAME.json, read once. Error when there are none, or of another form.
    const Results& operators(const std::string& name) const;
    const PipelineResults& pipelines(const std::string& name) const;

private:
    std::string folder_;
    mutable std::map<std::string, Results> operators_;
    mutable std::map<std::string, PipelineResults> pipelines_;
};

/// The machine, versions and date, and the command of each of the results, as a list in Markdown.
std::string origin(const Raw& raw, const std::vector<std::string>& operators,
                   const std::vector<std::string>& pipelines);

} // namespace autoconfig::bench
