#pragma once

#include "engine/core/error.h"
#include "engine/ops/control.h"
#include "engine/ops/op.h"
#include "tests/engine/ops/op_cases.h"

#include <functional>
#include <string>
#include <vector>

namespace netsmith::test {

/// An invalid op, the id of the error that it must cause, and words of its message: the op, the input, both sides.
struct Wrong {
    std::string name;
    std::function<void()> call;
    const char* id;
    std::vector<const char*> words;
};

inline TensorInfo tensor(const Shape& shape, DataType type = DataType::f32)
{
    return {.name = {}, .shape = shape, .type = type};
}

inline void infer(const OpSpec& spec, const Attributes& attributes, const std::vector<TensorInfo>& inputs)
{
    spec.infer(attributes, inputs);
}

/// The inputs of an optimizer's step: weights, gradients and slots of 32 elements, and what controls it.
inline std::vector<TensorInfo> updateInputs(std::size_t slots)
{
    std::vector<TensorInfo> inputs(2 + slots, tensor({32}));
    inputs.insert(inputs.end(),
                  {tensor({control::maximumSteps}), tensor({control::counterCount}, DataType::i64), tensor(Shape()),
                   tensor({1}, DataType::i32)});
    return inputs;
}

/// What convolutions of volumes and products of batches of matrices reject.
std::vector<Wrong> wrongsOfProducts();
/// What recurrent layers reject.
std::vector<Wrong> wrongsOfRecurrence();
/// What losses, the gathering of batches and the inputs of optimizers' steps reject.
std::vector<Wrong> wrongsOfTraining();
/// Numbers of optimizers' steps that are out of range.
std::vector<Wrong> wrongsOfUpdates();

} // namespace netsmith::test
