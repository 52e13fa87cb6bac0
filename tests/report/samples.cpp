// See samples.h. Steps below are (k, register tile) pairs; numbers follow the formulas beside them.
#include "tests/report/samples.h"

namespace autoconfig::samples {
namespace {

constexpr ScalarType f32{ScalarType::Kind::Float, 32}, i32{ScalarType::Kind::Int, 32},
    i8{ScalarType::Kind::Int, 8}, u8{ScalarType::Kind::UInt, 8};

Config config(Strategy strategy, int MR, int n_v, std::int64_t KC) {
    Config c;
    c.strategy = strategy;
    c.MR = MR;
    c.n_v = n_v;
    c.lanes = 16;
    c.KC = KC;
    return c;
}

Config packed(Config c, ParallelLoop parallel, int tasks) {
    c.pack_b = true;
    c.parallel = parallel;
    c.tasks = tasks;
    return c;
}

Term step_term(std::string name, std::string formula, std::string numbers, double per_step, double steps) {
    return {
        std::move(name), std::move(formula), std::move(numbers), per_step, per_step * steps, false, false};
}

Term total_term(std::string name, std::string formula, std::string numbers, double total) {
    return {std::move(name), std::move(formula), std::move(numbers), 0, total, false, false};
}

Term elapsed_term(std::string formula, std::string numbers, double total) {
    Term term = total_term("T_parallel", std::move(formula), std::move(numbers), total);
    term.combines = Combines::Elapsed;
    return term;
}

Term binding(Term term) {
    term.binds = true;
    return term;
}

Term overlapped(Term term) {
    term.overlapped = true;
    return term;
}

Cost cost(std::vector<Term> terms, double threads, double useful_cycles, double tail_waste) {
    Cost c;
    double elapsed = 0;
    for (const Term& term : terms)
        (term.combines == Combines::Elapsed ? elapsed : c.serial_cycles) += term.overlapped ? 0 : term.total;
    c.terms = std::move(terms);
    c.cycles = c.serial_cycles / threads + elapsed;
    c.peak_fraction = useful_cycles / (c.cycles * threads);
    c.tail_waste = tail_waste;
    return c;
}

// 128 x 3072 x 768 on two threads.

Cost ffn_cost(std::vector<Term> terms, double tail_waste) {
    return cost(std::move(terms), 2, 9437184, tail_waste);
}

Term call() { return total_term("T_call", "call", "150", 150); }

Term twelve_tasks() { return elapsed_term("fork_join + tasks * task", "20000 + 12 * 300", 23600); }

Term pack_b() {
    return total_term("T_pack", "lines of B * (read + write)", "147456 * (10 + 2)", 147456 * 12);
}

std::vector<Term> blocked_terms(Term parallel) {
    const double steps = 22 * 48 * 768;
    return {
        binding(step_term("T_OL", "MR*n_v / N_fma", "6*4 / 2", 12, steps)),
        overlapped(step_term("T_nOL", "(MR + n_v) / P_ld", "(6 + 4) / 2", 5, steps)),
        overlapped(step_term("T_front", "(MR*n_v + MR + n_v + 2) / issue", "(24 + 6 + 4 + 2) / 6", 6, steps)),
        overlapped(step_term("T_L1L2", "lines of B panel * cy/line", "4 * 2", 8, steps)),
        pack_b(),
        total_term("T_out", "lines of C * (K/KC - 1) * (read + write)", "24576 * (2 - 1) * (2 + 2)",
                   24576 * 4),
        call(),
        total_term("tail_waste", "ceil(M/MR)*MR / M", "132 / 128", 0),
        std::move(parallel)};
}

Candidate blocked_winner() {
    Config c = packed(config(Strategy::Blocked, 6, 4, 384), ParallelLoop::Jc, 12);
    c.MC = 128;
    c.NC = 256;
    return {c, ffn_cost(blocked_terms(twelve_tasks()), 0.03125)};
}

Candidate blocked_14x2() {
    return {packed(config(Strategy::Blocked, 14, 2, 384), ParallelLoop::Jc, 12),
            ffn_cost({binding(step_term("T_OL", "MR*n_v / N_fma", "14*2 / 2", 14, 10 * 96 * 768)), pack_b(),
                      call(), twelve_tasks()},
                     0.09375)};
}

Candidate unblocked_6x4() {
    const double steps = 22 * 48 * 768;
    Config c = config(Strategy::RegisterTile, 6, 4, 768);
    c.parallel = ParallelLoop::Jc;
    c.tasks = 12;
    return {c, ffn_cost({overlapped(step_term("T_OL", "MR*n_v / N_fma", "6*4 / 2", 12, steps)),
                         binding(step_term("T_L2L3", "lines of B panel * cy/line", "4 * 8", 16, steps)),
                         call(), twelve_tasks()},
                        0.03125)};
}

/// The winner's work in 3 tasks: one thread takes two of them, a sixth of the whole more than its half.
Candidate blocked_coarse() {
    Config c = packed(config(Strategy::Blocked, 6, 4, 384), ParallelLoop::Ic, 3);
    c.pack_a = true;
    const Term parallel = elapsed_term("fork_join + tasks * task + (ceil(tasks/n)*n/tasks - 1) * T / n",
                                       "20000 + 3 * 300 + (4/3 - 1) * 11.6M / 2", 20900 + 11600022 / 6.0);
    return {c, ffn_cost(blocked_terms(parallel), 0.03125)};
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
    Problem p;
    p.func = p.consumer = "C";
    p.loops = {{"n", Role::N, n, ExtentSource::Bound},
               {"m", Role::M, m, ExtentSource::Bound},
               {"k", Role::K, k, ExtentSource::Bound}};
    p.a = {"A", f32, {{0, 0, 1}, {0, 1, 0}}, {1, k}, 0, true, 0};
    p.b = {"B", f32, {{1, 0, 0}, {0, 0, 1}}, {1, n}, 0, true, 0};
    p.out = {"C", f32, {{1, 0, 0}, {0, 1, 0}}, {1, n}, 0, true, 0};
    p.accumulator = f32;
    return p;
}

Decision blocked() {
    Decision d;
    d.problem = matmul(128, 3072, 768);
    d.problem.loops[0].source = d.problem.loops[1].source = ExtentSource::Estimate;
    d.problem.consumer = "gelu";
    d.problem.a.ops_per_element = 2;
    d.problem.epilogue_ops_per_element = 14;
    d.problem.notes = {"n: set_bounds says 3072, set_estimate 3000; the bound is used"};
    d.machine = avx512();
    d.ranked = {blocked_winner(), blocked_14x2(), unblocked_6x4(), blocked_coarse()};
    d.refused = {{"stream", "needs M <= 4: no reuse of B to hide its traffic"},
                 {"winograd",
                  "no window loop: F(2,3) and F(4,3) transform a 3x3 convolution, this is a product "
                  "of matrices"}};
    d.flips = {{"L2 below 410K", "blocked mr6 nv4 kc256 pack_b jc12"},
               {"M >= 140", blocked_14x2().config.name()}};
    return d;
}

Decision register_tile() {
    const auto candidate = [](int MR, std::int64_t NC, double steps, double out) {
        Config c = config(Strategy::RegisterTile, MR, 4, 256);
        c.MC = 256;
        c.NC = NC;
        const double T_OL = MR * 4 / 2.0;
        return Candidate{
            c, cost({binding(step_term("T_OL", "MR*n_v / N_fma", std::to_string(MR) + "*4 / 2", T_OL, steps)),
                     total_term("T_out", "lines of C * cy/line", "4096 * 2", out)},
                    1, 524288, T_OL * steps / 524288 - 1)};
    };
    Decision d;
    d.problem = matmul(256, 256, 256);
    d.machine = avx512();
    d.ranked = {candidate(6, 256, 43 * 4 * 256, 8192), candidate(6, 128, 43 * 4 * 256, 8200),
                candidate(5, 256, 52 * 4 * 256, 8192)};
    return d;
}

Decision tiny() {
    Config c = config(Strategy::RegisterTile, 2, 1, 3);
    c.lanes = 4;
    Decision d;
    d.problem = matmul(2, 4, 3);
    d.problem.func = d.problem.out.func = "sum$1";
    d.problem.consumer = "";
    d.problem.a.type = u8;
    d.problem.b.type = i8;
    d.problem.out.type = d.problem.accumulator = i32;
    d.machine = neon();
    d.ranked = {
        {c, cost({binding(step_term("T_OL", "L", "4", 4, 3)), total_term("T_call", "call", "150", 150)}, 1, 3,
                 0)}};
    return d;
}

} // namespace autoconfig::samples
