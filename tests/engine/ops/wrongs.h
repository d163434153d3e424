#pragma once

#include "engine/core/error.h"
#include "engine/ops/op.h"

#include <functional>
#include <limits>
#include <vector>

namespace netsmith::test {

/// Something wrong, the id of the error it must end in, and words that its sentence must hold: the op, the input, both sides.
struct Wrong {
    const char* name;
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

/// What convolutions of volumes and products of batches of matrices refuse.
std::vector<Wrong> wrongsOfProducts();
/// What recurrent layers refuse.
std::vector<Wrong> wrongsOfRecurrence();
/// What losses, the gathering of batches and the updates of weights refuse.
std::vector<Wrong> wrongsOfTraining();

} // namespace netsmith::test
