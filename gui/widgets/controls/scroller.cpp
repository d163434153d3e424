#include "gui/widgets/controls/scroller.h"

#include <QScrollBar>

namespace netsmith::gui {

Scroller::Scroller(QWidget* parent)
    : QScrollArea(parent)
    , m_bar(new QScrollBar(Qt::Vertical, this))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    m_bar->setFocusPolicy(Qt::NoFocus);
    m_bar->hide();
    const QScrollBar* real = verticalScrollBar();
    connect(real, &QScrollBar::rangeChanged, this, &Scroller::followRange);
    connect(real, &QScrollBar::valueChanged, m_bar, &QScrollBar::setValue);
    connect(m_bar, &QScrollBar::valueChanged, real, &QScrollBar::setValue);
}

void Scroller::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    const int width = m_bar->sizeHint().width();
    const QRect place = viewport()->geometry();
    m_bar->setGeometry(place.right() + 1 - width, place.top(), width, place.height());
    m_bar->raise();
    followRange();
}

void Scroller::followRange()
{
    const QScrollBar* real = verticalScrollBar();
    m_bar->setPageStep(real->pageStep());
    m_bar->setSingleStep(real->singleStep());
    m_bar->setRange(real->minimum(), real->maximum());
    m_bar->setValue(real->value());
    m_bar->setVisible(real->maximum() > real->minimum());
}

} // namespace netsmith::gui
