// The Funcs that the canonical form of a sum reads in place of what was written.
#pragma once

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/canonical/canonical.h"
#include "tests/support/targets.h"
#include "tests/support/vars.h"

#include <regex>
#include <string>
#include <vector>

namespace autoconfig::testing {

/// Those that an expression reads whose names have the mark, in its order, as "(args) = value".
struct MarkedFuncs : Halide::Internal::IRGraphVisitor {
    std::string mark;
    std::vector<std::string> all;

    using IRGraphVisitor::visit;
    void visit(const Halide::Internal::Call* op) override {
        if (op->name.find(mark) != std::string::npos) all.push_back(text_of(*op));
        IRGraphVisitor::visit(op);
    }
    static std::string text_of(const Halide::Internal::Call& load) {
        const Halide::Internal::Function function(load.func);
        std::string args;
        for (const std::string& arg : function.args()) args += (args.empty() ? "" : ", ") + arg;
        const std::regex func_of_an_image("_im(\\$[0-9]+)?"), number("\\$[0-9]+_");
        const std::string value =
            std::regex_replace(extraction::text(function.values()[0]), func_of_an_image, "");
        return std::regex_replace("(" + args + ") = " + value, number, "_");
    }
};

/// What the canonical form of out(x, y) += value makes of it.
inline std::vector<std::string> funcs_made(const Halide::Expr& value, const std::string& mark) {
    Halide::Func out("out");
    out(x, y) += value;
    const Halide::Internal::Function function = out.function();
    canonicalise(Halide::Pipeline(out), sse41_target);
    MarkedFuncs found;
    found.mark = mark;
    // The output reads the Func that has its update.
    for (const auto& [name, read] : Halide::Internal::find_transitive_calls(function))
        for (const auto& update : read.updates())
            for (const Halide::Expr& term : update.values()) term.accept(&found);
    return found.all;
}

} // namespace autoconfig::testing
