// What a schedule is called in its source: Funcs, loops, and the statements so far.
#include "schedules/script.h"

#include "autoconfig/extract/functions.h"
#include "autoconfig/extract/legality/defects.h"
#include "schedules/rewrites/source.h"

#include <algorithm>
#include <cctype>

namespace autoconfig {

namespace {

std::string identifier(const std::string& name) {
    std::string id;
    for (char c : name) id += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return id.empty() || std::isdigit(static_cast<unsigned char>(id[0])) ? "f" + id : id;
}

/// Names that mean something else where the source is compiled.
constexpr const char* words_of_the_source[] = {"pipeline",     "target",
                                               "Func",         "Var",
                                               "RVar",         "TailStrategy",
                                               "MemoryType",   "Halide",
                                               "Pipeline",     "Target",
                                               "std",          "auto",
                                               "bool",         "break",
                                               "case",         "catch",
                                               "char",         "class",
                                               "const",        "continue",
                                               "default",      "delete",
                                               "do",           "double",
                                               "else",         "enum",
                                               "extern",       "false",
                                               "float",        "for",
                                               "goto",         "if",
                                               "inline",       "int",
                                               "long",         "namespace",
                                               "new",          "not",
                                               "and",          "or",
                                               "operator",     "private",
                                               "public",       "register",
                                               "return",       "short",
                                               "signed",       "sizeof",
                                               "static",       "struct",
                                               "switch",       "this",
                                               "throw",        "true",
                                               "try",          "typedef",
                                               "AddedTerms",   "ExtremumLanes",
                                               "OperandFuncs", "OutputSum",
                                               "SizeBody",     "VectorTanh",
                                               "union",        "using",
                                               "unsigned",     "virtual",
                                               "void",         "volatile",
                                               "while",        "xor"};

} // namespace

int place_of(const std::vector<Halide::Var>& loops, const std::string& name) {
    const auto is_it = [&](const Halide::Var& loop) { return loop.name() == name; };
    const auto found = std::find_if(loops.begin(), loops.end(), is_it);
    return found == loops.end() ? -1 : static_cast<int>(found - loops.begin());
}

Script::Script(const Halide::Pipeline& pipeline) {
    for (const char* word : words_of_the_source) ids_[word] = 1;
    const extraction::Functions functions(pipeline);
    for (const auto& [name, function] : functions.all) {
        funcs_.emplace(name, Halide::Func(function));
        loop_names_.insert(function.args().begin(), function.args().end());
    }
    for (const Halide::Internal::Function& output : functions.outputs) outputs_.insert(output.name());
    order_ = functions.order();
}

Extent Script::extent(const RunTimeExtent& at) {
    Extent all = asked_extent(at);
    if (at.times != 1) all = all * at.times;
    if (at.plus != 0) all = all + at.plus;
    return at.over == 1 ? all : all / at.over;
}

Extent Script::asked_extent(const RunTimeExtent& at) {
    FuncScript asked = func(at.func);
    if (at.update < 0) return asked.extent(at.index);
    const Halide::Internal::Function function = asked.func().function();
    const Halide::Internal::Definition& update = function.update(at.update);
    return {update.schedule().rvars()[at.index].extent,
            asked.id() + ".function().update(" + std::to_string(at.update) + ").schedule().rvars()[" +
                std::to_string(at.index) + "].extent"};
}

Extent Script::part(const OutputRows& at, std::int64_t parts, std::int64_t least) {
    const FuncScript output = func(at.output);
    Extent rows = output.extent(output.dimension(at.along));
    if (at.times != 1 || at.over != 1 || at.window != 1)
        rows = max((rows - 1) * at.times / at.over + at.window, 1);
    const Extent part = parts == 1 ? rows : min(max((rows + (at.more + parts - 1)) / parts, least), rows);
    return defects::applies(Defect::RefusesPartsOfNone) ? max(part, 1) : part;
}

void Script::note_parallel(const std::string& func) {
    if (threads_pay_where_.defined()) threads_pay_.emplace(func, threads_pay_where_);
}

FuncScript Script::func(const std::string& name) {
    auto found = func_ids_.find(name);
    if (found == func_ids_.end()) {
        found = func_ids_.emplace(name, fresh_id(name)).first;
        std::size_t index = 0;
        while (order_[index] != name) ++index;
        declare("Func " + found->second + " = pipeline.get_func(" + std::to_string(index) + ");");
    }
    return FuncScript(*this, funcs_.at(name), found->second);
}

void Script::add(const std::string& name, const FuncScript& made) {
    funcs_.emplace(name, made.func());
    func_ids_.emplace(name, made.id());
}

FuncScript Script::read(const std::string& name) {
    const auto copy = copies_.find(name);
    return copy == copies_.end() ? func(name) : FuncScript(*this, copy->second.func, copy->second.id);
}

std::string Script::fresh_id(const std::string& name) {
    const std::string id = identifier(name);
    const int uses = ids_[id]++;
    return uses == 0 ? id : fresh_id(id + "_" + std::to_string(uses + 1));
}

Axis Script::named(const std::string& kind, const std::string& name) {
    Axis& axis = axes_[kind + name];
    if (axis.id.empty()) {
        axis.id = fresh_id(name);
        if (kind == "Var ")
            axis.loop = Halide::Var(name);
        else
            axis.loop = Halide::RVar(name);
        loop_names_.insert(name);
    }
    return axis;
}

std::string Script::mention(const std::vector<Axis>& axes) {
    std::string list;
    for (const Axis& axis : axes) {
        if (mentioned_.insert(axis.id).second)
            declare((axis.loop.is_rvar ? "RVar " : "Var ") + axis.id + "(\"" + axis.loop.name() + "\");");
        list += (list.empty() ? "" : ", ") + axis.id;
    }
    return list;
}

Axis Script::existing_var(const std::string& name) { return named("Var ", name); }
Axis Script::existing_rvar(const std::string& name) { return named("RVar ", name); }

std::string Script::free_loop_name(const std::string& name) const {
    std::string free = name;
    for (int number = 2; loop_names_.count(free); ++number) free = name + std::to_string(number);
    return free;
}

Axis Script::var(const std::string& name) { return existing_var(free_loop_name(name)); }
Axis Script::rvar(const std::string& name) { return existing_rvar(free_loop_name(name)); }

void Script::statement(const std::string& receiver, const std::string& call) {
    if (!statements_.empty() && statements_.back().receiver == receiver)
        statements_.back().calls += "\n    ." + call;
    else
        statements_.push_back({receiver, "." + call});
}

std::string Script::source() const {
    const auto calls = [&](const char* rewrite) {
        return std::any_of(statements_.begin(), statements_.end(), [&](const Statement& one) {
            return one.calls.find(rewrite) != std::string::npos;
        });
    };
    std::string text = calls("SizeBody::") ? source_of_size_body : "";
    if (calls("ZeroPadding::")) text += source_of_zero_padding;
    for (const std::string& line : declarations_) text += line + "\n";
    for (const Statement& statement : statements_)
        text += statement.receiver + statement.calls + (statement.receiver.empty() ? "\n" : ";\n");
    return text;
}

} // namespace autoconfig
