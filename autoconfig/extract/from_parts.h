// A value of every node of an expression, found once from those of its parts.
#pragma once

#include <Halide.h>

#include <map>
#include <utility>

namespace autoconfig::extraction {

template<typename Value>
class FromParts : public Halide::Internal::IRGraphVisitor {
public:
    Value of(const Halide::Expr& expr) {
        include(expr);
        return known_.at(expr.get());
    }

protected:
    /// Of two parts.
    virtual Value both(Value a, Value b) const = 0;
    /// Of a node whose parts come to so much; Value() where it has none.
    virtual Value with_own(const Halide::Expr& expr, Value of_parts) = 0;
    /// Calls include() for each part that counts.
    virtual void include_parts(const Halide::Expr& expr) { expr.accept(this); }

    using IRGraphVisitor::include;
    void include(const Halide::Expr& expr) override {
        const auto [found, is_new] = known_.emplace(expr.get(), Value());
        if (is_new) {
            const Value beside = std::exchange(parts_, Value());
            include_parts(expr);
            found->second = with_own(expr, std::exchange(parts_, beside));
        }
        parts_ = both(parts_, found->second);
    }

private:
    std::map<const Halide::Internal::IRNode*, Value> known_;
    Value parts_ = Value(); // of the node at hand, as far as they have been looked at
};

} // namespace autoconfig::extraction
