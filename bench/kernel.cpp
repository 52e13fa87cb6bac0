// Links, loads and calls compiled Halide kernels. Knows Halide's C ABI, not Halide.
#include "bench/kernel.h"

#include "autoconfig/error.h"
#include "bench/halide_library.h"
#include "bench/process.h"

#include <HalideBuffer.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

namespace autoconfig::bench {

std::string link_shared(const std::string& static_library, const std::string& runtime) {
    const std::filesystem::path from(static_library);
    const std::string to = std::filesystem::path(from).replace_extension(".so").string();
    const std::string log = std::filesystem::path(from).replace_extension(".link.log").string();
    std::vector<std::string> command = {"c++", "-shared", "-Wl,--whole-archive", static_library};
    if (!runtime.empty()) command.push_back(runtime);
    for (const char* word : {"-Wl,--no-whole-archive", "-Wl,-Bsymbolic", "-lpthread", "-ldl", "-lm", "-o"})
        command.emplace_back(word);
    command.push_back(to);
    const int status = run_command(command, log);
    if (status != 0) {
        std::ifstream lines(log);
        std::string first;
        std::getline(lines, first);
        throw Error(fmt::format("{}: c++ -shared failed with status {}: {}", static_library, status, first));
    }
    std::filesystem::remove(log);
    return to;
}

namespace {

using Buffer = Halide::Runtime::Buffer<float>;

/// Calls a function of as many buffers.
template<std::size_t... I>
int invoke(void* address, const std::vector<halide_buffer_t*>& buffers, std::index_sequence<I...>) {
    using Function = int(decltype(I, static_cast<halide_buffer_t*>(nullptr))...);
    return reinterpret_cast<Function*>(address)(buffers[I]...);
}

int invoke(void* address, const std::vector<halide_buffer_t*>& buffers) {
    switch (buffers.size()) {
    case 2: return invoke(address, buffers, std::make_index_sequence<2>());
    case 3: return invoke(address, buffers, std::make_index_sequence<3>());
    case 4: return invoke(address, buffers, std::make_index_sequence<4>());
    default: throw Error(fmt::format("no kernel has {} buffers", buffers.size()));
    }
}

/// A function of a library.
class Function {
public:
    Function(const std::string& path, const std::string& name)
        : library_(path), name_(name), address_(library_.address(name.c_str())) {}

    void operator()(const std::vector<halide_buffer_t*>& buffers) const {
        HalideLibrary::check(invoke(address_, buffers), name_);
    }

private:
    HalideLibrary library_;
    std::string name_;
    void* address_;
};

/// The weights as the packer gives them: their size by a bounds query, then the values.
Buffer packed(const Function& packer, Buffer weights) {
    Buffer result(nullptr, 0);
    packer({weights.raw_buffer(), result.raw_buffer()});
    result.allocate();
    packer({weights.raw_buffer(), result.raw_buffer()});
    return result;
}

std::vector<Buffer> buffers_of(const Operands& operands) {
    std::vector<Buffer> buffers;
    for (const Argument& argument : operands.arguments())
        buffers.emplace_back(argument.data, argument.extents);
    return buffers;
}

} // namespace

Call kernel_call(const std::string& shared_library, const std::string& function, const std::string& packer,
                 const Operands& operands) {
    constexpr std::size_t weights = 1;
    std::vector<Buffer> buffers = buffers_of(operands);
    if (!packer.empty()) buffers[weights] = packed(Function(shared_library, packer), buffers[weights]);
    const auto owned = std::make_shared<std::vector<Buffer>>(std::move(buffers));
    std::vector<halide_buffer_t*> raw;
    for (Buffer& buffer : *owned) raw.push_back(buffer.raw_buffer());
    return [kernel = Function(shared_library, function), owned, raw] { kernel(raw); };
}

} // namespace autoconfig::bench
