#pragma once

#include <string>

namespace netsmith::gui {

class Document;

/// Opens the block that a layer is in and selects the layer: "conv2d_1" or "res_1/conv2d_1". False if there is none.
bool revealLayer(Document& document, const std::string& path);

} // namespace netsmith::gui
