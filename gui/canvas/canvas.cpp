#include "gui/canvas/canvas.h"

#include "gui/canvas/canvas_fields.h"
#include "gui/canvas/gestures/drop_preview.h"
#include "gui/canvas/network_scene.h"
#include "gui/canvas/overlays/block_bar.h"
#include "gui/canvas/overlays/empty_hint.h"
#include "gui/canvas/overlays/find_bar.h"
#include "gui/canvas/overlays/minimap.h"
#include "gui/canvas/overlays/picture_legend.h"
#include "gui/canvas/overlays/tint_legend.h"
#include "gui/canvas/overlays/zoom_bar.h"
#include "gui/document/block_commands.h"
#include "gui/document/graph_edits.h"
#include "gui/widgets/theme.h"

#include <QFocusEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double farAway = 100'000.0; // the limit of panning, in scene units
constexpr double zoomStep = 1.25;
constexpr double dotStep = 20.0;
constexpr double leastDotStep = 14.0; // in pixels: below that, every other dot is left out
constexpr int overlayMargin = 12;
constexpr double captionRoom = 24.0; // above the first row, in scene units

} // namespace

Canvas::Canvas(Document& document, QWidget* parent)
    : QGraphicsView(parent)
    , m_document(document)
    , m_network(std::make_unique<NetworkScene>(document))
    , m_scrollTimer(new QTimer(this))
    , m_reasonTimer(new QTimer(this))
    , m_blockBar(new BlockBar(document, this))
    , m_zoomBar(new ZoomBar(this))
    , m_legend(new TintLegend(this))
    , m_pictureLegend(new PictureLegend(this))
    , m_findBar(new FindBar(this))
    , m_minimap(new Minimap(*this))
    , m_renameField(new RenameField(this))
    , m_noteField(new NoteField(this))
    , m_emptyHint(new EmptyHint(this))
    , m_reason(new QLabel(this))
{
    setObjectName(u"canvas"_s);
    setScene(m_network.get());
    setSceneRect(-farAway, -farAway, 2.0 * farAway, 2.0 * farAway);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(NoAnchor);
    setResizeAnchor(NoAnchor);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setDragMode(NoDrag);
    setInteractive(false);
    setOptimizationFlags(DontSavePainterState | DontAdjustForAntialiasing);
    setViewportUpdateMode(MinimalViewportUpdate);
    setRenderHints({});
    setFrameShape(QFrame::Box);
    setFrameShadow(QFrame::Plain);
    setLineWidth(1);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);

    m_scrollTimer->setInterval(16);
    m_reasonTimer->setInterval(6000);
    m_reasonTimer->setSingleShot(true);
    m_reason->setObjectName(u"canvasReason"_s);
    m_reason->setProperty("class", u"note-bad"_s);
    m_reason->setMargin(6);
    m_reason->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_reason->hide();

    connect(m_scrollTimer, &QTimer::timeout, this, &Canvas::scrollWithGesture);
    connect(m_reasonTimer, &QTimer::timeout, this, &Canvas::hideReason);
    connect(m_blockBar, &BlockBar::placeAsked, this, [this](const std::string& place) {
        m_document.open(place);
        setFocus(Qt::OtherFocusReason);
    });
    connect(&m_document, &Document::changed, this, &Canvas::follow);
    connect(&m_document.selection(), &Selection::revealed, this, &Canvas::showNode);
    connect(&m_document.selection(), &Selection::changed, this, [this] { m_document.endMerging(); });
    connect(&Theme::instance(), &Theme::changed, this, &Canvas::renewLook);
    connect(m_zoomBar, &ZoomBar::zoomInRequested, this, &Canvas::zoomIn);
    connect(m_zoomBar, &ZoomBar::zoomOutRequested, this, &Canvas::zoomOut);
    connect(m_zoomBar, &ZoomBar::resetRequested, this, &Canvas::zoomReset);
    connect(m_zoomBar, &ZoomBar::fitRequested, this, &Canvas::fitAll);
    connect(m_findBar, &FindBar::textChanged, this, [this](const QString& text) { findNode(text); });
    connect(m_findBar, &FindBar::nextRequested, this, [this](bool backwards) { findNode(m_findBar->text(), backwards); });
    connect(m_findBar, &FindBar::closed, this, [this] {
        m_findBar->hide();
        setFocus(Qt::OtherFocusReason);
    });
    retranslate();
    renewLook();
    showFromStart();
}

