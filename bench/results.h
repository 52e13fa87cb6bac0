// What was measured, as plain data with a JSON form. Derived figures are in summary.h.
#pragma once

#include "bench/operands.h"
#include "bench/peak.h"
#include "bench/shapes.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// Ok: right and timed. Wrong: the result differs from the reference. Failed: it could not be built or run.
/// NotApplicable: it has nothing to offer for this shape.
enum class Status { Ok, Wrong, Failed, NotApplicable };

/// Ours: our pick. Algorithm: ours by an algorithm that was asked for. Library: a rival. Stock: a schedule by
/// one of Halide's own autoschedulers, or none. Manual: the schedule that its author wrote. Informational:
/// shown, but no rival. Configuration: a member of our own space (oracle).
enum class Kind { Ours, Algorithm, Library, Stock, Manual, Informational, Configuration };

/// One contestant on one shape.
struct Outcome {
    std::string name;   // "ours", "onednn_matmul", "adams2019", or the configuration's name
    std::string family; // contestants of a family share a column
    Kind kind = Kind::Library;
    Status status = Status::Failed;
    std::string reason;           // why it is not ok; empty when it is
    std::vector<double> rounds_s; // seconds a call, round by round, process by process
    double schedule_ms = 0;       // kernels only: time the scheduler took
    double predicted_s = 0;       // ours and configurations: the model's estimate
    std::string decision;         // ours: name of the configuration
    std::string algorithm;        // ours: what computes it, where that was a choice
    std::size_t peak_bytes = 0;   // pipelines only: the most that it allocates at once
};

/// Adds what a timing process found, by name, to what is known of each contestant.
void merge(std::vector<Outcome>& outcomes, const std::map<std::string, Outcome>& measured);
/// Adds the rounds of another process; who failed there has failed.
void append_rounds(std::map<std::string, Outcome>& outcomes, const std::map<std::string, Outcome>& more);
/// Gives every contestant that has no reason yet this one.
void fail_all(std::vector<Outcome>& outcomes, const std::string& reason);

struct ShapeResult {
    Shape shape;
    std::vector<Outcome> contestants; // ours first
    std::vector<Outcome> space;       // oracle: every configuration, in the model's order
};

struct Results {
    std::string machine; // about.h has the form of these four
    std::string date;
    std::string command;
    std::string halide;
    std::string op = "matmul"; // operator
    int threads = 1;
    bool packed_weights = false; // ours
    double max_rel_error = 0;    // error budget of ours; 0: not stated
    Epilogue epilogue;
    Peak peak;
    std::map<std::string, std::string> environment; // variables set for the timing processes
    std::map<std::string, std::string> versions;    // peer -> version and kernels in use
    std::vector<ShapeResult> shapes;
};

NLOHMANN_JSON_SERIALIZE_ENUM(Status, {{Status::Ok, "ok"},
                                      {Status::Wrong, "wrong"},
                                      {Status::Failed, "failed"},
                                      {Status::NotApplicable, "not applicable"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Kind, {{Kind::Ours, "ours"},
                                    {Kind::Algorithm, "algorithm"},
                                    {Kind::Library, "library"},
                                    {Kind::Stock, "stock"},
                                    {Kind::Manual, "manual"},
                                    {Kind::Informational, "informational"},
                                    {Kind::Configuration, "configuration"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MatmulShape, m, n, k, batch, trans_a, trans_b, source)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Conv2dShape, n, h, w, c, k, r, s, stride, pad, dilation, groups, source)
/// The operator's own fields, and which operator it is: {"op": "matmul", "m": ..., ...}.
void to_json(nlohmann::json& json, const Shape& shape);
void from_json(const nlohmann::json& json, Shape& shape);
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Epilogue, bias, activation)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Peak, gflops, bandwidth_gbs, megabytes_read, instructions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Outcome, name, family, kind, status, reason, rounds_s, schedule_ms,
                                   predicted_s, decision, algorithm, peak_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShapeResult, shape, contestants, space)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Results, machine, date, command, halide, op, threads, packed_weights,
                                   max_rel_error, epilogue, peak, environment, versions, shapes)

} // namespace autoconfig::bench
