// Derived quantities of a Problem.
#include "autoconfig/extract/problem.h"

namespace autoconfig {

const char* to_string(Role role) {
    switch (role) {
    case Role::M: return "M";
    case Role::N: return "N";
    case Role::Batch: return "batch";
    case Role::K: return "K";
    case Role::Window: return "window";
    }
    return "";
}

const char* to_string(ExtentSource source) {
    switch (source) {
    case ExtentSource::Bound: return "bound";
    case ExtentSource::Estimate: return "estimate";
    case ExtentSource::Default: return "assumed";
    }
    return "";
}

std::string to_string(ScalarType type) {
    const char* kind = type.kind == ScalarType::Kind::Float ? "f"
                       : type.kind == ScalarType::Kind::Int ? "i"
                                                            : "u";
    return kind + std::to_string(type.bits);
}

std::int64_t Operand::step(std::size_t loop) const {
    std::int64_t elements = 0;
    for (std::size_t d = 0; d < coefficient.size(); ++d) elements += coefficient[d][loop] * stride[d];
    return elements;
}

std::int64_t Problem::extent(Role role) const {
    std::int64_t product = 1;
    for (const Loop& loop : loops)
        if (loop.role == role) product *= loop.extent;
    return product;
}

int Problem::innermost(Role role) const {
    for (std::size_t i = 0; i < loops.size(); ++i)
        if (loops[i].role == role) return static_cast<int>(i);
    return -1;
}

bool Problem::sizes_are_bound() const {
    for (const Loop& loop : loops)
        if (loop.role != Role::K && loop.role != Role::Window && loop.source != ExtentSource::Bound)
            return false;
    return true;
}

double Problem::flops() const {
    double product = 2;
    for (const Loop& loop : loops) product *= static_cast<double>(loop.extent);
    return product;
}

namespace {
double elements(const Problem& problem, const Operand& operand) {
    double count = 1;
    for (const auto& dimension : operand.coefficient) {
        double span = 1;
        for (std::size_t l = 0; l < problem.loops.size(); ++l) {
            const double c = static_cast<double>(dimension[l] < 0 ? -dimension[l] : dimension[l]);
            span += c * static_cast<double>(problem.loops[l].extent - 1);
        }
        count *= span;
    }
    return count;
}
} // namespace

double Problem::bytes_once() const {
    return elements(*this, a) * a.type.bytes() + elements(*this, b) * b.type.bytes() +
           elements(*this, out) * out.type.bytes();
}

} // namespace autoconfig
