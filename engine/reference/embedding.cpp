#include "engine/ops/embedding.h"

#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {
namespace {

std::int64_t rowAt(const Tensor& ids, std::int64_t place, std::int64_t rows)
{
    return embeddingRow(static_cast<float>(ids[place]), rows);
}

} // namespace

template <>
void compute<ops::embedding>(const Call& call)
{
    const Tensor& table = call.in(0);
    const std::int64_t rows = table.shape()[0], size = table.shape()[1];
    for (std::int64_t place = 0; place < call.in(1).size(); ++place) {
        const std::int64_t row = rowAt(call.in(1), place, rows);
        for (std::int64_t i = 0; i < size; ++i)
            call.out(0)[place * size + i] = table[row * size + i];
    }
}

template <>
void compute<ops::embeddingBackward>(const Call& call)
{
    const auto& attributes = call.as<EmbeddingAttributes>();
    const Tensor& dy = call.in(1);
    const std::int64_t size = dy.shape()[-1];
    std::ranges::fill(call.out(0).values, 0.0);
    for (std::int64_t place = 0; place < call.in(0).size(); ++place) {
        const std::int64_t row = rowAt(call.in(0), place, attributes.rows);
        if (row == attributes.padding)
            continue;
        for (std::int64_t i = 0; i < size; ++i)
            call.out(0)[row * size + i] += dy[place * size + i];
    }
}

} // namespace netsmith::reference
