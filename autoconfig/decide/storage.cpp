// See storage.h.
#include "autoconfig/decide/storage.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Extents of the problem's loops, those of some roles alone; one step of the others.
class Box {
public:
    explicit Box(const ContractionPlan& plan) : problem_(plan.problem), config_(plan.config) {
        for (const Loop& loop : problem_.loops) extents_.push_back(loop.extent);
    }

    Box& once(Role role) {
        for (std::size_t l = 0; l < extents_.size(); ++l)
            if (problem_.order_role(static_cast<int>(l)) == role) extents_[l] = 1;
        return *this;
    }
    Box& cut(int loop, std::int64_t extent) {
        if (loop >= 0) extents_[loop] = std::min(problem_.loops[loop].extent, extent);
        return *this;
    }
    Box& cut_k() {
        const int k = problem_.innermost(Role::K);
        const auto* blocked = std::get_if<Blocked>(&config_.strategy);
        if (!blocked || k < 0) return *this;
        return cut(k, std::max<std::int64_t>(1, blocked->KC / problem_.k_block_unit()));
    }
    double bytes(const Operand& operand) const {
        return problem_.footprint(operand, extents_) * operand.type.bytes();
    }

private:
    const Problem& problem_;
    const Config& config_;
    std::vector<std::int64_t> extents_;
};

Storage stored_copy(const std::string& func, const std::string& where, double bytes) {
    return {"copy of " + func, where, bytes, true};
}

Storage copy_of_a(const ContractionPlan& plan) {
    const Problem& problem = plan.problem;
    if (plan.config.RB() == 0) return stored_copy(problem.a.func, "root", Box(plan).bytes(problem.a));
    Box rows(plan);
    rows.once(Role::Batch).cut(problem.row_block_loop(), plan.config.RB());
    return stored_copy(problem.a.func, "blocks of rows", rows.bytes(problem.a));
}

Storage copy_of_b(const ContractionPlan& plan) {
    const Problem& problem = plan.problem;
    if (plan.config.is<AlongK>()) return stored_copy(problem.b.func, "root", Box(plan).bytes(problem.b));
    Box panel(plan);
    panel.once(Role::Batch).once(Role::N);
    const std::int64_t columns = static_cast<std::int64_t>(plan.config.panels()) * plan.config.NR();
    panel.cut(problem.columns(), columns).cut_k();
    return stored_copy(problem.b.func, "panels", panel.bytes(problem.b));
}

} // namespace

std::vector<Storage> storage_of(const ContractionPlan& plan) {
    const Problem& problem = plan.problem;
    std::vector<Storage> all;
    if (plan.result == ResultPlace::Root || plan.result == ResultPlace::Added)
        all.push_back(
            stored_copy(problem.func, "root", problem.result_elements() * problem.accumulator.bytes()));
    if (plan.config.is<Winograd>()) {
        if (!problem.transforms->filter.empty())
            all.push_back({problem.b.func, "root", Box(plan).bytes(problem.b)});
        return all;
    }
    if (plan.config.pack_a()) all.push_back(copy_of_a(plan));
    if (plan.config.pack_b()) all.push_back(copy_of_b(plan));
    return all;
}

std::vector<Storage> storage_of(const FusedGroup& group) {
    std::vector<Storage> all;
    const std::string& leader = group.funcs.front();
    if (!group.leader.output) all.push_back({leader, "root", group.bytes.front(), group.added.front()});
    for (std::size_t m = 1; m < group.funcs.size(); ++m)
        if (group.made_at[m] != MadeAt::Vector) // in registers
            all.push_back({group.funcs[m], group.made_at[m] == MadeAt::Root ? "root" : "tiles of " + leader,
                           group.bytes[m], group.added[m]});
    return all;
}

} // namespace autoconfig
