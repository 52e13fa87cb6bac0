// Applies LlvmCosts to a Machine and records where each number came from.
#include "autoconfig/machine/refine.h"

#include "autoconfig/machine/llvm_costs.h"
#include "autoconfig/machine/select.h"

namespace autoconfig {

namespace {

InstructionSet instruction_set(const TargetTraits& traits) {
    if (traits.arch == "arm") return InstructionSet::Neon;
    const std::set<std::string> features = with_implied_features(traits);
    return features.count("avx512") ? InstructionSet::Avx512
           : features.count("avx2") ? InstructionSet::Avx2
           : features.count("avx")  ? InstructionSet::Avx
                                    : InstructionSet::Sse41;
}

class Refiner {
public:
    Refiner(Machine& machine, const LlvmUse& use, const std::string& cpu)
        : machine(machine), use(use), source(llvm_name() + " scheduling tables, " + cpu) {}

    void mac(const std::string& name, MacRate& rate, const std::optional<MacRate>& value) {
        if (!value || !use.refines.count(name)) return;
        rate = *value;
        machine.sources[name + ".per_cycle"] = source;
        machine.sources[name + ".latency_cycles"] = source;
    }

    void number(const std::string& name, double& number, const std::optional<double>& value) {
        if (!value || !use.refines.count(name)) return;
        number = *value;
        machine.sources[name] = source;
    }

private:
    Machine& machine;
    const LlvmUse& use;
    std::string source;
};

} // namespace

Machine refined_by_llvm(const Description& description, const TargetTraits& traits, bool fused) {
    Machine machine = description.machine;
    const std::string cpu = traits.cpu.empty() ? description.llvm.cpu : traits.cpu;
    if (description.llvm.refines.empty() || cpu.empty()) return machine;
    const std::optional<LlvmCosts> costs = llvm_costs(instruction_set(traits), fused, cpu);
    if (!costs) return machine;
    Refiner refiner(machine, description.llvm, cpu);
    refiner.mac("mac_f32", machine.mac_f32, costs->mac_f32);
    refiner.mac("mac_f64", machine.mac_f64, costs->mac_f64);
    refiner.mac("mac_i32", machine.mac_i32, costs->mac_i32);
    refiner.number("loads_per_cycle", machine.loads_per_cycle, costs->loads_per_cycle);
    refiner.number("stores_per_cycle", machine.stores_per_cycle, costs->stores_per_cycle);
    refiner.number("issue_width", machine.issue_width, costs->issue_width);
    return machine;
}

} // namespace autoconfig
