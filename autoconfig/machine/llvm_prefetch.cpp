// Builds the function by LLVM's C interface.
#include "autoconfig/machine/llvm_prefetch.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include <memory>

namespace autoconfig {

namespace {

template<typename T>
using Owner = std::unique_ptr<std::remove_pointer_t<T>, void (*)(T)>;

/// False where LLVM does not know the triple.
bool lay_out(LLVMModuleRef module, const std::string& triple) {
    LLVMInitializeAllTargetInfos();
    LLVMInitializeAllTargets();
    LLVMInitializeAllTargetMCs();
    LLVMTargetRef target = nullptr;
    char* unknown = nullptr;
    if (LLVMGetTargetFromTriple(triple.c_str(), &target, &unknown) != 0) {
        LLVMDisposeMessage(unknown);
        return false;
    }
    const Owner<LLVMTargetMachineRef> machine(LLVMCreateTargetMachine(target, triple.c_str(), "", "",
                                                                      LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                                                      LLVMCodeModelDefault),
                                              LLVMDisposeTargetMachine);
    const Owner<LLVMTargetDataRef> layout(LLVMCreateTargetDataLayout(machine.get()), LLVMDisposeTargetData);
    LLVMSetModuleDataLayout(module, layout.get());
    return true;
}

void add_attribute(LLVMContextRef context, LLVMValueRef function, const std::string& name) {
    const unsigned kind = LLVMGetEnumAttributeKindForName(name.c_str(), name.size());
    LLVMAddAttributeAtIndex(function, static_cast<LLVMAttributeIndex>(LLVMAttributeFunctionIndex),
                            LLVMCreateEnumAttribute(context, kind, 0));
}

/// LLVM takes a prefetch for a load of anything that is not proved to be elsewhere, which sums in registers
/// are not where a stack slot has many uses: each step then stores them. Later versions know the attribute by
/// another name, and do without. [packed 28x28 256->24 3x3 by F(4x4, 3x3): 208 GFLOP/s, with it 530; EPYC
/// (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-23]
void say_reads_nothing(LLVMContextRef context, LLVMValueRef prefetch) {
    const std::string name = "inaccessiblememonly";
    const unsigned kind = LLVMGetEnumAttributeKindForName(name.c_str(), name.size());
    if (kind != 0)
        LLVMAddCallSiteAttribute(prefetch, static_cast<LLVMAttributeIndex>(LLVMAttributeFunctionIndex),
                                 LLVMCreateEnumAttribute(context, kind, 0));
}

/// Weak: kernels that are linked together hold one each.
void define_prefetch(LLVMModuleRef module, const std::string& name) {
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef int8 = LLVMInt8TypeInContext(context), int32 = LLVMInt32TypeInContext(context);
    LLVMTypeRef pointer = LLVMPointerType(int8, 0);
    LLVMTypeRef parameters[] = {pointer, LLVMInt64TypeInContext(context)};
    LLVMValueRef function = LLVMAddFunction(module, name.c_str(), LLVMFunctionType(int32, parameters, 2, 0));
    LLVMSetLinkage(function, LLVMWeakODRLinkage);
    add_attribute(context, function, "alwaysinline");
    const Owner<LLVMBuilderRef> builder(LLVMCreateBuilderInContext(context), LLVMDisposeBuilder);
    LLVMPositionBuilderAtEnd(builder.get(), LLVMAppendBasicBlockInContext(context, function, ""));
    LLVMValueRef bytes = LLVMGetParam(function, 1);
    LLVMValueRef address = LLVMBuildGEP2(builder.get(), int8, LLVMGetParam(function, 0), &bytes, 1, "");
    const std::string intrinsic = "llvm.prefetch";
    const unsigned id = LLVMLookupIntrinsicID(intrinsic.c_str(), intrinsic.size());
    const auto constant = [&](unsigned value) { return LLVMConstInt(int32, value, 0); };
    LLVMValueRef arguments[] = {address, constant(0), constant(3), constant(1)}; // read, all levels, data
    LLVMValueRef prefetch =
        LLVMBuildCall2(builder.get(), LLVMIntrinsicGetType(context, id, &pointer, 1),
                       LLVMGetIntrinsicDeclaration(module, id, &pointer, 1), arguments, 4, "");
    say_reads_nothing(context, prefetch);
    LLVMBuildRet(builder.get(), constant(0));
}

} // namespace

std::vector<std::uint8_t> prefetch_bitcode(const std::string& name, const std::string& triple) {
    const Owner<LLVMContextRef> context(LLVMContextCreate(), LLVMContextDispose);
    const Owner<LLVMModuleRef> module(LLVMModuleCreateWithNameInContext(name.c_str(), context.get()),
                                      LLVMDisposeModule);
    if (!lay_out(module.get(), triple)) return {};
    define_prefetch(module.get(), name);
    const Owner<LLVMMemoryBufferRef> bitcode(LLVMWriteBitcodeToMemoryBuffer(module.get()),
                                             LLVMDisposeMemoryBuffer);
    const char* start = LLVMGetBufferStart(bitcode.get());
    return {start, start + LLVMGetBufferSize(bitcode.get())};
}

} // namespace autoconfig
