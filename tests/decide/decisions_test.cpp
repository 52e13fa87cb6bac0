// Decisions by name: shapes of real networks on machines, as one table. Nothing is run or timed.
#include "autoconfig/decide/decide.h"
#include "tests/support/golden.h"
#include "tests/support/machines.h"
#include "tests/support/problems.h"

#include <fmt/format.h>

namespace autoconfig::testing {
namespace {

struct NamedShape {
    Matmul mm;
    const char* source;
};

Matmul nn(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t batch = 0) { return {m, n, k, batch}; }

Matmul nt(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t batch = 0) {
    Matmul mm{m, n, k, batch};
    mm.trans_b = true;
    return mm;
}

Matmul dynamic(Matmul mm) {
    mm.bound = false;
    return mm;
}

const std::vector<NamedShape>& named_shapes() {
    static const std::vector<NamedShape> shapes = {
        {nt(128, 3072, 768), "BERT-base FFN1"},
        {nt(128, 128, 64, 12), "BERT-base QK"},
        {nn(128, 64, 128, 12), "BERT-base AV"},
        {nn(1024, 768, 3072), "GPT-2 FFN2"},
        {nn(1, 2304, 768), "GPT-2 qkv decode"},
        {nt(1, 4096, 4096), "LLaMA-7B decode"},
        {nn(4, 16384, 4096), "GPT-J beam 4"},
        {nt(2048, 512, 13), "DLRM bottom MLP"},
        {nn(512, 512, 512), "square"},
        {dynamic(nn(512, 512, 512)), "square, sizes at run time"},
        {nn(2048, 2048, 2048), "square beyond caches"},
        {nn(256, 1024, 8), "few steps, rows a page apart"},
        {nn(512, 512, 16), "few steps, rows half a page apart"},
        {nn(3, 2073600, 3), "colour matrix of an image beyond caches"},
        {nn(16, 16, 16), "tiny"},
        {nn(1, 4, 96), "EfficientNet-B0 squeeze-excite"},
        {nn(1, 10, 512), "classifier of one image"},
    };
    return shapes;
}

std::string row(const NamedShape& shape, const char* machine, int cores) {
    const Matmul& mm = shape.mm;
    const Decision decision = decide(problem_of(mm), machine_with_cores(machine, cores));
    return fmt::format("  {:20} {:2}  {}\n", machine, cores, decision.winner().config.name());
}

TEST(Decisions, ByName) {
    std::string table = "# shape, then machine, threads and the configuration chosen\n";
    for (const NamedShape& shape : named_shapes()) {
        const Matmul& mm = shape.mm;
        table += fmt::format("{}x{}x{}{} {}   {}\n", mm.m, mm.n, mm.k,
                             mm.batch > 0 ? fmt::format(" b{}", mm.batch) : "", mm.trans_b ? "NT" : "NN",
                             shape.source);
        for (const char* machine : {"x86-sse41", "x86-avx2", "x86-avx512", "x86-sapphirerapids", "arm-neon"})
            for (int cores : {1, 8}) table += row(shape, machine, cores);
    }
    EXPECT_TRUE(testing_support::matches_golden("decide/golden/decisions.txt", table));
}

} // namespace
} // namespace autoconfig::testing
