// See gathers.h.
#include "autoconfig/extract/canonical/gathers.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/match/product.h"

#include <algorithm>
#include <string>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// Does an index depend on data, or is it a quotient or remainder of what is known at run time only?
struct FollowsNoRule : IRGraphVisitor {
    bool found = false;

    using IRGraphVisitor::visit;
    void visit(const Call* op) override {
        found = found || is_load(op);
        IRGraphVisitor::visit(op);
    }
    void visit(const Div* op) override { look_at(op); }
    void visit(const Mod* op) override { look_at(op); }
    template<typename Quotient>
    void look_at(const Quotient* op) {
        found = found || !is_const(op->b);
        op->a.accept(this);
    }
};

/// The only loop, a pure one, that leads the index to places that follow no rule; else empty.
std::string gathering_loop(const Expr& index, const Node& node) {
    FollowsNoRule rule;
    index.accept(&rule);
    if (!rule.found) return "";
    std::string only;
    for (const std::string& loop : loop_names(node)) {
        if (!uses_any(index, {loop})) continue;
        if (!only.empty()) return "";
        only = loop;
    }
    const std::vector<std::string>& pure = node.function.args();
    return std::count(pure.begin(), pure.end(), only) > 0 ? only : "";
}

/// Of one load. None where a loop that gathers leads through another dimension as well, but for itself.
std::vector<GatheredOperands::Gather> gathers_of(const Call* load, std::size_t number, const Node& node) {
    std::vector<GatheredOperands::Gather> gathers;
    std::vector<std::string> loops;
    for (std::size_t d = 0; d < load->args.size(); d++) {
        loops.push_back(gathering_loop(load->args[d], node));
        if (!loops[d].empty()) gathers.push_back({number, static_cast<int>(d), loops[d]});
    }
    for (const GatheredOperands::Gather& gather : gathers)
        for (std::size_t d = 0; d < load->args.size(); d++) {
            const bool apart = loops[d] == gather.loop || !uses_any(load->args[d], {gather.loop});
            if (!apart && !is_variable(load->args[d], gather.loop)) return {};
        }
    return gathers;
}

} // namespace

std::vector<GatheredOperands::Gather> gathers_of(const Node& node) {
    const Expr value = GatheredOperands::value_of(node.function); // holds the loads
    GatheredOperands::Loads loads;
    value.accept(&loads);
    std::vector<GatheredOperands::Gather> gathers;
    for (std::size_t i = 0; i < loads.all.size(); i++) {
        if (loads.all[i]->name == node.function.name()) continue;
        const std::vector<GatheredOperands::Gather> own = gathers_of(loads.all[i], i, node);
        gathers.insert(gathers.end(), own.begin(), own.end());
    }
    return gathers;
}

} // namespace autoconfig::extraction
