#pragma once

namespace netsmith::kernels {

/// The properties that decide how fast a processor multiplies BF16.
struct Bf16Facts {
    bool amd = false;
    bool avx512 = false; ///< there, and not capped
    bool avx512Bf16 = false;
    bool amx = false;
};

/// Training in BF16 compared to FP32 on the same processor.
enum class Bf16Speed { none, slow, fast };

/// AMX multiplies BF16 many times faster. Without it AMD's VDPBF16PS (from Zen 4) does twice the products of an FP32 instruction at
/// the same rate, while Intel issues it at half the rate: measured 1.2 to 1.7 times as fast as FP32 on a Zen 5, half as fast on a
/// Sapphire Rapids whose AMX was hidden. oneDNN uses both only together with AVX-512.
Bf16Speed bf16Speed(const Bf16Facts& facts);

} // namespace netsmith::kernels
