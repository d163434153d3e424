#pragma once

#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/layer_spec.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/activation.h"
#include "engine/ops/layer_call.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::layer {

/// Ids and titles of the activations a layer can end in, "none" and "softmax" among them.
std::vector<Choice> activationChoices();

/// Emits the activation with this id; `x` itself for "none". Softmax runs over the last axis.
TensorId applyActivation(Emitter& emitter, TensorId x, std::string_view id);

/// The nodes of ONNX that compute the same.
OnnxCall::Value onnxActivation(OnnxCall& call, const OnnxCall::Value& x, std::string_view id);
OnnxCall::Value onnxActivation(OnnxCall& call, const OnnxCall::Value& x, const ActivationAttributes& activation);

/// A layer that is nothing but an activation, of the same id.
LayerSpec activationLayer(std::string id, std::string title, std::string doc, std::string alsoKnownAs);

/// As a layer of Keras, and as a module of PyTorch that runs a softmax over the last axis.
void writeKerasActivation(LayerCode& code, std::string_view id);
void writeTorchActivation(LayerCode& code, std::string_view id);

/// The same for one with parameters: `attributes` makes the op's of them, `exports` its layers in scripts.
template <class P>
LayerSpec activationLayer(std::string id, std::string title, std::string doc, std::string alsoKnownAs,
                          const ParameterBuilder<P>& parameters, std::function<ActivationAttributes(const P&)> attributes,
                          LayerExportsBuilder<P> exports)
{
    return LayerBuilder<P>(std::move(id), 1, Category::activation, std::move(title), std::move(doc))
        .alsoKnownAs(std::move(alsoKnownAs))
        .parameters(parameters)
        .activation([attributes](const P& p) { return std::string(nameOf(attributes(p).kind)); })
        .shapes([](const P&, std::span<const Shape> inputs) {
            requireAxes(inputs[0]);
            return std::vector<Shape>{inputs[0]};
        })
        .lower([attributes](const P& p, LayerCall& call) {
            const ActivationAttributes chosen = attributes(p);
            call.setOutput(0, emitActivation(call.emitter(), call.input(), chosen.kind, chosen.alpha));
        })
        .exports(exports.onnx(
            [attributes](const P& p, OnnxCall& call) { call.setOutput(0, onnxActivation(call, call.input(), attributes(p))); }))
        .build();
}

} // namespace netsmith::layer
