#pragma once

#include "engine/graph/project/project.h"
#include "engine/graph/specs/layer_spec.h"
#include "engine/interop/imported_model.h"
#include "engine/interop/onnx/import/axis_layout.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// A tensor of a model that our network computes.
struct Flow {
    PortRef port{};
    Shape shape{}; ///< of a sample at that port
    AxisLayout layout{}; ///< of the model's axes in it
    bool isInteger = false; ///< indices, as of words
    bool exclusive = true; ///< whether one node of the model alone reads what the port has

    std::vector<std::int64_t> dims() const { return layout.sizes(); }
    /// A port of this shape, one of whose axes each of the model's axes is; −1: the batch.
    static Flow of(PortRef port, const Shape& shape, std::int64_t batch, std::span<const int> places);
};

/// Draws a network layer by layer, with shapes known at each.
class NetworkBuilder {
public:
    NetworkBuilder(const LayerRegistry& layers, std::int64_t batch)
        : m_layers(layers)
        , m_batch(batch)
    {
    }

    std::int64_t batch() const { return m_batch; }

    struct Placed {
        std::string id{};
        PortRef port{};
        Shape shape{};
    };
    /// A layer on these inputs; `name` becomes its id as far as that is possible. Throws what the layer says of its shapes.
    Placed add(std::string_view layer, ParameterMap parameters, std::span<const Flow> inputs, std::string_view name);
    /// A layer whose output has the shape and the layout of its input.
    Flow apply(std::string_view layer, ParameterMap parameters, const Flow& input, std::string_view name);
    /// What a layer makes of a flow whose axes it keeps.
    static Flow made(Flow input, const Placed& placed);
    void fill(const std::string& layer, std::string_view weight, const Shape& shape, std::vector<float> numbers);

    /// Its axes as these groups, moved by layers if they lie otherwise.
    Flow arranged(const Flow& flow, const AxisLayout::Groups& groups);
    /// The axis by itself, between those before and those behind it in our tensor, whichever order these have.
    Flow aroundAxis(const Flow& flow, int axis);
    /// Each axis of its own, in the order of the model.
    Flow plain(const Flow& flow);
    /// The network's tensor as this shape, with its numbers in the same order.
    Flow reshaped(const Flow& flow, const std::vector<std::int64_t>& sizes);
    /// The flow with a whole model's reshape; moved only if it must be.
    Flow reshapedAxes(const Flow& flow, std::span<const std::int64_t> dims);

    /// The layer that made it, if nothing else reads that; until another layer is added.
    Node* soleProducer(const Flow& flow);
    /// What the layer that made it reads, with that shape.
    Flow inputOf(const Flow& flow) const;
    /// Whether the layer has no activation yet and can have this one.
    bool takesActivation(const Node& node, std::string_view activation) const;

    /// Uses the weights of an earlier layer, if one was made of the same initializers; else remembers this one.
    bool sharesWeights(const std::string& id, const std::string& key);

    bool isShared(const std::string& id) const;

    /// The network, without what no output depends on, laid out.
    Graph take(std::span<const PortRef> outputs);
    std::vector<ImportedWeight> takeWeights();

private:
    std::string idFor(std::string_view name, std::string_view layer);
    Node* find(const std::string& id);

    const LayerRegistry& m_layers;
    std::int64_t m_batch;
    Graph m_graph;
    struct Known {
        std::size_t place = 0; ///< among the nodes
        Shape shape{}; ///< of its output
        std::vector<PortRef> inputs{};
        int readers = 0;
    };
    std::map<std::string, Known> m_known; ///< the layers by id
    std::map<std::string, int> m_numbers; ///< behind the names that several layers have
    std::set<std::string> m_sharedIds; ///< those whose weights others use
    std::map<std::string, std::string> m_shared; ///< the first layer by what its weights are made of
    std::vector<ImportedWeight> m_weights;
};

} // namespace netsmith::interop
