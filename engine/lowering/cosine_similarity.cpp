#include "engine/ops/cosine_similarity.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(cosine_similarity)

namespace netsmith::NS_BACKEND {
namespace {

/// The rows of the first inputs; the weights are the input after the `required` ones.
struct RowsOf {
    std::int64_t count;
    std::int64_t columns;
    double part; ///< of a row in its sample
    std::int64_t rowsPerWeight = 0; ///< 0: no weights
    std::size_t weightsAt;

    RowsOf(const LoweringContext& context, const Op& op, std::size_t required)
        : count(context.input(op, 0).shape.elements() / context.input(op, 0).shape[-1])
        , columns(context.input(op, 0).shape[-1])
        , part(static_cast<double>(context.input(op, 0).shape[0]) / static_cast<double>(count))
        , weightsAt(required)
    {
        if (op.inputs.size() > required)
            rowsPerWeight = count / context.input(op, required).shape.elements();
    }

    CosineRows at(const Addresses& at) const
    {
        if (rowsPerWeight == 0)
            return {at.in<float>(0), at.in<float>(1), count, columns};
        return {at.in<float>(0), at.in<float>(1), count, columns, at.in<float>(weightsAt), rowsPerWeight};
    }
};

} // namespace

template <>
Lowered lower<ops::cosineSimilarity>(const LoweringContext& context, const Op& op)
{
    const RowsOf rows(context, op, 2);
    return lowerTo(
        [=](const Addresses& at, auto&... queue) {
            kernels::cosineSimilarity(queue..., rows.at(at), rows.part, at.out<float>(0), at.workspace);
        },
        {kernels::cosineSimilarityWorkspace(rows.count), {}});
}

template <>
Lowered lower<ops::cosineSimilarityBackward>(const LoweringContext& context, const Op& op)
{
    const RowsOf rows(context, op, 3);
    return lowerTo(
        [=](const Addresses& at, auto&... queue) {
            kernels::cosineSimilarityBackward(queue..., rows.at(at), rows.part, at.in<float>(2), at.out<float>(0));
        },
        {0, {{0, 0}}});
}

} // namespace netsmith::NS_BACKEND
