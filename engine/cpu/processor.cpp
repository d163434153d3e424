#include "engine/cpu/processor.h"

#include "engine/core/host_memory.h"
#include "engine/core/parallel.h"
#include "engine/cpu/kernels/bf16_speed.h"
#include "engine/cpu/kernels/isa.h"

#include <cpuid.h>
#include <cstring>
#include <dnnl.h>
#include <fmt/format.h>
#include <string>

namespace netsmith::cpu {
namespace {

struct Cpuid {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    explicit Cpuid(unsigned leaf, unsigned subleaf = 0) { __get_cpuid_count(leaf, subleaf, &a, &b, &c, &d); }
};

std::string brand()
{
    std::string name;
    for (unsigned leaf = 0x80000002; leaf <= 0x80000004; ++leaf) {
        const Cpuid words(leaf);
        for (const unsigned word : {words.a, words.b, words.c, words.d})
            name.append(reinterpret_cast<const char*>(&word), sizeof word);
    }
    name = name.c_str(); // up to the first zero
    const auto begin = name.find_first_not_of(' ');
    const auto end = name.find_last_not_of(' ');
    return begin == std::string::npos ? "processor" : name.substr(begin, end - begin + 1);
}

kernels::Bf16Facts bf16Facts()
{
    return {.amd = __builtin_cpu_is("amd") != 0,
            .avx512 = kernels::isa() == kernels::Isa::avx512,
            .avx512Bf16 = (Cpuid(7, 1).a & 1u << 5) != 0,
            .amx = (Cpuid(7).d & 1u << 22) != 0};
}

/// BF16 as far as this processor has it.
PrecisionSupport bf16Support(kernels::Bf16Speed speed)
{
    switch (speed) {
    case kernels::Bf16Speed::none:
        return {Precision::bf16, false,
                Message(NS_MESSAGE("cpu.no_bf16", "this processor has neither AVX-512 BF16 nor AMX; choose fp32"))};
    case kernels::Bf16Speed::slow:
        return {Precision::bf16, true,
                Message(NS_MESSAGE("cpu.slow_bf16", "may be slower than fp32 on this processor, which has no AMX"))};
    case kernels::Bf16Speed::fast: break;
    }
    return {Precision::bf16, true, {}};
}

} // namespace

DeviceInfo processor()
{
    DeviceInfo info;
    info.id = "cpu";
    info.name = brand();
    const HostMemory memory = hostMemory();
    info.memoryTotal = memory.total;
    info.memoryFree = memory.available;
    info.precisions.push_back({Precision::fp32, true, {}});
    const kernels::Bf16Facts facts = bf16Facts();
    info.precisions.push_back(bf16Support(kernels::bf16Speed(facts)));
    info.precisions.push_back(
        {Precision::tf32, false, Message(NS_MESSAGE("cpu.no_tf32", "TF32 needs an NVIDIA GPU; choose fp32"))});
    info.precisions.push_back(
        {Precision::fp16, false, Message(NS_MESSAGE("cpu.no_fp16", "FP16 training needs a GPU; choose fp32"))});
    for (const Precision precision : {Precision::bf16Emulated, Precision::fp16Emulated})
        info.precisions.push_back(
            {precision, true, Message(NS_MESSAGE("cpu.emulated", "slower than fp32: every number is rounded"))});
    const dnnl_version_t* version = dnnl_version();
    info.properties["backend"] = "cpu";
    info.properties["instructions"] = fmt::format("{}{}", kernels::isaName(), facts.amx ? "+amx" : "");
    info.properties["onednn"] = fmt::format("{}.{}.{}", version->major, version->minor, version->patch);
    info.properties["threads"] = std::to_string(threadCount());
    return info;
}

} // namespace netsmith::cpu
