#pragma once

#include "engine/core/shape.h"
#include "engine/graph/specs/parameter.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

/// How a parameter's first values are drawn. Fans as in Keras: the last two axes, times the area of a convolution's kernel.
struct Initializer {
    std::string id = "glorot_uniform";
    std::int64_t fanIn = 1;
    std::int64_t fanOut = 1;
    double value = 0.0; ///< what "constant" fills with
    double stddev = 0.05; ///< of "random_normal" and "truncated_normal"
    double minval = -0.05; ///< where "random_uniform" begins ...
    double maxval = 0.05; ///< ... and ends
    double gain = 1.0; ///< what "orthogonal" and "identity" are multiplied by
    bool unitForget = false; ///< the second quarter, LSTM's forget gates, is 1 whatever the rest: Jozefowicz et al. 2015
    bool isRange = false; ///< the first of two numbers is the other one's negative
    bool operator==(const Initializer&) const = default;
};

/// Ids and titles, for a layer's choice parameter; the ids are Keras's.
std::vector<Choice> initializerChoices();

/// Draws on the host, so that every device starts from the same bits. Glorot and Bengio 2010, He et al. 2015, LeCun et al. 1998;
/// their normals are truncated at two deviations and rescaled, as Keras does. "orthogonal" and "identity" see a matrix of all axes
/// but the last by the last, and of the last two; see `orthogonalMatrix` and `identityKernel`. Throws `initializer.unknown` and
/// `initializer.range`.
std::vector<float> drawInitial(const Initializer& initializer, const Shape& shape, std::uint64_t seed,
                               std::string_view parameterId);

} // namespace netsmith
