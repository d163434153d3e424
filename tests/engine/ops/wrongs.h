#pragma once

#include "engine/core/error.h"
#include "engine/ops/op.h"

#include <functional>
#include <limits>
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

inline const double notANumber = std::numeric_limits<double>::quiet_NaN();

inline TensorInfo tensor(const Shape& shape, DataType type = DataType::f32)
{
    return {.name = {}, .shape = shape, .type = type};
}

inline void infer(const OpSpec& spec, const Attributes& attributes, const std::vector<TensorInfo>& inputs)
{
    spec.infer(attributes, inputs);
}

/// What convolutions of volumes and products of batches of matrices reject.
std::vector<Wrong> wrongsOfProducts();
/// What recurrent layers reject.
std::vector<Wrong> wrongsOfRecurrence();
/// What losses, the gathering of batches and the updates of weights reject.
std::vector<Wrong> wrongsOfTraining();
/// The numbers of optimizers out of their ranges.
std::vector<Wrong> wrongsOfUpdates();

} // namespace netsmith::test