Canvas::~Canvas()
{
    m_gesture.reset(); // it uses the canvas while it is destroyed
    m_renameField->close(false); // they would lose the focus, and close, during destruction
    m_noteField->close(false);
}

const LayerSpec* Canvas::layerOf(const std::string& node) const
{
    const Node* found = m_document.graph().find(node);
    return found ? layers().of(*found) : nullptr;
}

void Canvas::follow(const Change& change)
{
    if (m_gesture)
        cancelGesture(); // what it started with is gone
    leaveHover();
    hideReason();
    if (change.everything) {
        m_views.clear();
        m_place.clear();
    }
    if (change.everything || change.opened)
        showPlace();
    else
        m_fitsWindow = false;
    m_emptyHint->setVisible(m_document.graph().nodes.empty());
}

void Canvas::showFromStart()
{
    m_zoom = 1.0;
    applyZoom();
    centerOn(0.0, 0.0);
    fitAll();
    m_emptyHint->setVisible(m_document.graph().nodes.empty());
}

double Canvas::scale() const
{
    return m_zoom * Theme::instance().textPercent() / 100.0;
}

void Canvas::applyZoom()
{
    setTransform(QTransform::fromScale(scale(), scale()));
    m_zoomBar->showZoom(m_zoom);
    Q_EMIT zoomChanged(m_zoom);
}

void Canvas::setZoom(double zoom, std::optional<QPoint> around)
{
    zoom = std::clamp(zoom, leastZoom, mostZoom);
    if (std::abs(zoom - 1.0) < 0.01)
        zoom = 1.0; // zooming in and out again ends at exactly 100 %, where text is sharpest
    if (zoom == m_zoom)
        return;
    m_renameField->close(true);
    const QPoint fixed = around.value_or(viewport()->rect().center());
    const QPointF anchor = viewportTransform().inverted().map(QPointF(fixed));
    m_zoom = zoom;
    m_fitsWindow = false;
    applyZoom();
    const QPointF way = viewportTransform().map(anchor) - fixed;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + static_cast<int>(std::lround(way.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(way.y())));
}

void Canvas::panBy(QPoint by)
{
    m_renameField->close(true);
    m_fitsWindow = false;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
}

void Canvas::showPart(QPointF middle)
{
    m_renameField->close(true);
    m_fitsWindow = false;
    centerOn(middle);
}

void Canvas::placeMinimap()
{
    m_minimap->move(width() - m_minimap->width() - overlayMargin,
                    height() - (m_legend->isHidden() && m_pictureLegend->isHidden() ? 0 : overlaysBelow()) - m_minimap->height()
                        - overlayMargin);
}

void Canvas::zoomIn()
{
    setZoom(m_zoom * zoomStep);
}

void Canvas::zoomOut()
{
    setZoom(m_zoom / zoomStep);
}

void Canvas::zoomReset()
{
    setZoom(1.0);
}

void Canvas::fit(const QRectF& rectangle, double mostZoomed)
{
    if (rectangle.isEmpty())
        return;
    setZoom(std::min(fittingZoom(rectangle), mostZoomed));
    centerOnFitted(rectangle);
}

double Canvas::fittingZoom(const QRectF& rectangle) const
{
    const auto around = [](int length) { return std::clamp(0.06 * length, 16.0, 40.0); };
    const QSize all = viewport()->size();
    const QSizeF room(std::max(50.0, all.width() - 2.0 * around(all.width())),
                      std::max(50.0, all.height() - 2.0 * around(all.height()) - overlaysBelow()));
    const double fitting = std::min(room.width() / rectangle.width(), room.height() / (rectangle.height() + captionRoom));
    return fitting * 100.0 / Theme::instance().textPercent();
}

void Canvas::centerOnFitted(const QRectF& rectangle)
{
    // If there is not enough space for the bars at the bottom, they cover the background.
    const double free = viewport()->height() - (rectangle.height() + captionRoom) * scale();
    const double below = std::clamp(free / 2.0, 0.0, overlaysBelow() / 2.0);
    centerOn(rectangle.center() + QPointF(0.0, -captionRoom / 2.0 + below / scale()));
}

void Canvas::fitAll()
{
    fit(m_network->networkRectangle(), 1.0);
    m_fitsWindow = true;
}

