#pragma once

#include "engine/graph/specs/layer_spec.h"
#include "engine/interop/code/code_interpreter.h"

/// What the names of the libraries mean.
namespace netsmith::interop::code {

// Keras: keras_calls.cpp, keras_layers.cpp, keras_applications.cpp
Value callKeras(Interpreter& interpreter, const std::string& name, Arguments arguments, int line);
Value callKerasModel(Interpreter& interpreter, Model& model, const std::string& method, Arguments arguments, int line);
Value kerasModelAttribute(Interpreter& interpreter, Model& model, const std::string& name, int line);
/// What a layer of Keras makes of a tensor or of several.
Value applyKerasLayer(Interpreter& interpreter, Layer& layer, const std::vector<Tensor>& inputs, int line);
/// The layers of Keras's VGG16 and VGG19; null for another name.
Model* kerasApplication(Interpreter& interpreter, const std::string& name, const Arguments& arguments, int line);
/// Builds a sequence whose input is known; a model that is built has inputs and outputs.
bool buildKerasModel(Interpreter& interpreter, Model& model, int line);

// PyTorch: torch_calls.cpp, torch_layers.cpp, torch_subscripts.cpp, torch_tensors.cpp
Value callTorch(Interpreter& interpreter, const std::string& name, Arguments arguments, int line);
Value applyTorchLayer(Interpreter& interpreter, Layer& layer, const std::vector<Value>& inputs, int line);
/// A function of a tensor, which may also be its method: "view", "flatten", "relu"; `arguments` begin with the tensor. None: it is
/// not known.
std::optional<Value> callTorchFunction(Interpreter& interpreter, const std::string& name, Arguments& arguments, int line);
Value torchTensorAttribute(Interpreter& interpreter, const Tensor& tensor, const std::string& name, int line);
Value torchSubscript(Interpreter& interpreter, const Tensor& tensor, const Value& index, int line);
/// The last step's state of a recurrent layer, whose steps are in `x`.
Tensor lastState(Network& network, const Tensor& x, int line);
bool isBidirectional(const Use& use);
/// Pooling to a size whatever the image's is.
Value adaptivePooling(Interpreter& interpreter, Layer& layer, const Tensor& x, const std::string& name, int line);
Tensor flattened(Interpreter& interpreter, const Tensor& tensor, std::optional<std::int64_t> size, int line);

/// The tensors in an argument: one, or those of a list; none if something else is in it.
std::optional<std::vector<Tensor>> tensorsIn(Interpreter& interpreter, const Value& value);

/// The parameters of one of our layers from arguments of the same name; see layer_arguments.cpp.
class LayerArguments {
public:
    LayerArguments(Network& network, const std::string& layer, const std::string& shownName, int line);

    /// Sets a parameter of this name; false if the layer has none.
    bool set(const std::string& parameter, const Value& value);
    /// Keras's "kernel_initializer", "kernel_regularizer" and "kernel_constraint"; false if it is none of these.
    bool setWeightOption(const std::string& argument, const Value& value);
    bool has(std::string_view parameter) const;
    /// Reports an argument that our layer can't follow.
    void refuse(const std::string& argument);

    ParameterMap parameters;
    bool ok = true;

private:
    Network& m_network;
    const LayerSpec* m_spec;
    std::string m_shownName;
    int m_line;
};

/// The id of our activation for a name in Keras or PyTorch: "none" for "linear"; else as it is.
std::string activationId(std::string_view name);
/// "GlobalAveragePooling2D" → "globalaveragepooling2d", as ids without their underscores are.
std::string plainName(std::string_view name);
/// The id of our layer for the name of a class; empty if there is none.
std::string layerIdFor(std::string_view className);

} // namespace netsmith::interop::code
