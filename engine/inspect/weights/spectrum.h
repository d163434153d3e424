#pragma once

#include "engine/core/message.h"
#include "engine/inspect/weights/layer_weights.h"

#include <functional>

namespace netsmith::inspect {

/// A matrix of weights in double precision, row by row.
struct WeightMatrix {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<double> numbers{};
};

/// The sizes of the matrix that an array is; 0 where it is none.
struct WeightMatrixSizes {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};
WeightMatrixSizes matrixSizesOf(const WeightFacts& facts);

/// Which matrix of an array: the whole, or one gate's.
inline constexpr int wholeMatrix = -1;
/// The array as the matrix that the layer multiplies by. A convolution: outputs × (inputs · window), as it is usually reshaped;
/// recurrent weights: inputs × units of the gates or of one of them; a table: tokens × dimensions. Rows and columns are 0 where
/// an array is no matrix, such as a bias.
WeightMatrix matrixOf(const WeightArray& array, int gate = wholeMatrix);

/// The singular values of a matrix of weights, and what they say of it.
struct Spectrum {
    std::string array{}; ///< its name: "kernel"
    std::string gate{}; ///< empty: the whole
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<double> values{}; ///< as many as the smaller side, the largest first; empty with a refusal
    double spectralNorm = 0.0; ///< the largest: how much the matrix can stretch an input
    double frobenius = 0.0; ///< √Σσ²
    double stableRank = 0.0; ///< ‖W‖²F / σ₁²: how many directions share the strength; 0 of a matrix of zeros
    std::int64_t rank = 0; ///< values above σ₁ · larger side · 2⁻²³, as NumPy's matrix_rank of FP32
    std::optional<double> condition{}; ///< σ₁ / the smallest; nothing: that one is 0
    std::optional<Message> refusal{}; ///< why there are none: too large, or not finite
};

/// The work of one: rows · columns · smaller side.
double spectrumWork(std::int64_t rows, std::int64_t columns);
/// Up to which it is computed at all: 4096×4096.
inline constexpr double mostSpectrumWork = 7e10;
/// About how long it takes: measured from 256×256 to 4096×4096.
double spectrumSeconds(double work);

using SpectrumProgress = std::function<void(double share)>; ///< of all work, 0 … 1

/// Householder reduction to two diagonals (Golub and Kahan 1965), whose singular values are the eigenvalues of a tridiagonal matrix
/// without a diagonal; in double precision, on the calling thread. Throws `weights.stopped`.
Spectrum spectrumOf(WeightMatrix matrix, const std::stop_token& stop = {}, const SpectrumProgress& progress = {});
/// Of all matrices of an array: the whole, then its gates; none of an array that is no matrix. Those of more work than `most` are
/// refused.
std::vector<Spectrum> spectraOf(const WeightArray& array, double most = mostSpectrumWork, const std::stop_token& stop = {},
                                const SpectrumProgress& progress = {});

} // namespace netsmith::inspect
