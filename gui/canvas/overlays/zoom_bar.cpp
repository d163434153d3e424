#include "gui/canvas/overlays/zoom_bar.h"

#include "gui/canvas/canvas.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QToolButton* button(QWidget* parent, const QString& name)
{
    auto* made = new QToolButton(parent);
    made->setObjectName(name);
    made->setFocusPolicy(Qt::TabFocus);
    made->setCursor(Qt::ArrowCursor);
    return made;
}

} // namespace

ZoomBar::ZoomBar(QWidget* parent)
    : QWidget(parent)
    , m_out(button(this, u"canvasZoomOut"_s))
    , m_reset(button(this, u"canvasZoomReset"_s))
    , m_in(button(this, u"canvasZoomIn"_s))
    , m_fit(button(this, u"canvasFit"_s))
{
    setObjectName(u"canvasZoomBar"_s);
    setCursor(Qt::ArrowCursor);
    m_out->setIcon(icon(u"minus"_s));
    m_in->setIcon(icon(u"plus"_s));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    for (QToolButton* one : {m_out, m_reset, m_in, m_fit})
        row->addWidget(one);
    connect(m_out, &QToolButton::clicked, this, &ZoomBar::zoomOutRequested);
    connect(m_reset, &QToolButton::clicked, this, &ZoomBar::resetRequested);
    connect(m_in, &QToolButton::clicked, this, &ZoomBar::zoomInRequested);
    connect(m_fit, &QToolButton::clicked, this, &ZoomBar::fitRequested);
    connect(&Theme::instance(), &Theme::changed, this, &ZoomBar::retranslate); // setting the style sheet again resets the font
    retranslate();
}

void ZoomBar::showZoom(double zoom)
{
    m_zoom = zoom;
    m_reset->setText(percentText(zoom, 0));
    m_out->setEnabled(zoom > Canvas::leastZoom);
    m_in->setEnabled(zoom < Canvas::mostZoom);
}

void ZoomBar::addButton(QAction& action)
{
    QToolButton* made = button(this, action.objectName() + u"Button"_s);
    made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    made->setDefaultAction(&action);
    if (action.menu())
        made->setPopupMode(QToolButton::InstantPopup);
    layout()->addWidget(made);
    m_added << made;
    adjustSize();
}

void ZoomBar::fitInto(int room)
{
    for (const Qt::ToolButtonStyle style : {Qt::ToolButtonTextBesideIcon, Qt::ToolButtonIconOnly}) {
        for (QToolButton* each : m_added)
            each->setToolButtonStyle(style);
        layout()->activate();
        if (sizeHint().width() <= room)
            break;
    }
    adjustSize();
}

void ZoomBar::retranslate()
{
    m_out->setToolTip(tr("Zoom out (Ctrl+−)"));
    m_out->setAccessibleName(tr("Zoom out"));
    m_reset->setToolTip(tr("Zoom to 100 % (Ctrl+0)"));
    m_reset->setAccessibleName(tr("Zoom to 100 %"));
    m_in->setToolTip(tr("Zoom in (Ctrl++)"));
    m_in->setAccessibleName(tr("Zoom in"));
    m_fit->setText(tr("Fit F"));
    m_fit->setToolTip(tr("Show the whole network (F)"));
    m_fit->setAccessibleName(tr("Fit all"));
    m_reset->setFont(Theme::instance().font(TextRole::number));
    // Wide enough for every zoom, so that the other buttons don't move.
    const QFontMetrics metrics(m_reset->font());
    m_reset->setFixedWidth(metrics.horizontalAdvance(percentText(4.0, 0)) + Theme::instance().scaled(20));
    showZoom(m_zoom);
    adjustSize();
}

void ZoomBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace netsmith::gui
