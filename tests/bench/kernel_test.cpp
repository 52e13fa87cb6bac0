#include "autoconfig/error.h"
#include "bench/kernel.h"
#include "bench/matmul/operands.h"
#include "tests/bench/c_kernel.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

class Kernel : public ::testing::Test {
protected:
    TemporaryFolder folder;
    const MatmulOperands operands{{5, 7, 3, 1, false, false, ""}, {}};

    Call call(const std::string& statement) {
        return kernel_call(link_shared(c_kernel(folder.path(), "product", statement)), "product", "",
                           operands);
    }
};

TEST_F(Kernel, IsLinkedLoadedAndCalledWithTheOperands) {
    call("*out = sum;")();
    EXPECT_EQ(operands.check(), "");
}

TEST_F(Kernel, ItsErrorIsThrownWithWhatTheRuntimeSaid) {
    const Call failing = call("*out = sum; handler(0, \"extent too small\"); return -7;");
    EXPECT_THAT(failing, ThrowsMessage<Error>("product returned -7: extent too small"));
}

TEST_F(Kernel, AMissingFunctionIsNamed) {
    const std::string library = link_shared(c_kernel(folder.path(), "product", "*out = sum;"));
    EXPECT_THAT([&] { kernel_call(library, "other", "", operands); },
                ThrowsMessage<Error>(HasSubstr("other")));
}

TEST_F(Kernel, ALibraryThatDoesNotLinkIsNamed) {
    const std::string bad = folder.write("bad.a", "not an archive");
    EXPECT_THAT([&] { link_shared(bad); }, ThrowsMessage<Error>(HasSubstr(bad + ": c++ -shared failed")));
}

} // namespace
} // namespace autoconfig::bench
