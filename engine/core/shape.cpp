#include "engine/core/shape.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"

#include <algorithm>
#include <vector>

namespace netsmith {

Shape::Shape(std::span<const std::int64_t> sizes)
{
    if (sizes.size() > maxRank)
        throw Error(ErrorKind::input, NS_MESSAGE("shape.rank", "a shape of {0:axis|axes} was given, at most {1} are supported"),
                    sizes.size(), maxRank);
    for (const std::int64_t size : sizes)
        if (size < 1)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("shape.size", "a shape has an axis of size {0}; every axis must be at least 1"), size);
    std::copy(sizes.begin(), sizes.end(), m_sizes.begin());
    m_rank = static_cast<int>(sizes.size());
}

std::int64_t Shape::elements() const
{
    std::int64_t count = 1;
    for (const std::int64_t size : sizes()) {
        const auto product = checkedMultiply(count, size);
        if (!product)
            throw Error(ErrorKind::input, NS_MESSAGE("shape.overflow", "a tensor of {0} has more elements than 64 bits can count"),
                        text());
        count = *product;
    }
    return count;
}

Shape Shape::withBatch(std::int64_t batch) const
{
    std::vector<std::int64_t> sizes{batch};
    sizes.insert(sizes.end(), m_sizes.begin(), m_sizes.begin() + m_rank);
    return Shape(sizes);
}

Shape Shape::withoutBatch() const
{
    return m_rank == 0 ? Shape() : Shape(sizes().subspan(1));
}

std::string Shape::text() const
{
    if (m_rank == 0)
        return "scalar";
    std::string out;
    for (const std::int64_t size : sizes())
        out += (out.empty() ? "" : "×") + std::to_string(size);
    return out;
}

} // namespace netsmith
