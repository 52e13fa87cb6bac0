// A lowering pass over loops that load single elements.
#include "lowering/scalar_addresses.h"

#include "lowering/indices.h"
#include "lowering/invariant.h"
#include "lowering/lets.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// So many elements side by side a multiplication takes at a time (dot_products.h).
constexpr int most_elements = 4;

/// Of two rows LLVM leaves the addresses alone, or gains by it.
constexpr std::size_t fewest_rows = 3;

/// An index as a sum: of what the loop changes, of what it does not, and of constants.
struct Index {
    Expr moving, row, constant;
};

/// Adds a term to a sum that may not have one yet.
void add_to(Expr& sum, const Expr& term) { sum = sum.defined() ? Add::make(sum, term) : term; }

/// Is an expression made of names that the loop does not change, by arithmetic that is done anywhere?
class Unchanged : public Invariant {
public:
    using Invariant::Invariant;

private:
    using Invariant::visit;
    void visit(const Div*) override { holds = false; }
    void visit(const Mod*) override { holds = false; }
    void visit(const Let*) override { holds = false; }
};

bool is_unchanged(const Expr& value, const std::set<std::string>& changing) {
    Unchanged unchanged(changing);
    value.accept(&unchanged);
    return unchanged.holds;
}

/// `changing`: names that the loop changes.
void split(const Expr& index, const std::set<std::string>& changing, Index& into) {
    if (const Add* add = index.as<Add>()) {
        split(add->a, changing, into);
        split(add->b, changing, into);
        return;
    }
    const bool unchanged = is_unchanged(index, changing);
    add_to(is_const(index) ? into.constant : unchanged ? into.row : into.moving, index);
}

/// Of a load of a single element, or of the few that are taken at a time, whose index has a part that the
/// loop moves and one that it does not.
std::optional<Index> index_of(const Load& load, const std::set<std::string>& changing) {
    const Expr begin = load.type.lanes() <= most_elements ? first_of_row(load.index) : Expr();
    if (!begin.defined() || begin.type() != Halide::Int(32)) return std::nullopt;
    Index index;
    split(begin, changing, index);
    if (!index.moving.defined() || !index.row.defined()) return std::nullopt;
    return index;
}

/// Where it is; the end if nowhere.
std::size_t find(const std::vector<Expr>& rows, const Expr& row) {
    const auto is_row = [&](const Expr& other) { return equal(other, row); };
    return static_cast<std::size_t>(std::find_if(rows.begin(), rows.end(), is_row) - rows.begin());
}

/// The rows of each buffer, in the order in which a loop's body, without loops in it, loads from them.
class FindRows : public IRVisitor {
    using IRVisitor::visit;
    void visit(const For*) override {} // has rows of its own
    void visit(const Load* load) override {
        if (const auto index = index_of(*load, changing)) {
            std::vector<Expr>& rows = rows_of[load->name];
            if (find(rows, index->row) == rows.size()) rows.push_back(index->row);
        }
        IRVisitor::visit(load);
    }

public:
    explicit FindRows(const For& loop) : changing(names_defined_in(&loop)) { loop.body.accept(this); }
    std::set<std::string> changing;
    std::map<std::string, std::vector<Expr>> rows_of;
};

/// Loads of a buffer, each by the row that comes first and how far its own lies from that.
class FromFirstRow : public IRMutator {
    const For& loop_;
    const FindRows& found_;
    const std::map<std::string, std::vector<Expr>>& distances_; // of the rows of a buffer

    using IRMutator::visit;
    Expr visit(const Load* load) override {
        const auto distances = distances_.find(load->name);
        const auto index = distances == distances_.end() ? std::nullopt : index_of(*load, found_.changing);
        const std::vector<Expr>* rows = index ? &found_.rows_of.at(load->name) : nullptr;
        const std::size_t row = index ? find(*rows, index->row) : 0;
        if (!index || row == rows->size()) return IRMutator::visit(load);
        Expr from_first = Add::make(index->moving, rows->front());
        if (row > 0) add_to(from_first, distances->second[row]);
        if (index->constant.defined()) add_to(from_first, index->constant);
        const int lanes = load->type.lanes();
        return Load::make(load->type, load->name, lanes > 1 ? Ramp::make(from_first, 1, lanes) : from_first,
                          load->image, load->param, load->predicate, load->alignment);
    }
    Stmt visit(const For* loop) override { return loop == &loop_ ? IRMutator::visit(loop) : Stmt(loop); }

public:
    FromFirstRow(const For& loop, const FindRows& found,
                 const std::map<std::string, std::vector<Expr>>& distances)
        : loop_(loop), found_(found), distances_(distances) {}
};

/// The distance of a row from the first one by way of that of the row before it, in a form that LLVM cannot
/// see through, as no buffer has as many elements: what is computed one after the other has no place in a
/// vector.
Expr farther(const Expr& distance, const Expr& step) {
    const Expr all = distance.defined() ? distance + step : step;
    return Min::make(all, make_const(all.type(), std::numeric_limits<std::int32_t>::max() - 1));
}

class ScalarAddresses : public IRMutator {
    Lets lets_; // within loops, of what holds wherever it is computed
    bool in_loop_ = false;

    using IRMutator::visit;
    Stmt visit(const LetStmt* let) override {
        const bool holds = in_loop_ && is_unchanged(let->value, {});
        if (holds) lets_.emplace_back(let->name, let->value);
        Stmt body = mutate(let->body);
        if (holds) lets_.pop_back();
        return body.same_as(let->body) ? Stmt(let) : LetStmt::make(let->name, let->value, body);
    }
    Stmt visit(const For* loop) override {
        const bool outside = std::exchange(in_loop_, true);
        const Stmt result = IRMutator::visit(loop);
        in_loop_ = outside;
        return loop->for_type == ForType::Serial ? with_scalar_addresses(result.as<For>()) : result;
    }

    /// From one row to the next. What both have in common, as the place of a window, is no part of it.
    Expr step(const Expr& row, const Expr& next) const {
        return simplify(spelled_out(next, lets_) - spelled_out(row, lets_));
    }

    Stmt with_scalar_addresses(const For* loop) const {
        const FindRows found(*loop);
        std::map<std::string, std::vector<Expr>> distances;
        Lets lets;
        for (const auto& [buffer, rows] : found.rows_of) {
            if (rows.size() < fewest_rows) continue;
            std::vector<Expr>& from_first = distances[buffer];
            from_first.emplace_back();
            for (std::size_t row = 1; row < rows.size(); ++row) {
                lets.emplace_back(unique_name(buffer + ".row"),
                                  farther(from_first.back(), step(rows[row - 1], rows[row])));
                from_first.push_back(Variable::make(Halide::Int(32), lets.back().first));
            }
        }
        if (lets.empty()) return loop;
        Stmt result = FromFirstRow(*loop, found, distances).mutate(Stmt(loop));
        for (auto let = lets.rbegin(); let != lets.rend(); ++let)
            result = LetStmt::make(let->first, let->second, result);
        return result;
    }
};

} // namespace

void keep_addresses_scalar(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature() && !target.has_large_buffers())
        pipeline.add_custom_lowering_pass(new ScalarAddresses);
}

} // namespace autoconfig::lowering
