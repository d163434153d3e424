#include "engine/ops/activation.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/dense.h"
#include "engine/ops/prelu.h"
#include "tests/engine/ops/op_cases.h"

#include <limits>

namespace netsmith::test {
namespace {

constexpr auto kinds = {Activation::elu,      Activation::gelu,     Activation::geluTanh,  Activation::hardSigmoid,
                        Activation::hardSilu, Activation::hardTanh, Activation::leakyRelu, Activation::mish,
                        Activation::relu,     Activation::relu6,    Activation::selu,      Activation::sigmoid,
                        Activation::silu,     Activation::softplus, Activation::softsign,  Activation::tanh};

/// As after fusion: a NaN among the inputs must reach the result, whatever computes the activation.
OpCase fusedConv(Activation kind, const Shape& x, std::int64_t filters)
{
    auto attributes = std::make_shared<Conv2dAttributes>();
    attributes->inputShape = x;
    attributes->kernelShape = {3, 3, x[3], filters};
    attributes->window.kernel = {3, 3};
    attributes->activation = kind;
    OpCase made{"conv2d and " + std::string(nameOf(kind)),
                &ops::conv2d,
                attributes,
                {activationInput(x, uniform(x.elements(), 1, -1.0, 1.0)),
                 activationInput(attributes->kernelShape, uniform(attributes->kernelShape.elements(), 2, -1.0, 1.0)),
                 parameterInput({filters}, uniform(filters, 3, -2.0, 2.0))}};
    if (kind != Activation::relu) // oneDNN computes it as a maximum with 0, even for a NaN
        made.inputs[0].values[5] = std::numeric_limits<double>::quiet_NaN();
    for (OpInput& input : made.inputs)
        input.wanted = false;
    made.differences = false;
    return made;
}

OpCase fusedDense(Activation kind, std::int64_t rows, std::int64_t in, std::int64_t out)
{
    auto attributes = std::make_shared<DenseAttributes>();
    attributes->activation = kind;
    OpCase made{"dense and " + std::string(nameOf(kind)),
                &ops::dense,
                attributes,
                {activationInput({rows, in}, uniform(rows * in, 1, -1.0, 1.0)),
                 activationInput({in, out}, uniform(in * out, 2, -0.5, 0.5)), parameterInput({out}, uniform(out, 3, -1.0, 1.0))}};
    for (OpInput& input : made.inputs)
        input.wanted = false;
    made.differences = false;
    return made;
}

/// The backward op, which may be differentiated again: by the incoming gradient always, by what the slope reads where that is
/// curved and has a rule.
OpCase backwardCase(Activation kind)
{
    const std::vector<double> reads =
        slopeReads(kind) == SlopeReads::result && kind == Activation::tanh ? uniform(14, 7, -0.9, 0.9) : spread(14, 7, 2.0);
    OpCase made{"backward of " + std::string(nameOf(kind)),
                &ops::activationBackward,
                std::make_shared<ActivationAttributes>(kind),
                {activationInput({2, 7}, reads), activationInput({2, 7}, uniform(14, 8, -1.0, 1.0))}};
    made.inputs[0].wanted = kind == Activation::tanh;
    return made;
}

OpCase preluCase(const std::string& name, const Shape& x, bool small = true)
{
    const std::int64_t channels = x[-1];
    OpCase made{name,
                &ops::prelu,
                noAttributes(),
                {activationInput(x, spread(x.elements(), 5, 3.0)), parameterInput({channels}, uniform(channels, 6, -0.5, 0.5))}};
    made.differences = small;
    return made;
}

} // namespace

void addActivationCases(std::vector<OpCase>& cases)
{
    for (const Activation kind : kinds) {
        const auto attributes = std::make_shared<ActivationAttributes>(kind);
        const std::string name(nameOf(kind));
        cases.push_back({name + " of a vector", &ops::activation, attributes, {activationInput({1, 5}, spread(5, 1, 3.1))}});
        cases.push_back({name + " of an image", &ops::activation, attributes, {activationInput({2, 3, 5, 3}, spread(90, 2, 4.0))}});
        OpCase large{name + " of many", &ops::activation, attributes, {activationInput({7, 5003}, spread(7 * 5003, 3, 30.0))}};
        large.differences = false;
        cases.push_back(std::move(large));
        cases.push_back(backwardCase(kind));
        cases.push_back(fusedConv(kind, {2, 7, 6, 16}, 32));
        cases.push_back(fusedDense(kind, 33, 301, 130));
    }
    for (const Activation kind : {Activation::elu, Activation::leakyRelu})
        cases.push_back({std::string(nameOf(kind)) + " with an alpha",
                         &ops::activation,
                         std::make_shared<ActivationAttributes>(kind, 0.75),
                         {activationInput({2, 7}, spread(14, 4, 3.0))}});
    cases.push_back(preluCase("prelu of vectors", {3, 5}));
    cases.push_back(preluCase("prelu of images", {2, 3, 2, 4}));
    cases.push_back(preluCase("prelu, one channel", {1, 1}));
    cases.push_back(preluCase("prelu, large", {9, 23, 21, 37}, false));
}

} // namespace netsmith::test
