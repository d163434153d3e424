#pragma once

#include "gui/document/layer_book.h"
#include "gui/widgets/lists/search_rank.h"
#include "gui/widgets/lists/sectioned_list.h"

namespace netsmith::gui {

/// How layers are listed: under the headings of their categories, in the palette and in pickers.

/// The heading of a category's layers.
QString sectionTitle(Category category);
/// Blocks have a heading of their own.
QString sectionTitle(const LayerSpec& layer);
/// The project's blocks, then every layer, ordered by heading and then by title; inside a block also its inputs and outputs.
std::vector<const LayerSpec*> layersInOrder(const LayerBook& layers, bool insideBlock = false);
SectionedList::Row layerRow(const LayerSpec& layer);
/// A layer's titles, its id, its names in other programs and books, and its documentation.
Searchable layerSearch(const LayerSpec& layer);

} // namespace netsmith::gui
