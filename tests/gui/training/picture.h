#pragma once

#include <QWidget>

namespace netsmith::test {

/// Saves what a widget looks like as NAME-APPEARANCE.png in the folder NETSMITH_PICTURES, in dark and light, where that is set; a
/// person looks at them. At another scale with QT_SCALE_FACTOR.
void savePictures(QWidget& widget, const QString& name);

} // namespace netsmith::test
