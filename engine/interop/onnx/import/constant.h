#pragma once

#include "engine/interop/onnx/onnx_tensor.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace netsmith::interop {

/// A tensor of a model that is known before it runs: an initializer, whose bytes stay in the file, or what was computed of shapes.
class Constant {
public:
    Constant() = default;
    explicit Constant(const OnnxTensor& tensor);
    Constant(std::vector<std::int64_t> dims, std::vector<double> numbers, bool isInteger);
    static Constant scalar(double number, bool isInteger) { return {{}, {number}, isInteger}; }
    static Constant list(std::span<const std::int64_t> numbers);

    const std::vector<std::int64_t>& dims() const { return m_dims; }
    int rank() const { return static_cast<int>(m_dims.size()); }
    std::int64_t elements() const { return m_elements; }
    bool isInteger() const { return m_isInteger; }
    double at(std::int64_t index) const;
    std::vector<double> numbers() const;
    std::vector<float> floats() const;
    std::vector<std::int64_t> integers() const;
    /// Whether all of its numbers equal this one.
    bool isAll(double number) const;

    /// The same numbers as others would be read.
    Constant reshaped(std::vector<std::int64_t> dims) const;
    Constant transposed(std::span<const int> order) const;
    /// Repeated along axes of size 1, and along new ones in front. Throws `onnx.import.broadcast`.
    Constant broadcast(std::span<const std::int64_t> dims) const;
    Constant typed(bool isInteger) const;

    std::string name{}; ///< the initializer's; empty: it was computed, and is no parameter

private:
    std::vector<std::int64_t> m_dims{};
    std::int64_t m_elements = 1;
    bool m_isInteger = false;
    const OnnxTensor* m_tensor = nullptr; ///< instead of numbers
    std::shared_ptr<const std::vector<double>> m_numbers{};
};

std::int64_t elementsOf(std::span<const std::int64_t> dims);
/// The common shape of tensors that are broadcast to each other, as NumPy does. Throws `onnx.import.broadcast`.
std::vector<std::int64_t> broadcastDims(std::span<const std::int64_t> a, std::span<const std::int64_t> b);
/// An axis counted from the front. Throws `onnx.import.axis`.
int axisOf(std::int64_t axis, int rank);
/// The new order of the axes by a transposition's perm, whose absence reverses them. Throws `onnx.import.permutation`.
std::vector<int> permutationOf(std::span<const std::int64_t> perm, int rank);
/// How often each axis is repeated. Throws `onnx.import.tile` unless there is a number for each.
std::vector<std::int64_t> repeatsOf(const Constant& repeats, int rank);
/// Throws `onnx.import.cast`.
[[noreturn]] void refuseCast(OnnxType type);
/// Sizes of a batch where the model leaves it open: primes, which nothing else is likely to be.
inline constexpr std::array<std::int64_t, 2> openBatches{4099, 2053};
/// "2×3", as shapes are written, with N for a batch whose size is open.
std::string dimsText(std::span<const std::int64_t> dims);

} // namespace netsmith::interop
