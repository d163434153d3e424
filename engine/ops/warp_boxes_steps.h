#pragma once

#include "engine/ops/warp_steps.h"

// The arithmetic of moving boxes with the image they lie on, in functions that a GPU runs too.

namespace netsmith {

/// A box by its edges in pixels. They lie between pixels: the first pixel reaches from 0 to 1.
struct BoxEdges {
    double left = 0.0;
    double top = 0.0;
    double right = 0.0;
    double bottom = 0.0;

    constexpr double area() const { return right > left && bottom > top ? (right - left) * (bottom - top) : 0.0; }
};

/// From a pixel of the input to the output, up to a common factor, which does not change a projective map.
constexpr WarpMap inverse(const WarpMap& map)
{
    const double* m = map.m;
    return {{m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4], //
             m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5], //
             m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]}};
}

/// The bounding box of a box's corners mapped by `forward`; the centre of the first pixel is the map's 0.
constexpr BoxEdges moved(const BoxEdges& box, const WarpMap& forward)
{
    BoxEdges out;
    for (int corner = 0; corner < 4; ++corner) {
        const double x = (corner & 1 ? box.right : box.left) - 0.5;
        const double y = (corner & 2 ? box.bottom : box.top) - 0.5;
        const double w = forward.m[6] * x + forward.m[7] * y + forward.m[8];
        const double column = (forward.m[0] * x + forward.m[1] * y + forward.m[2]) / w + 0.5;
        const double row = (forward.m[3] * x + forward.m[4] * y + forward.m[5]) / w + 0.5;
        out.left = corner == 0 || column < out.left ? column : out.left;
        out.right = corner == 0 || column > out.right ? column : out.right;
        out.top = corner == 0 || row < out.top ? row : out.top;
        out.bottom = corner == 0 || row > out.bottom ? row : out.bottom;
    }
    return out;
}

/// The part of a box inside an image of this size.
constexpr BoxEdges clipped(const BoxEdges& box, double width, double height)
{
    const auto within = [](double value, double most) { return value < 0.0 ? 0.0 : value > most ? most : value; };
    return {within(box.left, width), within(box.top, height), within(box.right, width), within(box.bottom, height)};
}

/// A box on the output of a warp, or one without area if too little of it is left: no more than `leastVisible` of its area.
constexpr BoxEdges warped(const BoxEdges& box, const WarpMap& forward, double width, double height, double leastVisible)
{
    const BoxEdges whole = moved(box, forward);
    const BoxEdges seen = clipped(whole, width, height);
    return seen.area() > leastVisible * whole.area() ? seen : BoxEdges();
}

/// Writes the `numbers` numbers of a box as it is on the output, all 0 if it no longer counts; returns whether it does.
constexpr bool warpBox(const float* box, bool counts, std::int64_t numbers, const WarpMap& forward, double width, double height,
                       double leastVisible, float* out)
{
    const BoxEdges seen = warped({box[0], box[1], box[2], box[3]}, forward, width, height, leastVisible);
    const bool stays = counts && seen.area() > 0.0;
    const double edges[] = {seen.left, seen.top, seen.right, seen.bottom};
    for (std::int64_t i = 0; i < numbers; ++i)
        out[i] = !stays ? 0.0f : i < 4 ? static_cast<float>(edges[i]) : box[i];
    return stays;
}

/// Of the boxes that a kernel moves with their images.
struct WarpBoxesSizes {
    std::int64_t images;
    std::int64_t boxes; ///< of an image
    std::int64_t numbers; ///< of a box
    double leastVisible;
};

} // namespace netsmith
