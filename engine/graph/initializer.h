#pragma once

#include "engine/core/shape.h"
#include "engine/graph/parameter.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

/// How a parameter's first values are drawn. Fans as in Keras: a convolution's count its kernel's area.
struct Initializer {
    std::string id = "glorot_uniform";
    std::int64_t fanIn = 1;
    std::int64_t fanOut = 1;
    bool operator==(const Initializer&) const = default;
};

/// Ids and titles, for a layer's choice parameter: glorot_uniform, glorot_normal, he_uniform, he_normal, zeros, ones.
std::vector<Choice> initializerChoices();

/// Draws on the host, so that every device starts from the same bits. Glorot and Bengio 2010, He et al. 2015; normals truncated
/// at two deviations and rescaled, as Keras does.
std::vector<float> drawInitial(const Initializer& initializer, const Shape& shape, std::uint64_t seed,
                               std::string_view parameterId);

} // namespace netsmith
