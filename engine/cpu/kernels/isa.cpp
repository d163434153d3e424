#include "engine/cpu/kernels/isa.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace netsmith::kernels {
namespace {

Isa ofProcessor()
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return Isa::baseline;
    const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512dq");
    return wide ? Isa::avx512 : Isa::avx2;
}

Isa ofEnvironment()
{
    const char* value = std::getenv("NETSMITH_ISA");
    const std::string_view name = value ? value : "";
    const Isa limit = name == "baseline" ? Isa::baseline : name == "avx2" ? Isa::avx2 : Isa::avx512;
    return std::min(limit, ofProcessor());
}

std::atomic<Isa>& current()
{
    static std::atomic<Isa> value{ofEnvironment()};
    return value;
}

} // namespace

Isa isa()
{
    return current().load(std::memory_order_relaxed);
}

std::string_view isaName()
{
    switch (isa()) {
    case Isa::baseline: return "baseline";
    case Isa::avx2: return "avx2";
    case Isa::avx512: return "avx512";
    }
    return "?";
}

void capIsa(Isa limit)
{
    current().store(std::min(limit, ofProcessor()), std::memory_order_relaxed);
}

} // namespace netsmith::kernels
