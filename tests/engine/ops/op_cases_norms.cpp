#include "engine/ops/batch_norm.h"
#include "engine/ops/fold_batch_norm.h"
#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {
namespace {

/// x, gamma, beta, mean, variance
std::vector<OpInput> normInputs(const Shape& x)
{
    const std::int64_t c = x[-1];
    return {activationInput(x, spread(x.elements(), 1, 3.0)), parameterInput({c}, uniform(c, 2, 0.5, 1.5)),
            parameterInput({c}, uniform(c, 3, -0.5, 0.5)), givenInput({c}, uniform(c, 4, -0.5, 0.5)),
            givenInput({c}, uniform(c, 5, 0.5, 2.0))};
}

/// The same where only x has a gradient.
std::vector<OpInput> fixedNormInputs(const Shape& x)
{
    std::vector<OpInput> inputs = normInputs(x);
    for (const std::size_t parameter : {1u, 2u})
        inputs[parameter].wanted = false;
    return inputs;
}

std::shared_ptr<const BatchNormAttributes> normAttributes(double epsilon = 1e-3, double momentum = 0.9,
                                                          Activation activation = Activation::none, bool residual = false)
{
    auto attributes = std::make_shared<BatchNormAttributes>();
    attributes->epsilon = epsilon;
    attributes->momentum = momentum;
    attributes->activation = activation;
    attributes->residual = residual;
    return attributes;
}

OpCase foldCase(const std::string& name, const Shape& w, bool bias)
{
    const std::int64_t c = w[-1];
    OpInput b = givenInput({c}, uniform(c, 2, -1.0, 1.0));
    b.absent = !bias;
    return {name,
            &ops::foldBatchNorm,
            std::make_shared<FoldBatchNormAttributes>(0.01),
            {givenInput(w, uniform(w.elements(), 1, -1.0, 1.0)), b, givenInput({c}, uniform(c, 3, 0.5, 1.5)),
             givenInput({c}, uniform(c, 4, -1.0, 1.0)), givenInput({c}, uniform(c, 5, -1.0, 1.0)),
             givenInput({c}, uniform(c, 6, 0.5, 2.0))}};
}

} // namespace

void addNormCases(std::vector<OpCase>& cases)
{
    cases.push_back({"batch_norm of images", &ops::batchNorm, normAttributes(), normInputs({2, 3, 2, 3})});
    cases.push_back({"batch_norm of vectors", &ops::batchNorm, normAttributes(0.1, 0.5), normInputs({7, 2})});
    cases.push_back({"batch_norm, batch 1", &ops::batchNorm, normAttributes(), normInputs({1, 3, 3, 1})});
    OpCase large{"batch_norm, large", &ops::batchNorm, normAttributes(), normInputs({6, 14, 13, 24})};
    large.differences = false;
    cases.push_back(std::move(large));

    cases.push_back({"batch_norm_inference", &ops::batchNormInference, normAttributes(), fixedNormInputs({2, 3, 2, 5})});
    cases.push_back({"batch_norm_inference of vectors", &ops::batchNormInference, normAttributes(0.1), fixedNormInputs({7, 2})});
    OpCase fused{"batch_norm_inference with a residual and relu", &ops::batchNormInference,
                 normAttributes(1e-3, 0.9, Activation::relu, true), fixedNormInputs({2, 3, 2, 5})};
    fused.inputs.push_back(activationInput({2, 3, 2, 5}, spread(60, 6)));
    for (OpInput& input : fused.inputs)
        input.wanted = false;
    cases.push_back(std::move(fused));

    cases.push_back(foldCase("fold_batch_norm of a convolution", {3, 3, 2, 5}, true));
    cases.push_back(foldCase("fold_batch_norm without a bias", {7, 4}, false));
}

} // namespace netsmith::test
