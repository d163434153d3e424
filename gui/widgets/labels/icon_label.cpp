#include "gui/widgets/labels/icon_label.h"

#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QPainter>

namespace netsmith::gui {

IconLabel::IconLabel(const QString& name, Token token, int side, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_token(token)
    , m_side(side)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void IconLabel::setIcon(const QString& name, Token token)
{
    m_name = name;
    m_token = token;
    update();
}

QSize IconLabel::sizeHint() const
{
    const int side = Theme::instance().scaled(m_side);
    return {side, side};
}

void IconLabel::paintEvent(QPaintEvent*)
{
    if (m_name.isEmpty())
        return;
    QPainter painter(this);
    paintIcon(painter, rect(), m_name, Theme::instance().color(m_token));
}

} // namespace netsmith::gui
