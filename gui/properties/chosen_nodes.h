#pragma once

#include "engine/graph/specs/layer_spec.h"
#include "gui/document/document.h"

#include <QString>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace netsmith::gui {

/// The selected nodes, and what they have in common.
class ChosenNodes {
public:
    /// Nothing selected.
    ChosenNodes() = default;
    ChosenNodes(const Document& document, const std::set<std::string>& ids);

    bool empty() const { return m_ids.empty(); }
    std::size_t size() const { return m_ids.size(); }
    const std::set<std::string>& ids() const { return m_ids; }
    /// The id of the only one; empty if there are none or several.
    std::string only() const { return m_ids.size() == 1 ? *m_ids.begin() : std::string(); }
    /// The ids of their layers or blocks, each once, in the order of the graph.
    const std::vector<std::string>& layerIds() const { return m_layerIds; }

    /// The parameters that all of them declare alike.
    std::vector<ParameterSpec> parameters(const LayerBook& layers) const;
    /// Whether it has an effect in one of them, or is set there.
    bool isRelevant(const Document& document, const ParameterSpec& parameter) const;
    /// The value that all of them share; nothing if they differ.
    std::optional<ParameterValue> value(const Document& document, const ParameterSpec& parameter) const;

private:
    std::set<std::string> m_ids;
    std::vector<std::string> m_layerIds;
};

/// "13×13×32 → 11×11×64"; several inputs or outputs are separated by commas. Empty if no shape is known.
QString shapesText(const Document& document, const Node& node);
/// The sizes of the network's inputs and outputs.
QString inputShapesText(const Document& document);
QString outputShapesText(const Document& document);
/// The bytes of a node's outputs for one batch, in the project's precision; nothing if a shape is unknown.
std::optional<std::int64_t> outputBytes(const Document& document, const Node& node);

} // namespace netsmith::gui
