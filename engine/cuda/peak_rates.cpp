#include "engine/cuda/peak_rates.h"

#include <array>

namespace netsmith::cuda {
namespace {

/// FLOPs a clock of one multiprocessor, a multiplication and an addition as two; 0: the hardware has no such unit.
struct ClockRates {
    int capability; ///< ten times the major number, and the minor one
    int fp32;
    int tf32; ///< by tensor cores, and so the next two
    int bf16;
    int fp16;
};

/// FP32: "Arithmetic Instructions" in NVIDIA's CUDA C++ Programming Guide. Tensor cores: NVIDIA's whitepapers of the architectures
/// Turing, A100, GA102, Ada and H100, whose peaks are these rates times multiprocessors and boost clock.
constexpr std::array rates{
    ClockRates{75, 128, 0, 0, 1024},      ClockRates{80, 128, 1024, 2048, 2048}, ClockRates{86, 256, 512, 1024, 1024},
    ClockRates{89, 256, 512, 1024, 1024}, ClockRates{90, 256, 2048, 4096, 4096},
};

} // namespace

std::vector<PeakRate> peakRates(int major, int minor, int multiprocessors, double clock)
{
    std::vector<PeakRate> peaks;
    const auto add = [&](Precision precision, int flops, bool tensorCores) {
        if (flops > 0)
            peaks.push_back({precision, static_cast<double>(flops) * multiprocessors * clock, tensorCores});
    };
    for (const ClockRates& rate : rates)
        if (rate.capability == 10 * major + minor) {
            add(Precision::fp32, rate.fp32, false);
            add(Precision::tf32, rate.tf32, true);
            add(Precision::bf16, rate.bf16, true);
            add(Precision::fp16, rate.fp16, true);
        }
    return peaks;
}

} // namespace netsmith::cuda
