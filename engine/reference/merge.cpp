#include "engine/ops/merge.h"

#include "engine/reference/call.h"

#include <cmath>

namespace netsmith::reference {
namespace {

double merged(Merge kind, double a, double b)
{
    switch (kind) {
    case Merge::subtract: return a - b;
    case Merge::multiply: return a * b;
    case Merge::maximum: return a > b || std::isnan(a) ? a : b;
    case Merge::minimum: return a < b || std::isnan(a) ? a : b;
    }
    return a;
}

} // namespace

template <>
void compute<ops::merge>(const Call& call)
{
    const Merge kind = call.as<MergeAttributes>().kind;
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = merged(kind, call.in(0)[i], call.in(1)[i]);
}

template <>
void compute<ops::mergeBackward>(const Call& call)
{
    const bool most = call.as<MergeAttributes>().kind == Merge::maximum;
    for (std::int64_t i = 0; i < call.in(0).size(); ++i) {
        const double a = call.in(0)[i], b = call.in(1)[i], dy = call.in(2)[i];
        const bool first = most ? a > b : a < b;
        call.out(0)[i] = a == b ? 0.5 * dy : first ? dy : 0.0;
        call.out(1)[i] = a == b ? 0.5 * dy : first ? 0.0 : dy;
    }
}

} // namespace netsmith::reference
