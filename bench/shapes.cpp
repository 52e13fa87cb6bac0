// Reads shapes of any operator from CSV; what they have in common is asked of the operator's own type.
#include "bench/shapes.h"

#include "autoconfig/error.h"
#include "bench/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>

namespace autoconfig::bench {

namespace {

struct Operator {
    std::string name;
    const char* columns;
    Shape (*shape)(const std::string& row);
};

/// In the order of Shape's alternatives.
const std::vector<Operator>& table() {
    static const std::vector<Operator> operators{
        {"matmul", matmul_columns, [](const std::string& row) { return Shape(matmul_shape(row)); }},
        {"conv2d", conv2d_columns, [](const std::string& row) { return Shape(conv2d_shape(row)); }}};
    return operators;
}

const Operator& find(const std::string& name) {
    for (const Operator& op : table())
        if (op.name == name) return op;
    throw Error(
        fmt::format("operator '{}' has no shapes; known are {}", name, fmt::join(shape_operators(), ", ")));
}

template<typename Ask>
auto ask(const Shape& shape, const Ask& question) {
    return std::visit(question, static_cast<const std::variant<MatmulShape, Conv2dShape>&>(shape));
}

} // namespace

std::string Shape::op() const { return table()[index()].name; }
std::string Shape::name() const {
    return ask(*this, [](const auto& s) { return s.name(); });
}
std::string Shape::file() const {
    return ask(*this, [](const auto& s) { return s.file(); });
}
double Shape::flops() const {
    return ask(*this, [](const auto& s) { return s.flops(); });
}
double Shape::bytes_once() const {
    return ask(*this, [](const auto& s) { return s.bytes_once(); });
}

std::vector<std::string> shape_operators() {
    std::vector<std::string> names;
    for (const Operator& op : table()) names.push_back(op.name);
    return names;
}

std::vector<Shape> read_shapes(const std::string& path, const std::string& op) {
    const Operator& reader = find(op);
    std::ifstream file(path);
    if (!file || std::filesystem::is_directory(path))
        throw Error(fmt::format("{}: cannot be read; name a CSV file of shapes", path));
    std::vector<Shape> shapes;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const std::string content = trimmed(line.substr(0, line.find('#')));
        if (content.empty()) continue;
        try {
            shapes.push_back(reader.shape(content));
        } catch (const Error& error) {
            throw Error(fmt::format("{}:{}: {}", path, number, error.what()));
        }
    }
    if (shapes.empty()) throw Error(fmt::format("{}: no shapes; rows are {}", path, reader.columns));
    return shapes;
}

} // namespace autoconfig::bench
