// Sums that leave out what they would read from zeros around an operand: a predicate on their update, which
// cuts the loops of a window short. The schedules that the plugin writes hold this text: it stands alone,
// also within a function.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

struct ZeroPadding {
    struct Reads : ::Halide::Internal::IRGraphVisitor {
        std::string func;
        const ::Halide::Internal::Call* found = nullptr;

        using ::Halide::Internal::IRGraphVisitor::visit;
        void visit(const ::Halide::Internal::Call* op) override {
            if (op->call_type == ::Halide::Internal::Call::Halide && op->name == func) found = op;
            ::Halide::Internal::IRGraphVisitor::visit(op);
        }
    };

    /// Is one of a Func's variables in a condition, or one beside this?
    struct Uses : ::Halide::Internal::IRGraphVisitor {
        std::vector<std::string> variables;
        std::string one;
        bool it = false, others = false;

        using ::Halide::Internal::IRGraphVisitor::visit;
        void visit(const ::Halide::Internal::Variable* op) override {
            for (const std::string& variable : variables)
                if (variable == op->name) (variable == one ? it : others) = true;
        }
    };

    /// Of conditions any of which holds, or all.
    static void split(const ::Halide::Expr& condition, bool any, std::vector<::Halide::Expr>& parts) {
        const auto* either = condition.as<::Halide::Internal::Or>();
        const auto* both = condition.as<::Halide::Internal::And>();
        if (any ? !either : !both) return parts.push_back(condition);
        split(any ? either->a : both->a, any, parts);
        split(any ? either->b : both->b, any, parts);
    }

    /// Conditions on one dimension of a Func by itself, outside of any of which it is zero.
    static std::vector<::Halide::Expr> inside(const ::Halide::Internal::Function& func, int dimension) {
        std::vector<::Halide::Expr> parts, all;
        if (!func.is_pure() || func.outputs() != 1) return all;
        const auto* select = func.definition().values()[0].as<::Halide::Internal::Select>();
        if (!select) return all;
        const bool outside = ::Halide::Internal::is_const_zero(select->true_value);
        if (!outside && !::Halide::Internal::is_const_zero(select->false_value)) return all;
        split(select->condition, outside, parts);
        for (const ::Halide::Expr& part : parts) {
            Uses uses;
            uses.variables = func.args();
            uses.one = func.args()[dimension];
            part.accept(&uses);
            if (uses.it && !uses.others) all.push_back(outside ? !part : part);
        }
        return all;
    }

    /// Of the only update of `sum`, the steps that read `operand` where it is zero along this dimension.
    static void leave_out(const ::Halide::Func& sum, const ::Halide::Func& operand, int dimension) {
        ::Halide::Internal::Function function = sum.function();
        ::Halide::Internal::Definition& update = function.update(0);
        Reads reads;
        reads.func = operand.name();
        update.values()[0].accept(&reads);
        const ::Halide::Internal::Function read(reads.found->func);
        for (const ::Halide::Expr& condition : inside(read, dimension))
            update.predicate() =
                update.predicate() && ::Halide::Internal::substitute(read.args()[dimension],
                                                                     reads.found->args[dimension], condition);
    }
};
