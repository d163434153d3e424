#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"

#include <algorithm>

namespace netsmith::interop {
namespace {

using Dims = std::vector<std::int64_t>;

/// For each axis by how much it grows. Throws unless these are whole numbers.
Dims factorsOf(NodeCall& call, const Dims& sizes, bool upsample)
{
    const auto rank = sizes.size();
    const int scalesAt = upsample ? 1 : 2;
    std::vector<double> scales;
    if (call.has(scalesAt) && call.constant(scalesAt).elements() > 0)
        scales = call.constant(scalesAt).numbers();
    else if (upsample)
        scales = call.numbers("scales");
    Dims wanted = !upsample && call.has(3) ? call.constant(3).integers() : Dims();
    const Dims axes = call.integers("axes");
    const auto whole = [&](auto list, auto otherwise) { // those of all axes, from those of some
        if (axes.empty() || list.empty())
            return list;
        decltype(list) all(rank, otherwise);
        for (std::size_t i = 0; i < axes.size() && i < list.size(); ++i)
            all[static_cast<std::size_t>(axisOf(axes[i], static_cast<int>(rank)))] = list[i];
        return all;
    };
    scales = whole(scales, 1.0);
    wanted = whole(wanted, std::int64_t{0});
    Dims factors(rank, 1);
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const double factor = axis < scales.size()     ? scales[axis]
            : axis < wanted.size() && wanted[axis] > 0 ? static_cast<double>(wanted[axis]) / static_cast<double>(sizes[axis])
                                                       : 1.0;
        if (!(factor >= 1 && factor <= 4096) || factor != static_cast<double>(static_cast<std::int64_t>(factor)))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("onnx.import.factor", "it resizes by {0}; only whole factors from 1 on are supported"), factor);
        factors[axis] = static_cast<std::int64_t>(factor);
    }
    return factors;
}

/// An image's height and width at once.
Flow resizedImage(NodeCall& call, const Flow& given, const Dims& factors, std::string_view interpolation)
{
    const Flow x = channelsLast(call, given);
    const auto placed =
        call.network().add("up_sampling2d", {{"size", Dims{factors[2], factors[3]}}, {"interpolation", std::string(interpolation)}},
                           std::span(&x, 1), call.name());
    return Flow::of(placed.port, placed.shape, call.network().batch(), std::vector<int>{AxisLayout::batchFactor, 2, 0, 1});
}

} // namespace

void importResize(NodeCall& call)
{
    const Flow given = call.flow(0);
    const bool upsample = call.node().op == "Upsample" || call.opset() < 11;
    const Dims factors = factorsOf(call, given.dims(), upsample);
    const std::string mode = call.text("mode", "nearest");
    const std::string places = call.text("coordinate_transformation_mode", upsample ? "asymmetric" : "half_pixel");
    const std::string rounding = call.text("nearest_mode", upsample ? "floor" : "round_prefer_floor");
    const std::int64_t most = factors.empty() ? 1 : *std::ranges::max_element(factors);
    const bool halfPixels = places == "half_pixel" || places == "half_pixel_symmetric" || places == "pytorch_half_pixel";
    const bool repeats = mode == "nearest"
        && (halfPixels ? rounding.starts_with("round")
                       : places == "asymmetric" && (rounding == "floor" || (rounding == "round_prefer_floor" && most <= 2)));
    const bool blends = mode == "linear" && halfPixels;
    if (most > 1 && !repeats && !blends)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("onnx.import.interpolation",
                       "it interpolates in a way that no layer has ({0}, {1}); repeating and bilinear with half-pixel places are "
                       "supported"),
            mode, places);
    if (most > 1 && factors.size() == 4 && given.layout.batchAxis() == 0 && factors[0] == 1 && factors[1] == 1) {
        call.setFlow(resizedImage(call, given, factors, blends ? "bilinear" : "nearest"));
        return;
    }
    Flow x = given;
    for (int axis = 0; axis < static_cast<int>(factors.size()); ++axis) {
        const std::int64_t factor = factors[static_cast<std::size_t>(axis)];
        if (factor == 1)
            continue;
        if (blends)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("onnx.import.blending", "it interpolates along other axes than height and width"));
        if (x.layout.holdsBatch(axis))
            refuseBatchAxis(axis);
        x = repeatedAlong(call, x, axis, factor);
    }
    call.setFlow(x);
}

} // namespace netsmith::interop
