#include "engine/inspect/explanations/plane.h"

#include "engine/inspect/explanations/program_reader.h"

namespace netsmith::inspect {

PlaneLayout::PlaneLayout(const Shape& shape)
    : isSequence(shape.rank() == 2)
    , m_shape(shape)
{
    if (shape.rank() == 0)
        return;
    height = shape.rank() == 1 ? 1 : isSequence ? shape[1] : shape[-3];
    width = shape.rank() == 1 ? shape[0] : isSequence ? shape[0] : shape[-2];
}

std::int64_t PlaneLayout::rowOf(const Place& place) const
{
    return place.size() < 2 ? 0 : isSequence ? place[1] : place[place.size() - 3];
}

std::int64_t PlaneLayout::columnOf(const Place& place) const
{
    return place.empty() ? 0 : place.size() == 1 || isSequence ? place[0] : place[place.size() - 2];
}

std::int64_t PlaneLayout::elementAt(std::int64_t row, std::int64_t column, const Place& place) const
{
    Place at = place;
    if (at.size() == 1 || isSequence)
        at[0] = column;
    if (isSequence)
        at[1] = row;
    if (at.size() > 2) {
        at[at.size() - 3] = row;
        at[at.size() - 2] = column;
        at.back() = std::clamp<std::int64_t>(at.back(), 0, m_shape[-1] - 1);
        for (std::size_t axis = 0; axis + 3 < at.size(); ++axis)
            at[axis] = std::clamp<std::int64_t>(at[axis], 0, m_shape[static_cast<int>(axis)] - 1);
    }
    return ravelled(at, m_shape);
}

} // namespace netsmith::inspect
