#include "engine/ops/row_targets.h"

#include <algorithm>

namespace netsmith {

void expectRowTargets(const InputCheck& check, std::size_t prediction, std::size_t target)
{
    check.expectFloating(prediction);
    check.expectRankAtLeast(prediction, 2);
    check.expectType(target, {DataType::i32, DataType::f32});
    const Shape& shape = check.shape(prediction);
    if (check.type(target) == DataType::f32)
        return check.expectShape(target, shape);

    std::vector<std::int64_t> rows(shape.sizes().begin(), shape.sizes().end() - 1);
    const Shape plain(rows);
    rows.push_back(1);
    if (check.shape(target) != Shape(rows))
        check.expectShape(target, plain);
}

void expectWeights(const InputCheck& check, std::size_t weights, std::size_t prediction)
{
    if (check.count() <= weights)
        return;
    check.expectType(weights, {DataType::f32});
    check.expectRankAtLeast(weights, 1);
    const Shape& shape = check.shape(prediction);
    const int rank = std::min(check.shape(weights).rank(), shape.rank());
    check.expectShape(weights, Shape(std::vector<std::int64_t>(shape.sizes().begin(), shape.sizes().begin() + rank)));
}

void expectRowWeights(const InputCheck& check, std::size_t weights, std::size_t prediction)
{
    expectWeights(check, weights, prediction);
    if (check.count() > weights)
        check.expect(check.shape(weights).rank() < check.shape(prediction).rank(), "weights of rows", check.shape(weights).text());
}

} // namespace netsmith
