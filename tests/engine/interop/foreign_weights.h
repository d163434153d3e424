#pragma once

#include "engine/interop/weights/conversion.h"

#include <deque>
#include <map>
#include <string>
#include <vector>

// Weights in memory, as another program would have stored them.
namespace netsmith::test {

using Numbers = std::vector<float>;

/// A file of weights that owns its numbers.
struct ForeignFile {
    interop::WeightFile file{};

    explicit ForeignFile(interop::Framework framework) { file.framework = framework; }
    ForeignFile& add(const std::string& name, const Shape& shape, const Numbers& values);
    /// Numbers of 0, of any type.
    ForeignFile& add(const std::string& name, const Shape& shape, DataType type = DataType::f32);

private:
    std::deque<std::vector<std::byte>> m_bytes;
};

/// 1, 2, 3, …
Numbers counted(std::size_t count, float first = 1.0f);

/// Writes a weight of ours, kernel and all, as PyTorch, ONNX or TFLite would: the opposite of `conversionFor`, number by number. A
/// layer's two biases, or both directions of ONNX's, are written by themselves: see `addForeign`.
std::pair<Shape, Numbers> foreignOf(interop::Framework framework, const interop::LayerWeight& weight, const Numbers& values);

/// A layer's weights under the names that PyTorch or Keras give them: `path` and a part. `values` are those of our layer, by name.
void addForeign(ForeignFile& file, const std::string& path, const std::vector<interop::LayerWeight>& layer,
                const std::map<std::string, Numbers>& values);

// Weights of our layers, in their order.
std::vector<interop::LayerWeight> convolution(const std::string& layer, const Shape& kernel, const std::string& after = {});
std::vector<interop::LayerWeight> depthwise(const std::string& layer, const Shape& kernel, const std::string& after = {});
std::vector<interop::LayerWeight> norm(const std::string& layer, std::int64_t channels, const std::string& after = {});
std::vector<interop::LayerWeight> denseLayer(const std::string& layer, std::int64_t inputs, std::int64_t units,
                                             const std::string& after = {}, const std::vector<Shape>& flattened = {});
std::vector<interop::LayerWeight> recurrentLayer(const std::string& layer, int gates, std::int64_t inputs, std::int64_t units,
                                                 bool both = false);
std::vector<interop::LayerWeight> embeddingLayer(const std::string& layer, std::int64_t tokens, std::int64_t width);

} // namespace netsmith::test
