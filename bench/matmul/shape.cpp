// Matrix products from CSV rows, and their names.
#include "bench/matmul/shape.h"

#include "autoconfig/error.h"
#include "bench/csv.h"

#include <fmt/format.h>

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

const char* const matmul_columns = "M,N,K,batch,op,source";

namespace {

bool transposed(char letter, const std::string& op) {
    if (letter != 'N' && letter != 'T') throw Error(fmt::format("op is '{}', needs NN, NT, TN or TT", op));
    return letter == 'T';
}

} // namespace

MatmulShape matmul_shape(const std::string& row) {
    const std::vector<std::string> fields = fields_of(row, 6);
    if (fields.size() < 5)
        throw Error(fmt::format("{} fields, needs M,N,K,batch,op[,source]", fields.size()));
    MatmulShape shape;
    shape.m = whole_number(fields[0], "M");
    shape.n = whole_number(fields[1], "N");
    shape.k = whole_number(fields[2], "K");
    shape.batch = whole_number(fields[3], "batch");
    const std::string& op = fields[4];
    if (op.size() != 2) throw Error(fmt::format("op is '{}', needs NN, NT, TN or TT", op));
    shape.trans_a = transposed(op[0], op);
    shape.trans_b = transposed(op[1], op);
    shape.source = fields.size() > 5 ? fields[5] : "";
    check_bytes(shape.name(), shape.bytes_once());
    return shape;
}

} // namespace autoconfig::bench
