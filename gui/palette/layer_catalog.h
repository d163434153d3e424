#pragma once

#include "gui/document/layer_book.h"
#include "gui/widgets/controls/search_rank.h"
#include "gui/widgets/controls/sectioned_list.h"

namespace netsmith::gui {

/// How layers are listed: under the headings of their categories, in the palette and wherever one is picked.

/// The heading a category's layers stand under.
QString sectionTitle(Category category);
/// Blocks stand under their own.
QString sectionTitle(const LayerSpec& layer);
/// The project's blocks, then every layer, in the order of the headings and then of the titles; in a block its ends too.
std::vector<const LayerSpec*> layersInOrder(const LayerBook& layers, bool insideBlock = false);
SectionedList::Row layerRow(const LayerSpec& layer);
/// A layer's titles, its id, what other programs and books call it, and its doc.
Searchable layerSearch(const LayerSpec& layer);

} // namespace netsmith::gui
