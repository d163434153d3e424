#pragma once

#include "engine/inspect/activations/layer_picture.h"
#include "gui/canvas/node_pictures.h"

namespace netsmith::gui {

/// A layer's output in the colours of `ValueRamp`, one pixel a cell: maps beside each other in as many rows as make them largest
/// where the picture is as wide as `aspect` times its height.
QImage imageOf(const inspect::LayerPicture& picture, double aspect);
/// One of its maps, or its strip.
QImage mapImageOf(const inspect::LayerPicture& picture, int map);

/// The same for a node, with its figures in words.
NodePicture nodePictureOf(const inspect::LayerPicture& picture);

/// "26×26×32 · 10 of 32 maps · −1.2 to 3.4 · 41 % zeros"
QString wordsOf(const inspect::LayerPicture& picture);

} // namespace netsmith::gui
