#pragma once

#include "engine/ops/emitter.h"
#include "engine/ops/mix.h"

#include <optional>

namespace netsmith {

/// A transform being lowered at its position in the chain between a batch of images and the network.
class TransformCall {
public:
    /// The values of black and white at this point of the chain.
    struct Range {
        double black = 0.0;
        double white = 1.0;
    };

    TransformCall(Emitter& emitter, TensorId image, TensorId counters, std::uint64_t seed, std::uint32_t key, bool training,
                  Range range)
        : counters(counters)
        , seed(seed)
        , key(key)
        , training(training)
        , range(range)
        , m_emitter(emitter)
        , m_image(image)
        , m_rangeBehind(range)
    {
    }

    Emitter& emitter() { return m_emitter; }
    /// N,H,W,C, f32
    TensorId image() const { return m_image; }
    void setImage(TensorId image) { m_image = image; }

    /// Changes the values of black and white for what follows.
    void setRange(Range changed) { m_rangeBehind = changed; }
    const Range& rangeBehind() const { return m_rangeBehind; }

    /// Samples were mixed with each other; their targets must be too.
    void setMixed(const MixSettings& mixed) { m_mixed = mixed; }
    const std::optional<MixSettings>& mixed() const { return m_mixed; }

    const TensorId counters; ///< keys draws; `noTensor` outside training
    const std::uint64_t seed;
    const std::uint32_t key; ///< of this position in the chain
    const bool training;
    const Range range;

private:
    Emitter& m_emitter;
    TensorId m_image;
    Range m_rangeBehind;
    std::optional<MixSettings> m_mixed;
};

} // namespace netsmith
