#include "engine/ops/concat.h"

#include "engine/reference/call.h"

namespace netsmith::reference {
namespace {

/// A shape seen as outer × axis × inner.
struct Split {
    Split(const Shape& shape, int axis)
        : size(shape[axis])
    {
        for (int a = 0; a < axis; ++a)
            outer *= shape[a];
        for (int a = axis + 1; a < shape.rank(); ++a)
            inner *= shape[a];
    }
    std::int64_t at(std::int64_t o, std::int64_t a, std::int64_t i) const { return (o * size + a) * inner + i; }

    std::int64_t size;
    std::int64_t outer = 1;
    std::int64_t inner = 1;
};

} // namespace

template <>
void compute<ops::concat>(const Call& call)
{
    const int axis = call.as<ConcatAttributes>().axis;
    const Split to(call.out(0).shape(), axis);
    std::int64_t begin = 0;
    for (std::size_t part = 0; part < call.inputCount(); ++part) {
        const Split from(call.in(part).shape(), axis);
        for (std::int64_t o = 0; o < from.outer; ++o)
            for (std::int64_t a = 0; a < from.size; ++a)
                for (std::int64_t i = 0; i < from.inner; ++i)
                    call.out(0)[to.at(o, begin + a, i)] = call.in(part)[from.at(o, a, i)];
        begin += from.size;
    }
}

template <>
void compute<ops::slice>(const Call& call)
{
    const auto& attributes = call.as<SliceAttributes>();
    const Split from(call.in(0).shape(), attributes.axis);
    const Split to(call.out(0).shape(), attributes.axis);
    for (std::int64_t o = 0; o < to.outer; ++o)
        for (std::int64_t a = 0; a < to.size; ++a)
            for (std::int64_t i = 0; i < to.inner; ++i)
                call.out(0)[to.at(o, a, i)] = call.in(0)[from.at(o, attributes.begin + a, i)];
}

} // namespace netsmith::reference
