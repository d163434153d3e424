#include "engine/ops/length_mask.h"
#include "engine/ops/warp_boxes.h"
#include "tests/engine/ops/worked_values.h"

namespace netsmith::test {
namespace {

WarpStep step(WarpStep::Kind kind, std::int32_t outputHeight, std::int32_t outputWidth, double vertical, double horizontal)
{
    WarpStep made{.kind = kind, .key = 1};
    made.height = 4;
    made.width = 6;
    made.outputHeight = outputHeight;
    made.outputWidth = outputWidth;
    made.low[0] = made.high[0] = vertical;
    made.low[1] = made.high[1] = horizontal;
    return made;
}

/// On an image of 4×6 a box of 2×2 pixels with the number 7, a box at the right edge, and one that is masked out.
Worked boxes(const std::string& name, const WarpStep& step, double leastVisible, Outputs expected)
{
    auto attributes = std::make_shared<WarpBoxesAttributes>();
    attributes->steps = {step};
    attributes->leastVisible = leastVisible;
    return {{name,
             &ops::warpBoxes,
             attributes,
             {f32({1, 3, 5}, {1, 0, 3, 2, 7, 5, 2, 6, 4, 8, 0, 0, 6, 4, 9}), f32({1, 3}, {1, 1, 0}), countersInput(0, 0, 0, 0)}},
            std::move(expected)};
}

} // namespace

void addBoxes(std::vector<Worked>& rows)
{
    using Kind = WarpStep::Kind;
    rows.push_back({{"length_mask", &ops::lengthMask, with<LengthMaskAttributes>(3), {f32({4}, {0, 2, 3, 1})}},
                    {{0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0}}});

    WarpStep turned = step(Kind::flip, 4, 6, 0.0, 1.0); // left to right, always
    rows.push_back(boxes("warp_boxes, flip", turned, 0.0, {{3, 0, 5, 2, 7, 0, 2, 1, 4, 8, 0, 0, 0, 0, 0}, {1, 1, 0}}));
    turned = step(Kind::flip, 4, 6, 1.0, 0.0); // upside down
    rows.push_back(boxes("warp_boxes, flip upside down", turned, 0.0, {{1, 2, 3, 4, 7, 5, 0, 6, 2, 8, 0, 0, 0, 0, 0}, {1, 1, 0}}));
    // The window starts at row 1 and column 2: one pixel of the first box is left, nothing of the second.
    const WarpStep window = step(Kind::window, 2, 3, 1.0, 2.0);
    rows.push_back(boxes("warp_boxes, window", window, 0.0, {{0, 0, 1, 1, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {1, 0, 0}}));
    rows.push_back(boxes("warp_boxes, too little left", window, 0.25, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0}}));
    rows.push_back(boxes("warp_boxes, resize", step(Kind::resize, 8, 3, 0.0, 0.0), 0.0,
                         {{0.5, 0, 1.5, 4, 7, 2.5, 4, 3, 8, 8, 0, 0, 0, 0, 0}, {1, 1, 0}}));
    // A quarter turn counter-clockwise about the middle (3, 2): (x, y) goes to (3 + (y − 2), 2 − (x − 3)).
    rows.push_back(boxes("warp_boxes, rotate", step(Kind::rotate, 4, 6, 1.5707963267948966, 0.0), 0.0,
                         {{1, 2, 3, 4, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {1, 0, 0}}));
}

} // namespace netsmith::test
