#pragma once

#include <QString>

class QModelIndex;

namespace netsmith::gui {

class LayerTable;

/// How the number in a cell comes about, written out with the numbers of the step, a line for each part; of more than a few dozen
/// terms the first, and how many follow. Empty where it is not known.
QString equationOf(const LayerTable& table, const QModelIndex& index);

} // namespace netsmith::gui
