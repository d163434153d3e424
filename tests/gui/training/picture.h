#pragma once

#include <QWidget>

namespace netsmith::test {

/// If NETSMITH_PICTURES is set, saves pictures of a widget in dark and light as NAME-APPEARANCE.png in that folder, for people to
/// look at. QT_SCALE_FACTOR sets another scale.
void savePictures(QWidget& widget, const QString& name);

} // namespace netsmith::test
