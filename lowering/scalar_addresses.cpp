// A lowering pass over innermost loops that load single elements.
#include "lowering/scalar_addresses.h"

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

/// An index as a sum: of what the loop changes, of what it does not, and of constants.
struct Index {
    Expr moving, row, constant;
};

/// Adds a term to a sum that may not have one yet.
void add_to(Expr& sum, const Expr& term) { sum = sum.defined() ? Add::make(sum, term) : term; }

/// Is an expression made of names that the loop does not change, added and multiplied?
class Unchanged : public IRVisitor {
    const std::set<std::string>& changing_;

    using IRVisitor::visit;
    void visit(const Variable* op) override { holds = holds && changing_.count(op->name) == 0; }
    void visit(const Load*) override { holds = false; }
    void visit(const Call*) override { holds = false; }
    void visit(const Div*) override { holds = false; }
    void visit(const Mod*) override { holds = false; }
    void visit(const Let*) override { holds = false; }

public:
    explicit Unchanged(const std::set<std::string>& changing) : changing_(changing) {}
    bool holds = true;
};

/// `changing`: names that the loop changes.
void split(const Expr& index, const std::set<std::string>& changing, Index& into) {
    if (const Add* add = index.as<Add>()) {
        split(add->a, changing, into);
        split(add->b, changing, into);
        return;
    }
    Unchanged unchanged(changing);
    index.accept(&unchanged);
    add_to(is_const(index) ? into.constant : unchanged.holds ? into.row : into.moving, index);
}

/// Of a load of a single element whose index has a part that the loop moves and one that it does not.
std::optional<Index> index_of(const Load& load, const std::set<std::string>& changing) {
    if (load.type.is_vector() || load.index.type() != Halide::Int(32)) return std::nullopt;
    Index index;
    split(load.index, changing, index);
    if (!index.moving.defined() || !index.row.defined()) return std::nullopt;
    return index;
}

/// Where it is; the end if nowhere.
std::size_t find(const std::vector<Expr>& rows, const Expr& row) {
    const auto is_row = [&](const Expr& other) { return equal(other, row); };
    return static_cast<std::size_t>(std::find_if(rows.begin(), rows.end(), is_row) - rows.begin());
}

/// The rows of each buffer, in the order in which a loop's body loads from them.
class FindRows : public IRVisitor {
    using IRVisitor::visit;
    void visit(const LetStmt* let) override {
        changing.insert(let->name);
        IRVisitor::visit(let);
    }
    void visit(const Let* let) override {
        changing.insert(let->name);
        IRVisitor::visit(let);
    }
    void visit(const For*) override { innermost = false; }
    void visit(const Load* load) override {
        if (const auto index = index_of(*load, changing)) {
            std::vector<Expr>& rows = rows_of[load->name];
            if (find(rows, index->row) == rows.size()) rows.push_back(index->row);
        }
        IRVisitor::visit(load);
    }

public:
    explicit FindRows(const For& loop) : changing{loop.name} { loop.body.accept(this); }
    std::set<std::string> changing;
    std::map<std::string, std::vector<Expr>> rows_of;
    bool innermost = true;
};

/// Loads by the names of rows.
class ByName : public IRMutator {
    const FindRows& found_;
    const std::map<std::string, std::vector<std::string>>& names_; // of the rows of a buffer

    using IRMutator::visit;
    Expr visit(const Load* load) override {
        const auto names = names_.find(load->name);
        const auto index = names == names_.end() ? std::nullopt : index_of(*load, found_.changing);
        const std::size_t row = index ? find(found_.rows_of.at(load->name), index->row) : 0;
        if (!index || row == names->second.size()) return IRMutator::visit(load);
        Expr by_name = index->moving;
        add_to(by_name, Variable::make(Halide::Int(32), names->second[row]));
        if (index->constant.defined()) add_to(by_name, index->constant);
        return Load::make(load->type, load->name, by_name, load->image, load->param, load->predicate,
                          load->alignment);
    }

public:
    ByName(const FindRows& found, const std::map<std::string, std::vector<std::string>>& names)
        : found_(found), names_(names) {}
};

/// The row, by way of the one before it, in a form that LLVM cannot see through, as no buffer has as many
/// elements: what is computed one after the other has no place in a vector.
Expr after(const Expr& row, const Expr& previous, const std::string& previous_name) {
    const Expr most = make_const(row.type(), std::numeric_limits<std::int32_t>::max() - 1);
    if (!previous.defined()) return Min::make(row, most);
    return Min::make(Variable::make(row.type(), previous_name) + (row - previous), most);
}

class ScalarAddresses : public IRMutator {
    using IRMutator::visit;
    Stmt visit(const For* loop) override {
        const FindRows found(*loop);
        if (!found.innermost || loop->for_type != ForType::Serial) return IRMutator::visit(loop);
        std::map<std::string, std::vector<std::string>> names;
        std::vector<std::pair<std::string, Expr>> lets;
        for (const auto& [buffer, rows] : found.rows_of) {
            if (rows.size() < 2) continue;
            Expr previous;
            for (const Expr& row : rows) {
                const Expr value = after(row, previous, lets.empty() ? "" : lets.back().first);
                lets.emplace_back(unique_name(buffer + ".row"), value);
                names[buffer].push_back(lets.back().first);
                previous = row;
            }
        }
        if (lets.empty()) return loop;
        Stmt result = ByName(found, names).mutate(Stmt(loop));
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
