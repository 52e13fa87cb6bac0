// A machine of round numbers, and configurations for it: what the model makes of them can be redone by hand.
#pragma once

#include "autoconfig/model/evaluate.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace autoconfig::testing {

/// AVX-512's registers, 2 FMAs of latency 4, L1 32 KiB, L2 1 MiB, L3 16 MiB; lines take 2, 8 and 10 cycles
/// more from each, 4 where they come from L3 in long runs, and 6 more where another core wrote them.
inline Machine plain_machine(int cores = 1) {
    Machine machine;
    machine.name = "plain";
    machine.vector_bits = 512;
    machine.registers = 32;
    machine.masked_bytes = 1;
    machine.mac_f32 = machine.mac_f64 = {2, 4};
    machine.mac_i32 = {1, 1};
    machine.l1 = {32 * 1024, 8, 64, 1};
    machine.l2 = {1024 * 1024, 16, 64, 1};
    machine.l3 = {16 * 1024 * 1024, 16, 64, 1};
    machine.l1_l2_cycles_per_line = 2;
    machine.l2_l3_cycles_per_line = 8;
    machine.l3_mem_cycles_per_line = 10;
    machine.l3_stream_cycles_per_line = 4;
    machine.shared_cycles_per_line = 6;
    machine.l2_l3_overlaps = false;
    machine.loads_per_cycle = 2;
    machine.stores_per_cycle = 1;
    machine.issue_width = 4;
    machine.cores = cores;
    machine.fork_join_cycles = 1000;
    machine.task_cycles = 100;
    machine.call_cycles = 50;
    return machine;
}

inline Config register_tile(const Facts& facts, int MR, int n_v, const RegisterTile& tile) {
    return {tile, MR, n_v, facts.lanes};
}

inline RegisterTile packed(bool pack_b, int k_pack = 0) {
    RegisterTile tile;
    tile.pack_b = pack_b;
    tile.k_pack = k_pack;
    return tile;
}

inline RegisterTile row_blocks(std::int64_t RB, bool pack_b = false) {
    RegisterTile tile = packed(pack_b);
    tile.RB = RB;
    return tile;
}

inline Config register_tile(const Facts& facts, int MR, int n_v, bool pack_b) {
    return register_tile(facts, MR, n_v, packed(pack_b));
}

inline Config stream(const Facts& facts, int MR, int n_v, std::int64_t KC) {
    return {Stream{KC}, MR, n_v, facts.lanes};
}

inline Config blocked(const Facts& facts, int MR, int n_v, std::int64_t KC, std::int64_t MC,
                      std::int64_t NC) {
    Blocked block;
    block.pack_b = true;
    block.KC = KC, block.MC = MC, block.NC = NC;
    return {block, MR, n_v, facts.lanes};
}

inline Config along_k(const Facts& facts, int rows, int columns) {
    return {AlongK(), rows, columns, facts.k_lanes};
}

/// The term of that name; a test failure and an empty one where there is none, or where there are several.
inline Term term(const Cost& cost, const std::string& name) {
    const Term* found = nullptr;
    for (const Term& one : cost.terms) {
        if (one.name != name) continue;
        if (found) ADD_FAILURE() << "several terms " << name;
        found = &one;
    }
    if (!found) ADD_FAILURE() << "no term " << name;
    return found ? *found : Term();
}

/// The same of those on one resource, in one phase.
inline Term term(Cost cost, const std::string& name, Resource resource, Phase phase) {
    const auto elsewhere = [&](const Term& one) { return one.resource != resource || one.phase != phase; };
    cost.terms.erase(std::remove_if(cost.terms.begin(), cost.terms.end(), elsewhere), cost.terms.end());
    return term(cost, name);
}

inline bool has(const Cost& cost, const std::string& name) {
    return std::any_of(cost.terms.begin(), cost.terms.end(),
                       [&](const Term& one) { return one.name == name; });
}

inline bool has(const Cost& cost, const std::string& name, Resource resource) {
    return std::any_of(cost.terms.begin(), cost.terms.end(),
                       [&](const Term& one) { return one.name == name && one.resource == resource; });
}

inline bool has(const Cost& cost, const std::string& name, Resource resource, Phase phase) {
    return std::any_of(cost.terms.begin(), cost.terms.end(), [&](const Term& one) {
        return one.name == name && one.resource == resource && one.phase == phase;
    });
}

/// Cycles of all terms of that name.
inline double total(const Cost& cost, const std::string& name) {
    double cycles = 0;
    for (const Term& one : cost.terms)
        if (one.name == name) cycles += one.total;
    return cycles;
}

/// Cycles of a step of those on one resource.
inline double per_step(const Cost& cost, const std::string& name, Resource resource) {
    double cycles = 0;
    for (const Term& one : cost.terms)
        if (one.name == name && one.resource == resource) cycles += one.per_step();
    return cycles;
}

/// How long a phase takes; 0 where it does not occur.
inline double time_of(const Cost& cost, Phase phase) {
    for (const PhaseTime& time : cost.times)
        if (time.phase == phase) return time.cycles.value();
    return 0;
}

/// A product of matrices in register tiles.
inline Cost cost(const Matmul& mm, int MR, int n_v, bool pack_b, const Machine& machine = plain_machine()) {
    const Problem problem = problem_of(mm);
    const Facts facts(problem, machine);
    return evaluate(facts, register_tile(facts, MR, n_v, pack_b), Words::Yes);
}

} // namespace autoconfig::testing
