// See samples.h.
#include "tests/report/samples.h"

#include "autoconfig/decide/decide.h"
#include "tests/support/machines.h"
#include "tests/support/problems.h"

#include <stdexcept>

namespace autoconfig::samples {
namespace {

using testing::Matmul;

Decision feed_forward() {
    Matmul mm{128, 3072, 768};
    mm.trans_b = true;
    mm.bound = false;
    Problem problem = testing::problem_of(mm);
    problem.epilogue_ops_per_element = 14;
    problem.notes = {"n: set_bounds says 3072, set_estimate 3000; the bound is used"};
    return explained(decide(problem, testing::avx512()));
}

Decision decided(const Matmul& mm, const char* name, int cores) {
    return explained(decide(testing::problem_of(mm), testing::machine_with_cores(name, cores)));
}

Decision distances() {
    Problem problem = testing::problem_of({384, 384, 64});
    problem.step = {"out + abs(A - B)", 3, 1};
    return explained(decide(problem, testing::avx512()));
}

AlgorithmDecision decided(std::int64_t size, std::int64_t channels, std::int64_t stride,
                          std::int64_t groups) {
    Convolution layer;
    layer.h = layer.w = size, layer.c = layer.k = channels;
    layer.r = layer.s = 3, layer.pad = 1;
    layer.stride = stride, layer.groups = groups;
    layer.packed_weights = true;
    AlgorithmRequest request;
    request.accuracy.max_rel_error = 1e-2;
    return explained(decide_algorithm(layer, testing::avx512(), request));
}

} // namespace

Machine avx512() {
    Machine m;
    m.name = "x86-avx512";
    m.origin = "from target";
    m.vector_bits = 512;
    m.registers = 32;
    m.mac_f32 = m.mac_f64 = {2, 4};
    m.mac_i32 = {1, 5};
    m.issue_width = 6;
    m.l1 = {48 * 1024, 12, 64, 1};
    m.l2 = {1024 * 1024, 16, 64, 1};
    m.l3 = {std::int64_t{32} << 20, 16, 64, 8};
    m.cores = 2;
    m.frequency_ghz = 4.1;
    m.sources = {{"l1", "CPUID leaf 4"}, {"mac_f32", "LLVM scheduling table"}};
    return m;
}

Machine neon() {
    Machine m;
    m.name = "arm-neon";
    m.origin = "from file neon.json";
    m.registers = 32;
    m.mac_f32 = m.mac_f64 = m.mac_i32 = {2, 4};
    m.l1 = {64 * 1024, 4, 64, 1};
    m.l2 = {512 * 1024, 8, 64, 1};
    return m;
}

Problem matmul(std::int64_t m, std::int64_t n, std::int64_t k) {
    Problem problem = testing::problem_of({m, n, k});
    problem.loops[2].name = "k";
    problem.func = problem.consumer = problem.out.func = "C";
    problem.a.func = "A";
    problem.b.func = "B";
    return problem;
}

Problem integers() {
    Problem problem = matmul(2, 4, 3);
    problem.a.type = testing::u8;
    problem.b.type = testing::i8;
    problem.out.type = problem.accumulator = testing::i32;
    return problem;
}

const std::vector<Named<Decision>>& decisions() {
    static const std::vector<Named<Decision>> decisions = {
        {"feed_forward", feed_forward()},
        {"square", decided({1024, 1024, 1024}, "x86-zen5", 2)},
        {"tiny", decided({1, 1, 1}, "arm-neon", 1)},
        {"one_row", decided({1, 4096, 4096, 0, false, true}, "x86-sapphirerapids", 1)},
        {"distances", distances()}};
    return decisions;
}

const Decision& decision(const std::string& name) {
    for (const auto& one : decisions())
        if (one.name == name) return one.decision;
    throw std::runtime_error("no sample " + name);
}

const std::vector<Named<AlgorithmDecision>>& layers() {
    static const std::vector<Named<AlgorithmDecision>> layers = {{"layer_3x3", decided(56, 64, 1, 1)},
                                                                 {"layer_grouped", decided(28, 512, 2, 32)}};
    return layers;
}

} // namespace autoconfig::samples