void Canvas::fitSelection()
{
    QRectF rectangle;
    for (const std::string& id : m_document.selection().nodes())
        if (const NodeItem* item = m_network->node(id))
            rectangle |= item->rectangle();
    for (const Edge& edge : m_document.selection().edges())
        if (const WireItem* item = m_network->wire(edge))
            rectangle |= item->boundingRect();
    for (const std::string& frame : m_document.selection().annotations().frames)
        if (const AnnotationItem* item = m_network->annotations().item({frame, {}}))
            rectangle |= item->rectangle();
    for (const std::size_t note : m_document.selection().annotations().notes)
        if (const AnnotationItem* item = m_network->annotations().item({{}, note}))
            rectangle |= item->rectangle();
    fit(rectangle, 1.5);
}

void Canvas::showNode(const std::string& node)
{
    const NodeItem* item = m_network->node(node);
    if (!item)
        return;
    showPlaceOf(item->rectangle());
}

void Canvas::showPlaceOf(const QRectF& rectangle)
{
    constexpr int around = 24;
    const QRect seen = mapFromScene(rectangle).boundingRect().adjusted(-around, -around, around, around);
    if (!viewport()->rect().contains(seen)) {
        m_fitsWindow = false;
        centerOn(rectangle.center());
    }
}

void Canvas::setTint(std::optional<NetworkTint> own, TintSource source)
{
    m_tints[static_cast<std::size_t>(source)] = std::move(own);
    const auto shown = std::ranges::find_if(m_tints.rbegin(), m_tints.rend(), [](const auto& each) { return each.has_value(); });
    const std::optional<NetworkTint> tint = shown == m_tints.rend() ? std::nullopt : *shown;
    if (tint == m_network->tint())
        return;
    m_network->setTint(tint);
    m_legend->setTint(tint ? &*tint : nullptr);
    placeOverlays();
}

void Canvas::setPictures(NetworkPictures pictures)
{
    const bool changes = pictures.nodes.empty() != m_network->pictures().nodes.empty();
    m_pictureLegend->setTitle(pictures.nodes.empty() ? QString() : pictures.title);
    m_network->setPictures(std::move(pictures));
    if (!changes)
        return;
    placeOverlays();
    if (m_fitsWindow)
        keepFit(); // they are part of what is in view
}

void Canvas::setTrail(std::optional<NetworkTrail> trail)
{
    m_network->setTrail(std::move(trail));
}

void Canvas::openPicture(const std::string& node)
{
    Q_EMIT pictureActivated(m_document.place().empty() ? node : m_document.place() + '/' + node);
}

void Canvas::addButton(QAction& action)
{
    m_zoomBar->addButton(action);
    placeOverlays();
}

void Canvas::renewLook()
{
    const QPointF middle = mapToScene(viewport()->rect().center());
    m_network->renew();
    m_emptyHint->renew();
    m_legend->renew();
    m_pictureLegend->renew();
    applyZoom();
    centerOn(middle); // the text size may have changed
    update();
    placeOverlays();
    viewport()->update();
}

bool Canvas::event(QEvent* event)
{
    if (event->type() != QEvent::Paint)
        return QGraphicsView::event(event);
    // The frame is always drawn, so that nothing moves when the canvas gets the focus; the viewport paints the rest.
    QPainter painter(this);
    painter.setPen(m_network->look().color(hasFocus() && m_byKeyboard ? Token::focusRing : Token::canvas));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    return true;
}

void Canvas::retranslate()
{
    setAccessibleName(tr("Network"));
    setAccessibleDescription(tr("The network as a diagram. The outline shows it as a list for screen readers."));
    placeOverlays();
}

/// The height that the zoom bar and the legends take at the bottom; if it is too low for both, there are no legends.
int Canvas::overlaysBelow() const
{
    const int both = heightWithLegends(width(), overlayMargin, m_zoomBar->size(), *m_legend, *m_pictureLegend);
    return both <= height() - viewportMargins().top() ? both : overlayMargin + m_zoomBar->height();
}

