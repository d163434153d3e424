#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/specs/initializer.h"
#include "engine/plan/checks/checked_project.h"
#include "engine/store/safetensors.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace netsmith {
class CompiledNetwork;
}

namespace netsmith::inspect {

/// What a layer does with an array of its weights.
enum class WeightUse : std::uint8_t {
    other, ///< a bias, a scale, or something without a picture of its own
    product, ///< inputs × units
    convolution,
    gates, ///< of a recurrent layer: inputs or units × the units of each gate
    table, ///< of an embedding: tokens × dimensions
    statistic, ///< not trained: moving averages
};
/// "convolution"
std::string_view idOf(WeightUse use);

/// One array of a layer's weights, without its numbers.
struct WeightFacts {
    std::string id{}; ///< in checkpoints: "conv2d_1.kernel", of a moving average "conv2d_1.kernel/average"
    std::string name{}; ///< in its layer: "kernel"
    Shape shape{};
    WeightUse use = WeightUse::other;
    Shape window{}; ///< of a convolution as it is computed: its sizes, inputs, outputs; the same elements in the same order
    bool isTransposed = false; ///< the last two of these are outputs, inputs
    std::vector<std::string> gates{}; ///< "i", "f", "c", "o"; empty where there is only one
    std::optional<Initializer> initializer{}; ///< none: all numbers begin as `constant`
    float constant = 0.0f;
};

/// A layer that has weights, and what they stand for.
struct WeighedLayer {
    std::string node{}; ///< by its path, "block/layer" within a block
    std::string layer{}; ///< its type: "conv2d"
    std::vector<WeightFacts> arrays{};
    std::optional<Shape> image{}; ///< of a dense layer: the picture [H,W,C] whose flattened numbers it reads
    bool readsSample = false; ///< its input is the network's
    std::string field{}; ///< of the data, which an embedding's tokens come from
    std::uint64_t seed = 0; ///< of the first weights
};

/// The layers with weights of a network, in the order of the graph. Throws the project's first error.
std::vector<WeighedLayer> weighedLayers(const CheckedProject& project);
/// One of them; of a node that shares another's weights that other one. Throws `weights.layer`, naming those there are.
const WeighedLayer& weighedLayer(std::span<const WeighedLayer> layers, const CheckedProject& project, std::string_view node);

/// An array with its numbers, which belong to `owner`.
struct WeightArray {
    WeightFacts facts{};
    std::span<const float> numbers{};
    std::shared_ptr<const void> owner{};
};

/// The weights of a layer at one moment.
struct LayerWeights {
    WeighedLayer layer{};
    std::int64_t step = 0; ///< after which
    std::vector<WeightArray> arrays{};
    std::optional<data::FieldSpec> tokens{}; ///< of an embedding: the field whose tokens its rows are for

    /// Of this name; null if there is none.
    const WeightArray* find(std::string_view name) const;
    /// Numbers in all arrays.
    std::int64_t count() const;
};

/// A layer's current weights in a network's state, copied. `fields`: its data's. Throws `weights.layer`, `weights.large` where it
/// has more than `most` numbers.
LayerWeights weightsIn(CompiledNetwork& network, const CheckedProject& project, std::span<const data::FieldSpec> fields,
                       std::string_view node, std::int64_t most);

/// A saved run's weights at one of its checkpoints.
class RunWeights {
public:
    /// A run (see `openSavedRun`) or one of its checkpoints. No data and no device is needed. Throws what `openSavedRun` says, and
    /// the project's errors.
    explicit RunWeights(const std::filesystem::path& path);
    RunWeights(RunWeights&&) noexcept;
    RunWeights& operator=(RunWeights&&) = delete;
    ~RunWeights();

    const std::filesystem::path& run() const;
    const std::filesystem::path& checkpoint() const;
    std::int64_t step() const;
    const std::vector<WeighedLayer>& layers() const;
    /// See `weighedLayer`.
    const WeighedLayer& layer(std::string_view node) const;
    /// Views of the checkpoint's file where it holds FP32. Throws `weights.other_network` where an array is missing or has another
    /// shape.
    LayerWeights weightsOf(const WeighedLayer& layer) const;
    /// Whether the checkpoint has an array of this id.
    bool hasArray(std::string_view id) const;
    /// Throws `file.shrunk` if the checkpoint's file was truncated since it was opened: what was computed of it is then void.
    void checkRead() const;

private:
    struct Content;
    std::unique_ptr<Content> m_content;
};

/// An array of a checkpoint's or another file as FP32. Throws `weights.other_network`, naming `file`.
WeightArray weightArray(const WeightFacts& facts, const SafetensorsFile& arrays, const std::string& file);

/// Throws `weights.stopped` once a stop was requested.
void stopIfRequested(const std::stop_token& stop);

} // namespace netsmith::inspect
