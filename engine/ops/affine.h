#pragma once

#include "engine/ops/emitter.h"

#include <array>

namespace netsmith {

/// The factor and offset of each channel: one number for all channels, or one each. Few enough to be passed as a kernel's
/// arguments.
struct AffineAttributes : Attributes {
    static constexpr std::int64_t mostChannels = 16;

    AffineAttributes(std::vector<double> factors, std::vector<double> offsets)
        : factors(std::move(factors))
        , offsets(std::move(offsets))
    {
    }
    std::vector<double> factors;
    std::vector<double> offsets;
    std::string text() const override;
};

/// The same as a kernel indexes it, by channel: a last axis whose entries are all treated alike counts as one channel.
struct AffineTable {
    std::int64_t channels = 1;
    std::array<float, AffineAttributes::mostChannels> factors{};
    std::array<float, AffineAttributes::mostChannels> offsets{};

    explicit AffineTable(const AffineAttributes& attributes);
};

namespace ops {
extern const OpSpec affine; ///< x […, C] → factor · x + offset
const OpSpec& affineInFull(); ///< the same op in FP32, whatever the layers compute in
} // namespace ops

TensorId emitAffine(Emitter& emitter, TensorId x, std::vector<double> factors, std::vector<double> offsets,
                    const OpSpec& op = ops::affine);

} // namespace netsmith
