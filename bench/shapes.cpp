// Reads shapes from CSV and gives them names.
#include "bench/shapes.h"

#include "autoconfig/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>

namespace autoconfig::bench {

std::string MatmulShape::op() const { return std::string(trans_a ? "T" : "N") + (trans_b ? "T" : "N"); }

std::string MatmulShape::name() const {
    const std::string one = fmt::format("{}x{}x{} {}", m, n, k, op());
    return batch > 1 ? fmt::format("{}x{}", batch, one) : one;
}

std::string MatmulShape::file() const {
    const char a = trans_a ? 't' : 'n', b = trans_b ? 't' : 'n';
    return fmt::format("b{}_m{}_n{}_k{}_{}{}", batch, m, n, k, a, b);
}

double MatmulShape::flops() const {
    return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) *
           static_cast<double>(batch);
}

double MatmulShape::bytes_once() const {
    const double elements = static_cast<double>(m) * static_cast<double>(k) +
                            static_cast<double>(k) * static_cast<double>(n) +
                            static_cast<double>(m) * static_cast<double>(n);
    return sizeof(float) * elements * static_cast<double>(batch);
}

namespace {

constexpr std::int64_t max_extent = std::int64_t{1} << 31; // Halide's indices are 32 bits
constexpr double max_bytes = 16.0 * 1024 * 1024 * 1024;    // operands and result of one shape

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// The first five fields end at a comma; the sixth, the source, is the rest of the line.
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::size_t start = 0;
    while (fields.size() < 5) {
        const std::size_t comma = line.find(',', start);
        fields.push_back(trimmed(line.substr(start, comma - start)));
        if (comma == std::string::npos) return fields;
        start = comma + 1;
    }
    fields.push_back(trimmed(line.substr(start)));
    return fields;
}

std::int64_t extent(const std::string& field, const char* what) {
    std::int64_t value = 0;
    const char* end = field.data() + field.size();
    const auto parsed = std::from_chars(field.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end || value < 1 || value >= max_extent)
        throw Error(fmt::format("{} is '{}', needs a whole number from 1 to 2^31-1", what, field));
    return value;
}

bool transposed(char letter, const std::string& op) {
    if (letter != 'N' && letter != 'T') throw Error(fmt::format("op is '{}', needs NN, NT, TN or TT", op));
    return letter == 'T';
}

MatmulShape shape_of(const std::string& line) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() < 5)
        throw Error(fmt::format("{} fields, needs M,N,K,batch,op[,source]", fields.size()));
    MatmulShape shape;
    shape.m = extent(fields[0], "M");
    shape.n = extent(fields[1], "N");
    shape.k = extent(fields[2], "K");
    shape.batch = extent(fields[3], "batch");
    const std::string& op = fields[4];
    if (op.size() != 2) throw Error(fmt::format("op is '{}', needs NN, NT, TN or TT", op));
    shape.trans_a = transposed(op[0], op);
    shape.trans_b = transposed(op[1], op);
    shape.source = fields.size() > 5 ? fields[5] : "";
    if (shape.bytes_once() > max_bytes)
        throw Error(fmt::format("{} needs {:.0f} GiB, at most 16 are allowed", shape.name(),
                                shape.bytes_once() / (1024.0 * 1024 * 1024)));
    return shape;
}

} // namespace

std::vector<MatmulShape> read_shapes(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw Error(fmt::format("{}: cannot be read; name a CSV file of shapes", path));
    std::vector<MatmulShape> shapes;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const std::string content = trimmed(line.substr(0, line.find('#')));
        if (content.empty()) continue;
        try {
            shapes.push_back(shape_of(content));
        } catch (const Error& error) {
            throw Error(fmt::format("{}:{}: {}", path, number, error.what()));
        }
    }
    if (shapes.empty()) throw Error(fmt::format("{}: no shapes; rows are M,N,K,batch,op,source", path));
    return shapes;
}

} // namespace autoconfig::bench
