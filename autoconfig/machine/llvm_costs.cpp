// Asks LLVM's scheduling tables: throughput from the resources an instruction sequence occupies, latency
// from the instruction that carries the accumulator, less what LLVM knows of forwarding between two of it.
#include "autoconfig/machine/llvm_costs.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCSchedule.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace autoconfig {

namespace {

using Sequence = std::vector<const char*>; // the last instruction writes the accumulator

/// One iteration of each kind of work, as LLVM opcodes.
struct Code {
    const char* triple;
    Sequence mac_f32, mac_f64, mac_i32, load, store;
};

Code code_for(InstructionSet set, bool fused) {
    const char* x86 = "x86_64-linux-gnu";
    switch (set) {
    case InstructionSet::Sse41:
        return {x86,
                {"MULPSrr", "ADDPSrr"},
                {"MULPDrr", "ADDPDrr"},
                {"PMADDWDrr", "PADDDrr"},
                {"MOVUPSrm"},
                {"MOVUPSmr"}};
    case InstructionSet::Avx: // integer vectors have half the width of float ones
        return {x86,
                {"VMULPSYrr", "VADDPSYrr"},
                {"VMULPDYrr", "VADDPDYrr"},
                {"VPMADDWDrr", "VPMADDWDrr", "VPADDDrr", "VPADDDrr"},
                {"VMOVUPSYrm"},
                {"VMOVUPSYmr"}};
    case InstructionSet::Avx2:
        return {x86,
                fused ? Sequence{"VFMADD231PSYr"} : Sequence{"VMULPSYrr", "VADDPSYrr"},
                fused ? Sequence{"VFMADD231PDYr"} : Sequence{"VMULPDYrr", "VADDPDYrr"},
                {"VPMADDWDYrr", "VPADDDYrr"},
                {"VMOVUPSYrm"},
                {"VMOVUPSYmr"}};
    case InstructionSet::Avx512:
        return {x86,
                fused ? Sequence{"VFMADD231PSZr"} : Sequence{"VMULPSZrr", "VADDPSZrr"},
                fused ? Sequence{"VFMADD231PDZr"} : Sequence{"VMULPDZrr", "VADDPDZrr"},
                {"VPMADDWDZrr", "VPADDDZrr"},
                {"VMOVUPSZrm"},
                {"VMOVUPSZmr"}};
    case InstructionSet::Neon:
        return {"aarch64-linux-gnu",
                fused ? Sequence{"FMLAv4f32"} : Sequence{"FMULv4f32", "FADDv4f32"},
                fused ? Sequence{"FMLAv2f64"} : Sequence{"FMULv2f64", "FADDv2f64"},
                {"SMLALv4i16_v4i32"},
                {"LDRQui"},
                {"STRQui"}};
    }
    return {};
}

/// Idempotent: LLVM keeps what Halide, or an earlier call, has registered.
void register_targets() {
    static std::once_flag once;
    std::call_once(once, [] {
        llvm::InitializeAllTargetInfos();
        llvm::InitializeAllTargetMCs();
    });
}

double busy_cycles(const llvm::MCWriteProcResEntry& entry) {
#if LLVM_VERSION_MAJOR >= 18
    return entry.ReleaseAtCycle - entry.AcquireAtCycle;
#else
    return entry.Cycles;
#endif
}

/// The tables of one CPU.
class Tables {
public:
    Tables(const char* triple, const std::string& cpu) {
        register_targets();
        std::string unused;
        const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, unused);
        if (!target) return;
        // Asking for an unknown CPU by name prints to stderr, so ask whether it is known first.
        subtarget.reset(target->createMCSubtargetInfo(triple, "", ""));
        if (!subtarget || !subtarget->isCPUStringValid(cpu)) return;
        subtarget.reset(target->createMCSubtargetInfo(triple, cpu, ""));
        instructions.reset(target->createMCInstrInfo());
        known = subtarget && instructions && model().hasInstrSchedModel();
    }

    bool known = false;

    const llvm::MCSchedModel& model() const { return subtarget->getSchedModel(); }

    /// Times a cycle that the whole sequence can start, from the resource it keeps busy longest.
    std::optional<double> per_cycle(const Sequence& sequence) const {
        std::map<unsigned, double> busy;
        for (const char* name : sequence) {
            const llvm::MCSchedClassDesc* entry = find(name);
            if (!entry) return std::nullopt;
            for (const auto* use = subtarget->getWriteProcResBegin(entry);
                 use != subtarget->getWriteProcResEnd(entry); ++use)
                busy[use->ProcResourceIdx] += busy_cycles(*use);
        }
        double longest = 0;
        for (const auto& [resource, cycles] : busy)
            longest = std::max(longest, cycles / model().getProcResource(resource)->NumUnits);
        return longest > 0 ? std::optional<double>(1 / longest) : std::nullopt;
    }

    std::optional<MacRate> mac(const Sequence& sequence) const {
        const std::optional<double> rate = per_cycle(sequence);
        const llvm::MCSchedClassDesc* entry = find(sequence.back());
        if (!rate || !entry || entry->NumWriteLatencyEntries == 0) return std::nullopt;
        const int latency = llvm::MCSchedModel::computeInstrLatency(*subtarget, *entry);
        const unsigned written = subtarget->getWriteLatencyEntry(entry, 0)->WriteResourceID;
        const int forwarded = subtarget->getReadAdvanceCycles(entry, 0, written); // operand 0: accumulator
        return MacRate{*rate, static_cast<double>(latency - forwarded)};
    }

private:
    /// The scheduling class of an opcode, or null where there is none that holds for all operands.
    const llvm::MCSchedClassDesc* find(const std::string& name) const {
        for (unsigned opcode = 0; opcode < instructions->getNumOpcodes(); ++opcode)
            if (instructions->getName(opcode) == name) {
                const auto* entry = model().getSchedClassDesc(instructions->get(opcode).getSchedClass());
                return entry->isValid() && !entry->isVariant() ? entry : nullptr;
            }
        return nullptr;
    }

    std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
    std::unique_ptr<llvm::MCInstrInfo> instructions;
};

} // namespace

std::optional<LlvmCosts> llvm_costs(InstructionSet set, bool fused, const std::string& cpu) {
    const Code code = code_for(set, fused);
    const Tables tables(code.triple, cpu);
    if (!tables.known) return std::nullopt;
    LlvmCosts costs;
    costs.mac_f32 = tables.mac(code.mac_f32);
    costs.mac_f64 = tables.mac(code.mac_f64);
    costs.mac_i32 = tables.mac(code.mac_i32);
    costs.loads_per_cycle = tables.per_cycle(code.load);
    costs.stores_per_cycle = tables.per_cycle(code.store);
    costs.issue_width = tables.model().IssueWidth;
    return costs;
}

std::string llvm_name() { return "LLVM " LLVM_VERSION_STRING; }

} // namespace autoconfig
