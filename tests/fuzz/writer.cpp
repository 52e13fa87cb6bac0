// See writer.h.
#include "tests/fuzz/writer.h"

namespace autoconfig::fuzz {

namespace {

constexpr int largest_input = 10; // see tests/support/guarded.h

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

Halide::Func bounded_func(const Halide::Func& source, const std::string& condition,
                          const Halide::Region& region) {
    using namespace Halide::BoundaryConditions;
    if (condition == "repeat_edge") return repeat_edge(source, region);
    if (condition == "repeat_image") return repeat_image(source, region);
    if (condition == "mirror_image") return mirror_image(source, region);
    if (condition == "mirror_interior") return mirror_interior(source, region);
    return constant_exterior(source, Halide::cast(source.function().output_types()[0], 3), region);
}

} // namespace

Halide::Type type_of(Element element) {
    switch (element) {
    case Element::U8: return Halide::UInt(8);
    case Element::U16: return Halide::UInt(16);
    case Element::U32: return Halide::UInt(32);
    case Element::U64: return Halide::UInt(64);
    case Element::I8: return Halide::Int(8);
    case Element::I16: return Halide::Int(16);
    case Element::I32: return Halide::Int(32);
    case Element::I64: return Halide::Int(64);
    case Element::F32: return Halide::Float(32);
    case Element::F64: return Halide::Float(64);
    case Element::F16: return Halide::Float(16);
    case Element::BF16: return Halide::BFloat(16);
    case Element::Bool: return Halide::Bool();
    }
    return Halide::Int(32);
}

Writer::Writer(const Plan& plan) : plan_(plan), parameter_("p", parameter_value) {
    wrote(R"(Var x("x"), y("y"), z("z"), w("w"), v("v");)");
    wrote("Param<int> p(" + quoted("p") + ", " + std::to_string(parameter_value) + ");");
    for (const Input& input : plan.inputs) add_input(input);
}

void Writer::add_input(const Input& input) {
    const std::string id = "in" + std::to_string(params_.size());
    const Halide::Type type = type_of(input.element);
    params_.emplace_back(type, input.dimensions, id);
    const std::string arguments = text_of(type) + ", " + std::to_string(input.dimensions) + ", " + quoted(id);
    wrote("ImageParam " + id + "(" + arguments + ");");
    wrote("inputs.push_back(" + id + ");");
    handles_.push_back({params_.back(), id, {largest_input}});
}

Terms Writer::vars(int count) const {
    const char* names[] = {"x", "y", "z", "w", "v"};
    Terms terms;
    for (int d = 0; d < count; d++) terms.push_back({Halide::Var(names[d]), names[d], 5000});
    return terms;
}

Term Writer::parameter() const { return {parameter_, "p", parameter_value}; }

Term Writer::extent(int dimension) const {
    const int stated[] = {plan_.stated.width, plan_.stated.height, plan_.depth, fourth_extent, fifth_extent};
    if (dimension >= 2 || plan_.bound) return constant(stated[dimension]);
    return {params_[0].dim(dimension).extent(), "in0.dim(" + std::to_string(dimension) + ").extent()", 1000};
}

Handle Writer::func() {
    const std::string id = "f" + std::to_string(funcs_++);
    wrote("Func " + id + "(" + quoted(id) + ");");
    return {Halide::Func(id), id, {}};
}

Domain Writer::domain(const std::vector<Range>& ranges) {
    const std::string id = "r" + std::to_string(domains_++);
    Halide::Region region;
    std::string text;
    for (const auto& [min, extent] : ranges) {
        region.emplace_back(min.expr, extent.expr);
        text += min.text + ", " + extent.text + ", ";
    }
    Domain domain{Halide::RDom(region, id), id, {}};
    wrote("RDom " + id + "(" + text + quoted(id) + ");");
    for (int i = 0; i < static_cast<int>(ranges.size()); i++)
        domain.loops.push_back({Halide::Expr(domain.rdom[i]), id + "[" + std::to_string(i) + "]", 5000});
    return domain;
}

void Writer::where(Domain& domain, const Term& condition) {
    domain.rdom.where(condition.expr);
    wrote(domain.id + ".where(" + condition.text + ");");
}

void Writer::define(Handle& func, const Terms& at, const Terms& values) {
    const std::string place = func.id + "(" + list_of(at) + ")";
    if (values.size() == 1) {
        func.func(exprs_of(at)) = values[0].expr;
        wrote(place + " = " + values[0].text + ";");
    } else {
        func.func(exprs_of(at)) = Halide::Tuple(exprs_of(values));
        wrote(place + " = Tuple(" + list_of(values) + ");");
    }
    func.most.resize(values.size());
    for (std::size_t i = 0; i < values.size(); i++) func.most[i] = std::max(func.most[i], values[i].most);
}

Handle Writer::bounded(const Handle& source, const std::string& condition, int dimensions) {
    Halide::Region region;
    std::string text;
    for (int d = 0; d < dimensions; d++) {
        region.emplace_back(0, extent(d).expr);
        text += (d ? ", {0, " : "{0, ") + extent(d).text + "}";
    }
    const std::string id = source.id + "_" + condition + std::to_string(funcs_++);
    const std::string beyond = condition == "constant_exterior"
                                   ? ", cast(" + text_of(source.func.function().output_types()[0]) + ", 3)"
                                   : "";
    wrote("Func " + id + " = BoundaryConditions::" + condition + "(" + source.id + beyond + ", {" + text +
          "});");
    return {bounded_func(source.func, condition, region), id, source.most};
}

Handle Writer::table() {
    constexpr int places = 16;
    const std::string id = "t" + std::to_string(tables_++);
    Halide::Buffer<int> numbers(places, id);
    for (int i = 0; i < places; i++) numbers(i) = i * 7 % 11;
    wrote("Buffer<int> " + id + "(" + std::to_string(places) + ", " + quoted(id) + ");");
    wrote("for (int i = 0; i < " + std::to_string(places) + "; i++) " + id + "(i) = i * 7 % 11;");
    Handle result = func();
    const Halide::Var x("x");
    result.func(x) = numbers(Halide::clamp(x, 0, places - 1));
    wrote(result.id + "(x) = " + id + "(clamp(x, 0, " + std::to_string(places - 1) + "));");
    result.most = {10};
    return result;
}

Handle Writer::plus_one(const Handle& source) {
    Handle result = func();
    result.func.define_extern("autoconfig_fuzz_plus_one", {source.func}, Halide::Int(32),
                              source.dimensions());
    wrote(result.id + ".define_extern(\"autoconfig_fuzz_plus_one\", {" + source.id + "}, Int(32), " +
          std::to_string(source.dimensions()) + ");");
    result.most = {source.most[0] + 1};
    return result;
}

Term Writer::load(const Handle& source, const Terms& at, int value) const {
    const Halide::FuncRef place = source.func(exprs_of(at));
    const std::string text = source.id + "(" + list_of(at) + ")";
    if (source.most.size() == 1) return {place, text, source.most[0]};
    return {place[value], text + "[" + std::to_string(value) + "]", source.most[value]};
}

} // namespace autoconfig::fuzz
