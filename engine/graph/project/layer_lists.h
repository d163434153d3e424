#pragma once

#include "engine/graph/project/project.h"

#include <set>
#include <span>

namespace netsmith {

/// Calls `visit(setting, layers)` for every list of layers among the settings of a training. Each is named by its id, and a block
/// by that of its node, which stands for everything in it; "res_1/conv2d_1" is a layer within one.
template <class Settings, class Visit>
void eachLayerList(Settings& training, const Visit& visit)
{
    visit("exclude_from_weight_decay", training.excludeFromWeightDecay);
    visit("fp32_layers", training.fp32Layers);
    visit("pruning", training.pruning.layers);
    for (auto& group : training.groups)
        visit("groups", group.layers);
    for (auto& objective : training.objectives) {
        std::vector<std::string> layer(objective.targetLayer.empty() ? 0 : 1, objective.targetLayer);
        visit("objectives", layer);
        if constexpr (!std::is_const_v<Settings>)
            if (layer.size() == 1)
                objective.targetLayer = layer.front();
    }
}

/// The node that an entry names, for an expanded block one of those it became; null if there is none.
const Node* nodeAt(const Graph& graph, std::string_view path);

/// Whether a list names a layer of the expanded network, or a block that it is in.
bool isListed(std::span<const std::string> layers, std::string_view node);

/// Nodes of the network, or of the block `around` in it, become the block that `made` stands for: their entries are then within
/// that block. `graph` is the network before.
void listInBlock(TrainingSettings& training, const Graph& graph, std::string_view around, const std::set<std::string>& nodes,
                 const std::string& made);
/// The node `apart` there is taken apart. `ids`: what each node was called within it → what it is called then.
void listOutOfBlock(TrainingSettings& training, const Graph& graph, std::string_view around, const std::string& apart,
                    const std::map<std::string, std::string>& ids);
/// After an edit: removed layers are no longer listed, and groups that become empty are removed. Entries that were already missing
/// stay, to be reported by `check`.
void unlistRemoved(const Graph& before, Project& after);

} // namespace netsmith
