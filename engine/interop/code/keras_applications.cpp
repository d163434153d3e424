#include "engine/interop/code/code_libraries.h"

#include <algorithm>
#include <array>

namespace netsmith::interop::code {
namespace {

/// VGG: Simonyan and Zisserman, "Very deep convolutional networks for large-scale image recognition", 2015, with the names that
/// Keras gives its layers.
struct KnownVgg {
    std::string_view name;
    std::string_view fileName; ///< what Keras's files of its weights begin with
    std::array<int, 5> convolutions; ///< in each block
};
constexpr std::array knownVggs{
    KnownVgg{"VGG16", "vgg16", {2, 2, 3, 3, 3}},
    KnownVgg{"VGG19", "vgg19", {2, 2, 4, 4, 4}},
};
constexpr std::array<std::int64_t, 5> vggFilters{64, 128, 256, 512, 512};

/// Calls Keras's layers as the code of the model would.
class VggBuilder {
public:
    VggBuilder(Interpreter& interpreter, int line)
        : m_interpreter(interpreter)
        , m_line(line)
    {
    }

    Tensor add(const std::string& type, const std::string& name, std::vector<Value> positional,
               std::vector<std::pair<std::string, Value>> named, const Tensor& input)
    {
        named.emplace_back("name", name);
        Layer* layer = m_interpreter.network.heap.make(Layer{
            .type = "keras.layers." + type, .arguments = {std::move(positional), std::move(named)}, .name = name, .line = m_line});
        const Value value = applyKerasLayer(m_interpreter, *layer, {input}, m_line);
        return as<Tensor>(value) ? *as<Tensor>(value) : Tensor();
    }

private:
    Interpreter& m_interpreter;
    int m_line;
};

} // namespace

Model* kerasApplication(Interpreter& interpreter, const std::string& name, const Arguments& arguments, int line)
{
    const auto known = std::ranges::find(knownVggs, name, &KnownVgg::name);
    if (known == knownVggs.end())
        return nullptr;
    Network& network = interpreter.network;
    const Value* top = arguments.find(0, "include_top");
    const bool hasTop = !top || truthOf(*top).value_or(true);
    const Value* given = arguments.find(3, "input_shape");
    std::vector<std::int64_t> shape{224, 224, 3};
    if (given && !isNone(*given))
        shape = integersOf(*given).value_or(std::vector<std::int64_t>{-1, -1, -1});
    const Value* classesGiven = arguments.find(5, "classes");
    const std::int64_t classes = classesGiven ? integerOf(*classesGiven).value_or(1000) : 1000;
    Tensor x;
    if (const Value* tensor = arguments.find(2, "input_tensor"); tensor && as<Tensor>(*tensor))
        x = *as<Tensor>(*tensor);
    else {
        Layer* input = network.heap.make(Layer{.type = "keras.layers.InputLayer", .line = line});
        x = network.input(*input, shape, false, line);
    }
    Model* model = network.heap.make(Model{.inputs = {x}, .name = std::string(known->fileName), .line = line, .isBuilt = true});
    VggBuilder builder(interpreter, line);
    for (std::size_t block = 0; block < vggFilters.size(); ++block) {
        const std::string prefix = "block" + std::to_string(block + 1) + '_';
        for (int i = 1; i <= known->convolutions[block]; ++i)
            x = builder.add("Conv2D", prefix + "conv" + std::to_string(i), {vggFilters[block], std::int64_t{3}},
                            {{"padding", std::string("same")}, {"activation", std::string("relu")}}, x);
        x = builder.add("MaxPooling2D", prefix + "pool", {std::int64_t{2}}, {{"strides", std::int64_t{2}}}, x);
    }
    if (hasTop) {
        x = builder.add("Flatten", "flatten", {}, {}, x);
        for (const char* dense : {"fc1", "fc2"})
            x = builder.add("Dense", dense, {std::int64_t{4096}}, {{"activation", std::string("relu")}}, x);
        x = builder.add("Dense", "predictions", {classes}, {{"activation", std::string("softmax")}}, x);
    } else if (const Value* pooling = arguments.find(4, "pooling"); pooling && !isNone(*pooling))
        x = builder.add(nameIn(*pooling) == "max" ? "GlobalMaxPooling2D" : "GlobalAveragePooling2D", "pooling", {}, {}, x);
    model->outputs = {x};
    interpreter.models.emplace_back(model);
    const Value* weights = arguments.find(1, "weights");
    if (!weights || !isNone(*weights)) {
        const auto word = weights ? nameIn(*weights) : std::string("imagenet");
        const std::string file = word == "imagenet"
            ? std::string(known->fileName) + "_weights_tf_dim_ordering_tf_kernels" + (hasTop ? "" : "_notop") + ".h5"
            : word.value_or("");
        network.note(line,
                     NS_MESSAGE("code.application_weights",
                                "{0} begins with the weights of a file: train with --weights {1}, which "
                                "Keras keeps in ~/.keras/models, or it begins with random ones"),
                     name, file);
    }
    return model;
}

} // namespace netsmith::interop::code
