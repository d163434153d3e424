#pragma once

#include "engine/graph/layer_spec.h"
#include "gui/widgets/controls/search_rank.h"
#include "gui/widgets/controls/sectioned_list.h"

namespace netsmith::gui {

/// How layers are listed: under the headings of their categories, in the palette and wherever one is picked.

/// The heading a category's layers stand under.
QString sectionTitle(Category category);
/// Every layer, in the order of the headings and then of the titles.
std::vector<const LayerSpec*> layersInOrder();
SectionedList::Row layerRow(const LayerSpec& layer);
/// A layer's titles, its id, what other programs and books call it, and its doc.
Searchable layerSearch(const LayerSpec& layer);

} // namespace netsmith::gui
