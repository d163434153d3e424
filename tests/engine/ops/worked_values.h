#pragma once

#include "tests/engine/ops/op_cases.h"

#include <cmath>
#include <memory>
#include <vector>

namespace netsmith::test {

using Values = std::vector<double>;
using Outputs = std::vector<Values>;

/// A case and its results, worked out by hand.
struct Worked {
    OpCase given;
    Outputs expected;
};

inline const double ln3 = std::log(3.0);
inline const double ln4 = std::log(4.0);

inline OpInput f32(const Shape& shape, Values values)
{
    return givenInput(shape, std::move(values));
}

inline OpInput i32(const Shape& shape, Values values)
{
    return givenInput(shape, std::move(values), DataType::i32);
}

inline OpInput data(OpInput input)
{
    input.data = true;
    return input;
}

inline OpInput absent()
{
    OpInput input;
    input.absent = true;
    return input;
}

template <class A, class... Values>
std::shared_ptr<const Attributes> with(Values... values)
{
    return std::make_shared<A>(values...);
}

/// Boxes that move with images, and lengths.
void addBoxes(std::vector<Worked>& rows);
/// Losses, accuracies and sample weights.
void addLosses(std::vector<Worked>& rows);
/// Convolutions of volumes, and products of batches of matrices.
void addProducts(std::vector<Worked>& rows);
/// Numbers rounded to 16 bits.
void addRounding(std::vector<Worked>& rows);
/// Recurrent layers.
void addRecurrence(std::vector<Worked>& rows);

} // namespace netsmith::test
