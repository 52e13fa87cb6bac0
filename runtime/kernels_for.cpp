// Which loops stand for the code of a machine.
#include "runtime/kernels_for.h"

#include "autoconfig/error.h"

#include <algorithm>

namespace autoconfig::runtime {

const Kernels& kernels_for(const std::vector<std::string>& lineage) {
    for (const Kernels* kernels : {&kernels_avx512, &kernels_avx2, &kernels_avx, &kernels_portable})
        if (std::find(lineage.begin(), lineage.end(), kernels->serves) != lineage.end()) {
            if (kernels->runs_here()) return *kernels;
            break;
        }
    throw Error("this CPU cannot run the code that machine '" + lineage.front() +
                "' describes: probe with a base machine that fits it");
}

} // namespace autoconfig::runtime
