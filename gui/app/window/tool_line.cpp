#include "gui/app/window/tool_line.h"

#include <QEvent>
#include <QHBoxLayout>

#include <algorithm>

namespace netsmith::gui {

ToolLine::ToolLine(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(8);
}

QSize ToolLine::minimumSizeHint() const
{
    return {0, m_row->minimumSize().height()};
}

bool ToolLine::event(QEvent* event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        fit();
    return done;
}

void ToolLine::fit()
{
    const auto widthOf = [this](const QWidget* widget) {
        return std::max(widget->minimumWidth(), std::min(widget->maximumWidth(), widget->minimumSizeHint().width()))
            + m_row->spacing();
    };
    int needed = m_row->minimumSize().width();
    for (const QWidget* widget : std::as_const(m_optional))
        if (widget->isHidden())
            needed += widthOf(widget);
    for (QWidget* widget : std::as_const(m_optional)) {
        const bool leaves = needed > width();
        if (leaves)
            needed -= widthOf(widget);
        if (widget->isHidden() != leaves) // setting it unchanged would cause an endless loop of layout requests
            widget->setHidden(leaves);
    }
}

} // namespace netsmith::gui
