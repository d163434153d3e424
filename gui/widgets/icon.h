#pragma once

#include "gui/widgets/tokens.h"

#include <QIcon>
#include <QString>

class QPainter;

namespace netsmith::gui {

/// One of the studio's icons (resources/icons/NAME.svg, drawn in `currentColor`), painted in a token's colour of the theme at the
/// time of painting, sharp at every scale.
QIcon icon(const QString& name, Token token = Token::text);

/// The same in a rectangle of logical pixels.
void paintIcon(QPainter& painter, const QRectF& rectangle, const QString& name, const QColor& color);

} // namespace netsmith::gui