void Canvas::placeOverlays()
{
    m_zoomBar->fitInto(width() - 2 * overlayMargin);
    m_zoomBar->move(overlayMargin, height() - m_zoomBar->height() - overlayMargin);
    const bool hasRoom = heightWithLegends(width(), overlayMargin, m_zoomBar->size(), *m_legend, *m_pictureLegend)
        <= height() - viewportMargins().top();
    for (Legend* legend : {static_cast<Legend*>(m_legend), static_cast<Legend*>(m_pictureLegend)})
        legend->setRoom(hasRoom);
    m_legend->move(width() - m_legend->width() - overlayMargin, height() - overlaysBelow());
    const int tint = m_legend->isHidden() ? 0 : m_legend->height() + overlayMargin;
    m_pictureLegend->move(width() - m_pictureLegend->width() - overlayMargin, height() - overlaysBelow() + tint);
    m_findBar->adjustSize();
    const int bar = m_blockBar->isHidden() ? 0 : m_blockBar->sizeHint().height();
    m_blockBar->setGeometry(1, 1, width() - 2, bar);
    if (viewportMargins().top() != bar)
        setViewportMargins(0, bar, 0, 0);
    placeMinimap();
    m_minimap->follow();
    m_findBar->move(width() - m_findBar->width() - overlayMargin, bar + overlayMargin);
    m_emptyHint->fitInto(width() - 2 * overlayMargin);
    m_emptyHint->move((width() - m_emptyHint->width()) / 2, (height() - m_emptyHint->height()) / 2);
}

void Canvas::showReason(QPoint viewPosition, const QString& reason)
{
    constexpr QPoint beside(16, 18);
    m_reason->setText(reason);
    m_reason->setWordWrap(false);
    const QSize line = m_reason->sizeHint();
    const int room = std::max(80, width() - 2 * overlayMargin);
    m_reason->setWordWrap(line.width() > room);
    m_reason->resize(line.width() > room ? QSize(room, m_reason->heightForWidth(room)) : line);
    const QPoint place = viewport()->mapTo(this, viewPosition) + beside;
    m_reason->move(std::clamp(place.x(), 0, std::max(0, width() - m_reason->width())),
                   std::clamp(place.y(), 0, std::max(0, height() - m_reason->height())));
    m_reason->show();
    m_reason->raise();
}

void Canvas::hideReason()
{
    m_reasonTimer->stop();
    m_reason->hide();
}

void Canvas::refuse(const QString& reason)
{
    QRectF chosen;
    for (const std::string& id : m_document.selection().nodes())
        if (const NodeItem* item = m_network->node(id))
            chosen |= item->rectangle();
    const QPoint beside = !chosen.isEmpty() ? mapFromScene(chosen.bottomLeft())
        : m_pointerInside                   ? m_pointer
                                            : viewport()->rect().center();
    showReason(beside, reason);
    m_reasonTimer->start();
    Q_EMIT noticed(reason);
}

void Canvas::changeEvent(QEvent* event)
{
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        m_network->renew();
    }
}

void Canvas::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    placeOverlays();
    if (m_fitsWindow)
        keepFit();
}

void Canvas::keepFit()
{
    const QRectF network = m_network->networkRectangle();
    if (network.isEmpty())
        return;
    // If the network still fits, for example after a bar has appeared above or below, the zoom is kept.
    constexpr double least = 8.0;
    const QSizeF room(viewport()->width() - 2.0 * least, viewport()->height() - 2.0 * least);
    const bool fits = network.width() * scale() <= room.width() && network.height() * scale() <= room.height();
    if (!fits || fittingZoom(network) > m_zoom)
        fitAll();
    else
        centerOnFitted(network);
}

void Canvas::drawBackground(QPainter* painter, const QRectF& area)
{
    const CanvasLook& look = m_network->look();
    const QTransform world = painter->worldTransform();
    const double scale = world.m11();
    const double ratio = viewport()->devicePixelRatioF();
    const QRectF seen = world.mapRect(area);
    painter->setWorldTransform({});
    painter->fillRect(seen, look.color(Token::canvas));
    double step = dotStep;
    while (step * scale < leastDotStep)
        step *= 2.0;
    const double dot = std::max(1.0, std::round(1.4 * std::clamp(scale, 0.5, 2.0) * ratio)) / ratio;
    const QColor& color = look.color(Token::grid);
    const double firstX = std::floor(area.left() / step) * step;
    for (double y = std::floor(area.top() / step) * step; y <= area.bottom(); y += step)
        for (double x = firstX; x <= area.right(); x += step) {
            const QPointF at = CanvasLook::toPixel(world.map(QPointF(x, y)), ratio);
            painter->fillRect(QRectF(at, QSizeF(dot, dot)), color);
        }
    painter->setWorldTransform(world);
}

void Canvas::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    m_byKeyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason
        || event->reason() == Qt::ShortcutFocusReason;
    update();
}

void Canvas::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    m_spaceHeld = false;
    m_document.endMerging();
    update();
    showCursor();
}

} // namespace netsmith::gui
