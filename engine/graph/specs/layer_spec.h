#pragma once

#include "engine/core/shape.h"
#include "engine/graph/specs/spec.h"
#include "engine/graph/specs/weight_options.h"

#include <memory>
#include <span>

namespace netsmith {

class LayerCall;
struct LayerExports;

/// A layer's category in the palette; its colour and icon belong to the studio.
enum class Category { input, shape, convolution, pooling, dense, recurrent, normalisation, regularisation, activation, merge };
std::string_view nameOf(Category category);

struct PortSpec {
    std::string name;
    std::string doc;
    bool many = false; ///< takes two or more wires, in order (add, concatenate)
    bool optional = false; ///< may be left without a wire, which leaves it out of the layer's inputs; only the last port may be
};

/// A layer, declared once in its own file: palette, editor, files, checks, docs, training and tests all read this.
struct LayerSpec : Spec {
    Category category = Category::shape;
    std::string alsoKnownAs; ///< search words, such as other names of it, separated by commas
    std::vector<PortSpec> inputs;
    std::vector<PortSpec> outputs;
    std::vector<WeightKind> weights; ///< the kinds that it has

    /// The number of input ports that need a wire.
    std::size_t neededInputs() const { return inputs.size() - (!inputs.empty() && inputs.back().optional ? 1 : 0); }

    /// A block that is shown as a layer has those of its layers.
    bool hasWeights() const { return parameter("trainable") != nullptr; }

    /// The shapes of one sample at the outputs from those at the inputs (no batch axis); throws if something does not fit.
    std::function<std::vector<Shape>(const ParameterMap&, std::span<const Shape>)> shapes;
    /// The parameter that sets the size of the output's last axis ("units"); empty if none does.
    std::string width;
    /// The parameter with the number of classes at the input ("input_dim"); empty if the inputs are quantities.
    std::string classesTaken;
    /// The parameter that says whether the layer keeps its state from batch to batch ("stateful"); empty if there is none.
    std::string keepsState;
    /// The activation that made the output ("softmax"), "none" if none did, or `passed`.
    std::function<std::string(const ParameterMap&)> activation;
    /// The value of `activation` for a layer that only passes on or rearranges its inputs.
    static constexpr std::string_view passed = "passed";
    /// Whether step t of the output depends only on step t of the inputs, so that a masked input step is a masked output step.
    bool keepsSteps = false;
    /// Emits the layer's ops.
    std::function<void(const ParameterMap&, LayerCall&)> lower;
    /// What it is in other programs' networks; see layer_exports.h.
    std::shared_ptr<const LayerExports> exports;

    // As of Spec.
    LayerSpec();
    LayerSpec(const LayerSpec& other);
    LayerSpec(LayerSpec&& other) noexcept;
    LayerSpec& operator=(const LayerSpec& other);
    LayerSpec& operator=(LayerSpec&& other) noexcept;
    ~LayerSpec();
};

/// The spec with the parameters of its weights after its own.
LayerSpec withWeightOptions(LayerSpec spec);

/// Declares a layer over its parameter struct.
template <class P>
class LayerBuilder {
public:
    LayerBuilder(std::string id, int version, Category category, std::string title, std::string doc)
    {
        m_spec.id = std::move(id);
        m_spec.version = version;
        m_spec.category = category;
        m_spec.title = std::move(title);
        m_spec.doc = std::move(doc);
        m_spec.inputs = {{"input", ""}};
        m_spec.outputs = {{"output", ""}};
    }
    LayerBuilder& shortTitle(std::string title)
    {
        m_spec.shortTitle = std::move(title);
        return *this;
    }
    LayerBuilder& alsoKnownAs(std::string names)
    {
        m_spec.alsoKnownAs = std::move(names);
        return *this;
    }
    LayerBuilder& inputs(std::vector<PortSpec> ports)
    {
        m_spec.inputs = std::move(ports);
        return *this;
    }
    LayerBuilder& parameters(const ParameterBuilder<P>& parameters)
    {
        m_parameters = std::make_shared<const ParameterBuilder<P>>(parameters);
        m_spec.parameters = parameters.specs();
        return *this;
    }
    /// What kinds of weights it has; their parameters come after its own.
    LayerBuilder& weights(std::vector<WeightKind> kinds)
    {
        m_spec.weights = std::move(kinds);
        return *this;
    }
    LayerBuilder& shapes(std::function<std::vector<Shape>(const P&, std::span<const Shape>)> infer)
    {
        m_infer = std::move(infer);
        return *this;
    }
    LayerBuilder& lower(std::function<void(const P&, LayerCall&)> emit)
    {
        m_emit = std::move(emit);
        return *this;
    }
    LayerBuilder& exports(std::shared_ptr<const LayerExports> exports)
    {
        m_spec.exports = std::move(exports);
        return *this;
    }
    LayerBuilder& width(std::string parameter)
    {
        m_spec.width = std::move(parameter);
        return *this;
    }
    LayerBuilder& classesTaken(std::string parameter)
    {
        m_spec.classesTaken = std::move(parameter);
        return *this;
    }
    LayerBuilder& keepsState(std::string parameter)
    {
        m_spec.keepsState = std::move(parameter);
        return *this;
    }
    /// See `LayerSpec::activation`; a layer that says nothing has none.
    LayerBuilder& activation(std::function<std::string(const P&)> activation)
    {
        m_activation = std::move(activation);
        return *this;
    }
    LayerBuilder& passesValues()
    {
        return activation([](const P&) { return std::string(LayerSpec::passed); });
    }
    LayerBuilder& keepsSteps()
    {
        m_spec.keepsSteps = true;
        return *this;
    }
    LayerSpec build() const
    {
        LayerSpec spec = withWeightOptions(m_spec);
        spec.shapes = [bind = m_parameters, infer = m_infer](const ParameterMap& values, std::span<const Shape> inputs) {
            return infer(bind->bind(values), inputs);
        };
        spec.lower = [bind = m_parameters, emit = m_emit](const ParameterMap& values, LayerCall& call) {
            emit(bind->bind(values), call);
        };
        spec.activation = [bind = m_parameters, activation = m_activation](const ParameterMap& values) {
            return activation(bind->bind(values));
        };
        return spec;
    }

private:
    LayerSpec m_spec;
    std::shared_ptr<const ParameterBuilder<P>> m_parameters = std::make_shared<const ParameterBuilder<P>>();
    std::function<std::vector<Shape>(const P&, std::span<const Shape>)> m_infer;
    std::function<void(const P&, LayerCall&)> m_emit;
    std::function<std::string(const P&)> m_activation = [](const P&) { return std::string("none"); };
};

using LayerRegistry = Registry<LayerSpec>;

} // namespace netsmith
