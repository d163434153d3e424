#include "engine/ops/group_norm.h"

#include "engine/reference/call.h"

#include <cmath>

namespace netsmith::reference {
namespace {

/// An N, …, C tensor as samples × positions × groups × channels of a group.
struct Groups {
    explicit Groups(const Call& call)
        : channels(call.in(0).shape()[-1])
        , groups(call.as<GroupNormAttributes>().groups)
        , samples(call.in(0).shape()[0])
        , positions(call.in(0).size() / samples / channels)
        , members(static_cast<double>(positions * (channels / groups)))
    {
    }

    /// Calls `body(i, c)` with the index and the channel of each member of a group, which is counted over all samples.
    template <class F>
    void eachMember(std::int64_t group, F body) const
    {
        const std::int64_t width = channels / groups;
        for (std::int64_t p = 0; p < positions; ++p)
            for (std::int64_t c = group % groups * width; c < (group % groups + 1) * width; ++c)
                body((group / groups * positions + p) * channels + c, c);
    }

    std::int64_t channels;
    std::int64_t groups;
    std::int64_t samples;
    std::int64_t positions;
    double members;
};

} // namespace

template <>
void compute<ops::groupNorm>(const Call& call)
{
    const Groups of(call);
    const Tensor& x = call.in(0);
    for (std::int64_t g = 0; g < of.samples * of.groups; ++g) {
        double mean = 0.0;
        of.eachMember(g, [&](std::int64_t i, std::int64_t) { mean += x[i] / of.members; });
        double variance = 0.0;
        of.eachMember(g, [&](std::int64_t i, std::int64_t) { variance += (x[i] - mean) * (x[i] - mean) / of.members; });
        const double inverse = 1.0 / std::sqrt(variance + call.as<GroupNormAttributes>().epsilon);
        call.out(1)[g] = mean;
        call.out(2)[g] = inverse;
        of.eachMember(g, [&](std::int64_t i, std::int64_t c) {
            const double scaled = (x[i] - mean) * inverse * (call.hasInput(1) ? call.in(1)[c] : 1.0);
            call.out(0)[i] = scaled + (call.hasInput(2) ? call.in(2)[c] : 0.0);
        });
    }
}

template <>
void compute<ops::groupNormBackward>(const Call& call)
{
    const Groups of(call);
    for (std::int64_t c = 0; c < of.channels; ++c)
        call.out(1)[c] = call.out(2)[c] = 0.0;
    for (std::int64_t g = 0; g < of.samples * of.groups; ++g) {
        const double inverse = call.in(3)[g];
        const auto normalised = [&](std::int64_t i) { return (call.in(0)[i] - call.in(2)[g]) * inverse; };
        const auto arrived = [&](std::int64_t i, std::int64_t c) {
            return call.in(4)[i] * (call.hasInput(1) ? call.in(1)[c] : 1.0);
        };
        double sum = 0.0;
        double product = 0.0;
        of.eachMember(g, [&](std::int64_t i, std::int64_t c) {
            call.out(1)[c] += call.in(4)[i] * normalised(i);
            call.out(2)[c] += call.in(4)[i];
            sum += arrived(i, c);
            product += arrived(i, c) * normalised(i);
        });
        of.eachMember(g, [&](std::int64_t i, std::int64_t c) {
            call.out(0)[i] = inverse * (arrived(i, c) - sum / of.members - normalised(i) * product / of.members);
        });
    }
}

} // namespace netsmith::reference
