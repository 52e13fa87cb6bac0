#include "tests/bench/sample_results.h"

namespace autoconfig::bench {

namespace {

Outcome timed(const std::string& name, const std::string& family, Kind kind, std::vector<double> rounds_s) {
    Outcome outcome;
    outcome.name = name;
    outcome.family = family;
    outcome.kind = kind;
    outcome.status = Status::Ok;
    outcome.rounds_s = std::move(rounds_s);
    return outcome;
}

Outcome absent(const std::string& name, Kind kind, Status status, const std::string& reason) {
    Outcome outcome = timed(name, name, kind, {});
    outcome.status = status;
    outcome.reason = reason;
    return outcome;
}

Outcome configuration(const std::string& name, double predicted_s, std::vector<double> rounds_s) {
    Outcome outcome = timed(name, name, Kind::Configuration, std::move(rounds_s));
    outcome.predicted_s = predicted_s;
    return outcome;
}

/// 2 GFLOP: ours in 25 ms makes 80 GFLOP/s, 80 % of peak.
ShapeResult with_oracle() {
    ShapeResult result;
    result.shape = MatmulShape{1000, 1000, 1000, 1, false, false, "cube"};
    Outcome mine = timed("ours", "ours", Kind::Ours, {0.025, 0.024, 0.026});
    mine.schedule_ms = 4;
    mine.predicted_s = 0.022;
    mine.decision = "second";
    result.contestants = {mine,
                          timed("onednn_sgemm", "onednn", Kind::Library, {0.030, 0.030, 0.030}),
                          timed("onednn_matmul", "onednn", Kind::Library, {0.020, 0.024, 0.020}),
                          timed("packed", "packed", Kind::Informational, {0.010, 0.010, 0.010}),
                          absent("libxsmm", Kind::Library, Status::NotApplicable, "made for small products"),
                          timed("adams2019", "adams2019", Kind::Stock, {0.250, 0.240, 0.260})};
    result.space = {configuration("first", 0.021, {0.020, 0.020, 0.020}),
                    configuration("second", 0.022, {0.025, 0.024, 0.026}),
                    configuration("third", 0.030, {0.040, 0.040, 0.040}),
                    absent("fourth", Kind::Configuration, Status::Wrong, "element (0, 0) is NaN")};
    return result;
}

ShapeResult ours_wrong() {
    ShapeResult result;
    result.shape = MatmulShape{16, 16, 16, 3, false, true, "tiny"};
    result.contestants = {absent("ours", Kind::Ours, Status::Wrong, "element (1, 2) is </script>"),
                          timed("onednn_sgemm", "onednn", Kind::Library, {1e-6, 1e-6, 1e-6}),
                          timed("onednn_matmul", "onednn", Kind::Library, {2e-6, 2e-6, 2e-6})};
    return result;
}

/// 0.2 GFLOP: ours in 4 ms makes 50 GFLOP/s.
ShapeResult peer_failed() {
    ShapeResult result;
    result.shape = MatmulShape{100, 1000, 1000, 1, true, false, ""};
    result.contestants = {
        timed("ours", "ours", Kind::Ours, {0.004, 0.004}),
        timed("onednn_sgemm", "onednn", Kind::Library, {0.016, 0.016}),
        absent("adams2019", Kind::Stock, Status::Failed, "stopped after its time limit of 120 s")};
    return result;
}

} // namespace

Results sample_results() {
    Results results;
    results.machine = "A machine";
    results.date = "2024-11-21T06:20:31Z";
    results.peak = {100, 20, 800, "avx512"};
    results.environment = {{"OMP_NUM_THREADS", "1"}};
    results.versions = {{"onednn_sgemm", "oneDNN 2.6.3"}};
    results.shapes = {with_oracle(), ours_wrong(), peer_failed()};
    return results;
}

} // namespace autoconfig::bench
