#include "engine/ops/row_targets.h"

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

} // namespace netsmith
