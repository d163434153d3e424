#pragma once

#include "engine/interop/weights/conversion.h"
#include "engine/interop/weights/tensor_name.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace netsmith::interop {

/// Tensors of a file that belong to one layer there, by their places in the file.
struct TensorGroup {
    std::string layer{}; ///< see `TensorName`
    std::vector<int> tensors{};
    bool loose = false; ///< one tensor, whose name does not say what it is
};

/// Weights of a layer of ours that another program has in one layer, by their places in the list.
struct WeightGroup {
    std::string layer{};
    std::vector<int> weights{};
};

/// Where a weight's numbers come from.
struct WeightSources {
    int weight = 0;
    std::vector<int> tensors{};
    Conversion conversion{};
};

/// A file's tensors and a project's weights, grouped into layers as the file's framework divides them, and whether a group of one
/// side can be a group of the other.
class LayerGroups {
public:
    /// Those that are taken already are left out.
    LayerGroups(const WeightFile& file, std::span<const LayerWeight> weights, Framework framework,
                const std::vector<bool>& takenTensors, const std::vector<bool>& takenWeights);

    const std::vector<TensorGroup>& tensors() const { return m_tensors; }
    const std::vector<WeightGroup>& weights() const { return m_weights; }
    const TensorName& nameOf(int tensor) const { return m_names[static_cast<std::size_t>(tensor)]; }

    /// If every weight gets its tensors, and every tensor is used: which. Nothing if a shape does not fit.
    std::optional<std::vector<WeightSources>> fit(const TensorGroup& tensors, const WeightGroup& weights) const;
    /// Whether only shapes do not fit.
    bool fitsButForShape(const TensorGroup& tensors, const WeightGroup& weights) const;
    /// Whether it has kernels or embeddings, and not just numbers for each channel.
    bool hasKernel(const WeightGroup& weights) const;
    /// Equal for groups that fit the same groups of the other side.
    std::string keyOf(const TensorGroup& tensors) const;
    std::string keyOf(const WeightGroup& weights) const;
    /// Single weights of those groups, for tensors whose names say nothing.
    std::vector<WeightGroup> singles(const std::vector<int>& groups) const;

private:
    void groupTensors(const std::vector<bool>& taken);
    void groupWeights(const std::vector<bool>& taken);
    int placeOf(int weight) const;
    std::vector<int> candidates(const TensorGroup& tensors, int weight) const;
    const WeightTensor& tensor(int index) const { return m_file.tensors[static_cast<std::size_t>(index)]; }

    const WeightFile& m_file;
    std::span<const LayerWeight> m_all;
    Framework m_framework;
    std::vector<TensorName> m_names;
    std::vector<TensorGroup> m_tensors;
    std::vector<WeightGroup> m_weights;
};

} // namespace netsmith::interop
