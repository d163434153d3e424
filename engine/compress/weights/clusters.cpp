#include "engine/compress/weights/clusters.h"

#include "engine/store/compact_arrays.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>

namespace netsmith::compress {
namespace {

constexpr int mostRounds = 300;

/// Where the numbers of each centre begin among sorted ones; the last entry is their end.
std::vector<std::size_t> bordersOf(std::span<const float> sorted, std::span<const double> centres)
{
    std::vector<std::size_t> borders{0};
    for (std::size_t i = 1; i < centres.size(); ++i) {
        const double middle = (centres[i - 1] + centres[i]) / 2.0;
        const auto border = std::ranges::upper_bound(sorted, middle, {}, [](float number) { return double{number}; });
        borders.push_back(static_cast<std::size_t>(border - sorted.begin()));
    }
    borders.push_back(sorted.size());
    return borders;
}

struct SharedNumbers {
    std::vector<float> numbers;
    SharedArray array;
};

SharedNumbers sharedNumbers(const TensorView& view, std::int64_t clusters)
{
    std::vector<float> numbers(static_cast<std::size_t>(view.shape.elements()));
    if (view.type == DataType::f64)
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            double number = 0.0;
            std::memcpy(&number, view.bytes.data() + i * sizeof number, sizeof number);
            numbers[i] = static_cast<float>(number);
        }
    else
        std::memcpy(numbers.data(), view.bytes.data(), view.bytes.size());
    std::vector<float> others;
    std::ranges::copy_if(numbers, std::back_inserter(others), [](float number) { return number != 0.0f; });
    const std::vector<float> centres = clusterCentres(std::move(others), clusters);
    double squares = 0.0;
    for (float& number : numbers) {
        const float shared = number == 0.0f ? 0.0f : nearestCentre(centres, number);
        squares += (double{shared} - number) * (double{shared} - number);
        number = shared;
    }
    const auto count = static_cast<std::int64_t>(numbers.size());
    return {std::move(numbers), {{}, count, std::ssize(centres), std::sqrt(squares / static_cast<double>(count))}};
}

std::vector<std::byte> bytesOf(const std::vector<float>& numbers, DataType type)
{
    const std::vector<double> wide(type == DataType::f64 ? numbers.begin() : numbers.end(), numbers.end());
    const auto bytes = type == DataType::f64 ? std::as_bytes(std::span(wide)) : std::as_bytes(std::span(numbers));
    return {bytes.begin(), bytes.end()};
}

} // namespace

std::vector<float> clusterCentres(std::vector<float> numbers, std::int64_t clusters)
{
    std::ranges::sort(numbers);
    std::vector<float> different = numbers;
    different.erase(std::ranges::unique(different).begin(), different.end());
    if (std::ssize(different) <= clusters)
        return different;

    std::vector<double> centres, sums(numbers.size() + 1);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        sums[i + 1] = sums[i] + double{numbers[i]};
    const double least = numbers.front(), most = numbers.back();
    for (std::int64_t i = 0; i < clusters; ++i)
        centres.push_back(least + (most - least) * static_cast<double>(i) / static_cast<double>(clusters - 1));
    std::vector<std::size_t> borders = bordersOf(numbers, centres);
    for (int round = 0; round < mostRounds; ++round) {
        for (std::size_t i = 0; i < centres.size(); ++i)
            if (const std::size_t begin = borders[i], end = borders[i + 1]; end > begin)
                centres[i] = (sums[end] - sums[begin]) / static_cast<double>(end - begin);
        std::vector<std::size_t> moved = bordersOf(numbers, centres);
        if (moved == borders)
            break;
        borders = std::move(moved);
    }
    std::vector<float> used;
    for (std::size_t i = 0; i < centres.size(); ++i)
        if (borders[i + 1] > borders[i])
            used.push_back(static_cast<float>(centres[i]));
    used.erase(std::ranges::unique(used).begin(), used.end());
    return used;
}

float nearestCentre(std::span<const float> centres, float number)
{
    const auto above = std::ranges::lower_bound(centres, number);
    if (above == centres.begin())
        return *above;
    const float below = *std::prev(above);
    return above == centres.end() || double{number} - below <= double{*above} - number ? below : *above;
}

SharedNetwork sharing(const SavedRun& run, std::int64_t clusters, std::span<const std::string> layers)
{
    SharedNetwork network{.project = run.project, .weights = {}, .arrays = {}};
    std::vector<TensorView> views = run.checkpoint.weights.tensors;
    std::deque<std::vector<std::byte>> changed;
    for (const SparseArray& array : withItsZeros(run, layers).arrays) {
        SharedArray shared;
        for (TensorView& view : views)
            if (const bool isAverage = view.name == array.id + "/average"; isAverage || view.name == array.id) {
                SharedNumbers numbers = sharedNumbers(view, clusters);
                if (isAverage || shared.weights == 0)
                    shared = numbers.array;
                view.bytes = changed.emplace_back(bytesOf(numbers.numbers, view.type));
            }
        shared.id = array.id;
        network.arrays.push_back(std::move(shared));
    }
    network.weights = writeCompactSafetensors(views, {{"format", "netsmith"}});
    return network;
}

} // namespace netsmith::compress
