#include "engine/inspect/weights/spectrum.h"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

struct MatrixSizes {
    std::int64_t rows = 0;
    std::int64_t columns = 0;

    double work() const
    {
        return static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(std::min(rows, columns));
    }
};

MatrixSizes sizesOf(const WeightFacts& facts, int gate)
{
    if (facts.use == WeightUse::convolution) {
        const std::int64_t outputs = facts.isTransposed ? facts.window[-2] : facts.window[-1];
        return {outputs, facts.window.elements() / outputs};
    }
    const bool isMatrix = facts.shape.rank() == 2 && facts.use != WeightUse::other && facts.use != WeightUse::statistic;
    if (!isMatrix)
        return {};
    return {facts.shape[0], gate == wholeMatrix ? facts.shape[1] : facts.shape[1] / std::ssize(facts.gates)};
}

std::int64_t countNotFinite(const WeightMatrix& matrix)
{
    return std::ranges::count_if(matrix.numbers, [](double number) { return !std::isfinite(number); });
}

Spectrum tooLarge(const MatrixSizes& sizes)
{
    Spectrum spectrum{.rows = sizes.rows, .columns = sizes.columns};
    spectrum.refusal = Message(NS_MESSAGE("spectrum.large",
                                          "{0}×{1} is too large: its singular values would take about {2:second|seconds}; they are "
                                          "computed up to about 2048×2048"),
                               sizes.rows, sizes.columns, static_cast<std::int64_t>(std::ceil(sizes.work() * 7e-10)));
    return spectrum;
}

} // namespace

WeightMatrix matrixOf(const WeightArray& array, int gate)
{
    const WeightFacts& facts = array.facts;
    const MatrixSizes sizes = sizesOf(facts, gate);
    WeightMatrix matrix{sizes.rows, sizes.columns, {}};
    matrix.numbers.reserve(static_cast<std::size_t>(sizes.rows * sizes.columns));
    const auto number = [&](std::int64_t at) { return static_cast<double>(array.numbers[static_cast<std::size_t>(at)]); };
    if (facts.use == WeightUse::convolution) {
        const std::int64_t inner = facts.window[-1], outer = facts.window[-2];
        for (std::int64_t output = 0; output < sizes.rows; ++output)
            for (std::int64_t at = 0; at < sizes.columns; ++at)
                // The last two axes are inputs and outputs, or the other way round.
                matrix.numbers.push_back(facts.isTransposed ? number((at / inner * outer + output) * inner + at % inner)
                                                            : number(at * inner + output));
        return matrix;
    }
    const std::int64_t first = gate == wholeMatrix ? 0 : gate * sizes.columns;
    for (std::int64_t row = 0; row < sizes.rows; ++row)
        for (std::int64_t column = 0; column < sizes.columns; ++column)
            matrix.numbers.push_back(number(row * facts.shape[1] + first + column));
    return matrix;
}

Spectrum spectrumOf(const WeightMatrix& matrix)
{
    if (const MatrixSizes sizes{matrix.rows, matrix.columns}; sizes.work() > mostSpectrumWork)
        return tooLarge(sizes);
    Spectrum spectrum{.rows = matrix.rows, .columns = matrix.columns};
    if (const std::int64_t bad = countNotFinite(matrix); bad > 0) {
        spectrum.refusal = Message(NS_MESSAGE("spectrum.not_finite",
                                              "{0:weight is|weights are} not finite (NaN or infinite), so there are no singular "
                                              "values: the training has diverged; choose an earlier moment of it"),
                                   bad);
        return spectrum;
    }
    if (matrix.numbers.empty())
        return spectrum;
    // Column by column, as Eigen reads it, this is the transposed matrix, whose singular values are the same.
    const Eigen::Map<const Eigen::MatrixXd> map(matrix.numbers.data(), matrix.columns, matrix.rows);
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(map);
    spectrum.values.assign(svd.singularValues().begin(), svd.singularValues().end());
    double squares = 0.0;
    for (const double value : spectrum.values)
        squares += value * value;
    const double first = spectrum.values.front(), last = spectrum.values.back();
    spectrum.spectralNorm = first;
    spectrum.frobenius = std::sqrt(squares);
    spectrum.stableRank = first > 0.0 ? squares / (first * first) : 0.0;
    const double least = first * static_cast<double>(std::max(matrix.rows, matrix.columns)) * 0x1p-23;
    spectrum.rank = std::ranges::count_if(spectrum.values, [&](double value) { return value > least; });
    if (last > 0.0)
        spectrum.condition = first / last;
    return spectrum;
}

std::vector<Spectrum> spectraOf(const LayerWeights& weights, const std::stop_token& stop,
                                const std::function<void(double share)>& progress)
{
    struct Part {
        const WeightArray* array;
        int gate;
        MatrixSizes sizes;
    };
    std::vector<Part> parts;
    double all = 0.0, done = 0.0;
    for (const WeightArray& array : weights.arrays)
        for (int gate = wholeMatrix; gate < static_cast<int>(array.facts.gates.size()); ++gate)
            if (const MatrixSizes sizes = sizesOf(array.facts, gate); sizes.rows > 0) {
                parts.push_back({&array, gate, sizes});
                all += sizes.work();
            }
    std::vector<Spectrum> spectra;
    for (const Part& part : parts) {
        stopIfRequested(stop);
        // Refused before a copy in double precision is made.
        Spectrum spectrum =
            part.sizes.work() > mostSpectrumWork ? tooLarge(part.sizes) : spectrumOf(matrixOf(*part.array, part.gate));
        spectrum.array = part.array->facts.name;
        if (part.gate != wholeMatrix)
            spectrum.gate = part.array->facts.gates[static_cast<std::size_t>(part.gate)];
        spectra.push_back(std::move(spectrum));
        done += part.sizes.work();
        if (progress)
            progress(done / all);
    }
    return spectra;
}

} // namespace netsmith::inspect
