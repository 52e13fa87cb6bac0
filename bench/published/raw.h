// Raw results that the repository keeps, each as a command wrote it: what its published tables are made of.
#pragma once

#include "bench/pipelines/results.h"
#include "bench/results.h"

#include <string>
#include <vector>

namespace autoconfig::bench {

class Raw {
public:
    explicit Raw(std::string folder) : folder_(std::move(folder)) {}

    /// The results NAME.json. Error when there are none, or of another form.
    Results operators(const std::string& name) const;
    PipelineResults pipelines(const std::string& name) const;

private:
    std::string folder_;
};

/// The machine, versions and date, and the command of each of the results, as a list in Markdown.
std::string origin(const Raw& raw, const std::vector<std::string>& operators,
                   const std::vector<std::string>& pipelines);

} // namespace autoconfig::bench
