// Options and their values. Sizes that are right are small: the command shall not be busy.
#include "tests/fuzz/command/words.h"

namespace autoconfig::fuzz {

namespace {

using Words = std::vector<std::string>;

const Words odd_numbers = {"0",
                           "-1",
                           "1",
                           "-0",
                           "+7",
                           "2147483647",
                           "2147483648",
                           "4294967296",
                           "65536",
                           "-2147483649",
                           "9223372036854775807",
                           "9223372036854775808",
                           "99999999999999999999999",
                           "",
                           " ",
                           "four",
                           "4.5",
                           "1e3",
                           "0x10",
                           "4 ",
                           " 4",
                           "1,000",
                           "nan",
                           "inf",
                           "-",
                           "--",
                           "%s%n",
                           "1e-5",
                           "1e400",
                           "\xd9\xa3",
                           "\x01"};

const Words odd_words = {"",         " ",        "-",    "--", "none,none", "%s%s%n", "a\nb", "\t",
                         "\x1b[31m", "../..",    "/",    "~",  "*",         "'",      "\"",   "\\",
                         "\xff\xfe", "\xc3\xa9", "null", "0",  "host",      "f32"};

struct Option {
    std::string name;
    Words values; // none: a number
    bool is_flag = false;
};

const Words types = {"f32", "f64", "u8i8i32", "u8u8i32", "i8i8i32", "i16i16i32"};
const Words activations = {"none", "relu", "relu6", "gelu", "gelu_erf", "silu", "sigmoid", "tanh"};
const Words targets = {"host",           "x86-64-linux",      "x86-64-linux-avx2-fma-f16c-sse41-avx",
                       "arm-64-linux",   "host-no_asserts",   "wasm-32-wasmrt-wasm_simd128",
                       "riscv-64-linux", "x86-64-linux-cuda", "host-no_runtime",
                       "arm-64-ios"};
const Words machines = {"x86-avx2", "x86-zen5", "arm-neon", "generic", "x86-sse41"};

const std::vector<Option> common = {
    {"--type", types},     {"--activation", activations},
    {"--target", targets}, {"--machine", machines},
    {"--threads", {}},     {"--config", {"register_tile mr4 nv2", "stream along_n", "blocked mr8 nv3"}},
    {"--bias", {}, true},  {"--host-caches", {}, true}};

const std::vector<Option> of_matmul = {
    {"--batch", {}}, {"--trans-a", {}, true}, {"--trans-b", {}, true}, {"--dynamic", {}, true}};

const std::vector<Option> of_conv2d = {
    {"--n", {}},
    {"--stride", {"1", "2", "3"}},
    {"--pad", {"0", "1", "2"}},
    {"--dilation", {"1", "2"}},
    {"--groups", {"1", "2", "4"}},
    {"--layout", {"nhwc", "nchw"}},
    {"--residual", {}, true},
    {"--requantize", {}, true},
    {"--input-zero", {"0", "7", "255"}},
    {"--output-zero", {"0", "7", "255"}},
    {"--algorithm", {"auto", "direct", "im2col", "winograd2", "winograd4"}},
    {"--max-rel-error", {"1e-2", "1e-5", "1e-3"}},
    {"--error-bound", {"probabilistic", "strict"}},
    {"--weights", {"plain", "packed"}}};

const std::vector<Option> of_build = {{"--name", {"f", "layer", "gemm_1"}}, {"--measure", {"0"}}};
const std::vector<Option> of_explain = {{"--json", {}, true}};

void add(Random& random, const Option& option, Words& line) {
    line.push_back(option.name);
    if (option.is_flag || one_in(random, 60)) return;
    line.push_back(option.values.empty() ? number(random) : word(random, option.values));
}

void add_some(Random& random, const std::vector<Option>& options, std::size_t most, Words& line) {
    for (std::size_t left = below(random, most + 1); left > 0; left--)
        add(random, any_of(random, options), line);
}

} // namespace

std::size_t below(Random& random, std::size_t end) { return random() % end; }
bool one_in(Random& random, std::size_t count) { return below(random, count) == 0; }

std::string number(Random& random) {
    if (one_in(random, 25)) return std::string(1 + below(random, 3000), '9');
    if (one_in(random, 8)) return any_of(random, odd_numbers);
    return std::to_string(1 + below(random, one_in(random, 4) ? 300 : 40));
}

std::string word(Random& random, const Words& right) {
    if (one_in(random, 40)) return std::string(1 + below(random, 5000), 'x');
    if (one_in(random, 10)) return any_of(random, odd_words);
    std::string chosen = any_of(random, right);
    if (one_in(random, 15)) chosen += static_cast<char>('!' + below(random, 90));
    if (one_in(random, 30) && !chosen.empty()) chosen.erase(below(random, chosen.size()), 1);
    return chosen;
}

Words command_line(Random& random, const std::string& folder, const std::string& machine_file) {
    const bool builds = one_in(random, 10), layer = one_in(random, 2);
    Words line = {builds ? "build" : "explain", layer ? "conv2d" : "matmul"};
    const Words sizes = layer ? Words{"--h", "--w", "--c", "--k", "--r", "--s"} : Words{"--m", "--n", "--k"};
    for (const std::string& size : sizes) {
        if (one_in(random, 40)) continue;
        const bool window = size == "--r" || size == "--s";
        line.insert(line.end(), {size, window && !one_in(random, 10) ? std::to_string(1 + below(random, 5))
                                                                     : number(random)});
    }
    add_some(random, common, 3, line);
    add_some(random, layer ? of_conv2d : of_matmul, layer ? 4 : 2, line);
    add_some(random, builds ? of_build : of_explain, 1, line);
    if (one_in(random, 4)) line.insert(line.end(), {"--machine", machine_file});
    if (builds) line.insert(line.end(), {"-o", one_in(random, 8) ? "/dev/null/out" : folder});
    if (one_in(random, 30)) line.push_back(word(random, {"--frob", "extra", "--help=1", "-"}));
    if (one_in(random, 30))
        line.erase(line.begin() + static_cast<std::ptrdiff_t>(below(random, line.size())));
    return line;
}

Words environment(Random& random, const std::string& machine_file) {
    Words result;
    if (one_in(random, 3))
        result.push_back("AUTOCONFIG_MACHINE=" + (one_in(random, 2) ? machine_file : word(random, machines)));
    if (one_in(random, 3))
        result.push_back("AUTOCONFIG_EXPLAIN=" +
                         word(random, {"/dev/null/x", "/", "/no/such/folder/%o", "%", "%q"}));
    if (one_in(random, 4)) result.push_back("HL_NUM_THREADS=" + number(random));
    if (one_in(random, 4)) result.push_back("HL_TARGET=" + word(random, targets));
    return result;
}

} // namespace autoconfig::fuzz
