#include "engine/ops/cosine_similarity.h"

#include "engine/reference/call.h"
#include "engine/reference/rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::reference {
namespace {

constexpr double shortest = 1e-7; // Keras's epsilon

double product(std::span<const double> a, std::span<const double> b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double lengthOf(std::span<const double> row)
{
    const double length = std::sqrt(product(row, row));
    return length < shortest ? shortest : length;
}

/// The row's fraction of its sample, times its weight if there are weights.
double weightOf(const Call& call, std::int64_t rows, std::size_t weights, std::int64_t row)
{
    const double part = static_cast<double>(call.in(0).shape()[0]) / static_cast<double>(rows);
    return call.hasInput(weights) ? part * call.in(weights)[row / (rows / call.in(weights).size())] : part;
}

} // namespace

template <>
void compute<ops::cosineSimilarity>(const Call& call)
{
    const Rows p(call.in(0)), t(call.in(1));
    double sum = 0.0;
    for (std::int64_t r = 0; r < p.count; ++r)
        sum -= weightOf(call, p.count, 2, r) * product(p.row(r), t.row(r)) / (lengthOf(p.row(r)) * lengthOf(t.row(r)));
    call.out(0)[0] = sum;
}

template <>
void compute<ops::cosineSimilarityBackward>(const Call& call)
{
    const Rows p(call.in(0)), t(call.in(1)), dp(call.out(0));
    for (std::int64_t r = 0; r < p.count; ++r) {
        const double length = lengthOf(p.row(r)), targetLength = lengthOf(t.row(r));
        const double cosine = product(p.row(r), t.row(r)) / (length * targetLength);
        const double scale = weightOf(call, p.count, 3, r) * call.in(2)[0] / length;
        // If the length is clipped, it does not depend on the row.
        const double along = length > shortest ? cosine / length : 0.0;
        for (std::size_t c = 0; c < p.row(r).size(); ++c)
            dp.row(r)[c] = scale * (along * p.row(r)[c] - t.row(r)[c] / targetLength);
    }
}

} // namespace netsmith::reference
