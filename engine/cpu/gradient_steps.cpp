#include "engine/ops/gradient_steps.h"

#include "engine/cpu/kernels/copy.h"
#include "engine/cpu/kernels/gradient_steps.h"
#include "engine/cpu/lower_update.h"

namespace netsmith::cpu {
namespace {

/// Which thread works on which part of the arenas: the same threads as in products and the optimizer.
using ArenaShares = std::vector<std::vector<ArenaPiece>>;

ArenaShares sharesOf(const LoweringContext& context, const Op& op)
{
    return shareOut(context.plan.parameters, context.input(op, 0).shape.elements());
}

/// The number of elements of each value after the two arenas: `accumulated` stores their sums consecutively.
std::vector<std::int64_t> widthsOf(const LoweringContext& context, const Op& op)
{
    std::vector<std::int64_t> widths;
    for (std::size_t i = 2; i + 1 < op.inputs.size(); ++i)
        widths.push_back(context.input(op, i).shape.elements());
    return widths;
}

/// Calls `body(begin, count)` for every piece, each thread its own.
template <class Body>
void eachPiece(const ArenaShares& shares, const Body& body)
{
    eachPart(static_cast<int>(shares.size()), [&](int part) {
        for (const ArenaPiece& piece : shares[static_cast<std::size_t>(part)])
            body(piece.begin, piece.end - piece.begin);
    });
}

} // namespace

template <>
Lowered lower<ops::accumulateGradients>(const LoweringContext& context, const Op& op)
{
    return lowerTo([shares = sharesOf(context, op), widths = widthsOf(context, op)](const Addresses& at) {
        auto* accumulated = at.out<float>(1);
        const bool begins = accumulated[0] == 0.0f;
        eachPiece(shares, [&](std::int64_t begin, std::int64_t count) {
            if (begins) {
                const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(float));
                kernels::copyRuns(reinterpret_cast<const std::byte*>(at.in<float>(0) + begin), bytes,
                                  reinterpret_cast<std::byte*>(at.out<float>(0) + begin), bytes, bytes, 1);
            } else {
                kernels::addInto(at.in<float>(0) + begin, at.out<float>(0) + begin, count);
            }
        });
        float* sum = accumulated + 1;
        for (std::size_t v = 0; v < widths.size(); ++v)
            for (std::int64_t i = 0; i < widths[v]; ++i, ++sum)
                *sum = (begins ? 0.0f : *sum) + at.in<float>(2 + v)[i];
        accumulated[0] += 1.0f;
    });
}

template <>
Lowered lower<ops::addAccumulated>(const LoweringContext& context, const Op& op)
{
    return lowerTo([shares = sharesOf(context, op), widths = widthsOf(context, op)](const Addresses& at) {
        auto* accumulated = at.out<float>(1 + widths.size());
        const bool adds = accumulated[0] > 0.0f;
        if (adds)
            eachPiece(shares, [&](std::int64_t begin, std::int64_t count) {
                kernels::addInto(at.in<float>(1) + begin, at.out<float>(0) + begin, count);
            });
        const float* sum = accumulated + 1;
        for (std::size_t v = 0; v < widths.size(); ++v)
            for (std::int64_t i = 0; i < widths[v]; ++i, ++sum)
                at.out<float>(1 + v)[i] = at.in<float>(2 + v)[i] + (adds ? *sum : 0.0f);
        accumulated[0] = 0.0f;
    });
}

template <>
Lowered lower<ops::clipValues>(const LoweringContext& context, const Op& op)
{
    return lowerTo([shares = sharesOf(context, op), most = op.as<ClipValuesAttributes>().most](const Addresses& at) {
        const auto limit = static_cast<float>(most / *at.in<float>(1));
        eachPiece(shares,
                  [&](std::int64_t begin, std::int64_t count) { kernels::clipInto(limit, at.out<float>(0) + begin, count); });
    });
}

} // namespace netsmith::cpu
