#include "gui/inspect/layer_view.h"

#include "gui/inspect/layer_image.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/value_ramp.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

using Form = inspect::LayerPicture::Form;

constexpr int sides[] = {220, 160, 120, 96, 72}; ///< of a map, the first with which all are in view
constexpr int inView = 430;
constexpr int aloneSide = 420; ///< of a single map
constexpr int barsRoom = 240;
constexpr int leastStrip = 160, stepHeight = 12, mostStrip = 480;

} // namespace

LayerView::LayerView(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, [this] { show(m_picture, m_grid); });
}

void LayerView::show(const inspect::LayerPicture& picture, const std::optional<InputGrid>& grid)
{
    m_grid = grid;
    const bool same = picture.node == m_picture.node && picture.shape == m_picture.shape;
    m_picture = picture;
    m_images.clear();
    if (picture.cells.empty())
        return;
    if (picture.form == Form::colour)
        m_images.push_back(imageOf(picture, 1.0));
    else if (picture.form != Form::bars)
        for (int map = 0; map < maps(); ++map)
            m_images.push_back(mapImageOf(picture, map));
    if (!same)
        updateGeometry();
    update();
    if (m_pointer)
        Q_EMIT pointed(wordsAt(*m_pointer));
}

int LayerView::maps() const
{
    return m_picture.form == Form::colour ? 1 : static_cast<int>(m_picture.shown);
}

LayerView::Layout LayerView::layoutFor(int width) const
{
    const Theme& theme = Theme::instance();
    Layout layout;
    if (m_picture.cells.empty())
        return layout;
    const double wide = m_picture.width, high = m_picture.height;
    if (m_picture.form == Form::bars || m_picture.form == Form::strip) {
        layout.cell = width / wide;
        layout.cellHeight = m_picture.form == Form::bars
            ? theme.scaled(barsRoom)
            : std::clamp<double>(stepHeight * high, theme.scaled(leastStrip), theme.scaled(mostStrip)) / high;
        return layout;
    }
    if (maps() == 1) {
        layout.cell = layout.cellHeight = std::min(width / wide, theme.scaled(aloneSide) / high);
        return layout;
    }
    layout.gap = theme.scaled(6);
    for (const int side : sides) {
        layout.cell = layout.cellHeight = theme.scaled(side) / std::max(wide, high);
        layout.columns = std::clamp(static_cast<int>((width + layout.gap) / (wide * layout.cell + layout.gap)), 1, maps());
        layout.rows = (maps() + layout.columns - 1) / layout.columns;
        if (layout.rows * (high * layout.cell + layout.gap) <= theme.scaled(inView))
            break;
    }
    return layout;
}

QPointF LayerView::cornerOf(int map, const Layout& layout) const
{
    return {map % layout.columns * (m_picture.width * layout.cell + layout.gap),
            map / layout.columns * (m_picture.height * layout.cellHeight + layout.gap)};
}

QRectF LayerView::cellRectangle(int map, int row, int column) const
{
    const Layout layout = layoutFor(width());
    return {cornerOf(map, layout) + QPointF(column * layout.cell, row * layout.cellHeight), QSizeF(layout.cell, layout.cellHeight)};
}

QSize LayerView::sizeHint() const
{
    const int width = Theme::instance().scaled(640);
    return {width, heightForWidth(width)};
}

int LayerView::heightForWidth(int width) const
{
    const Layout layout = layoutFor(width);
    return static_cast<int>(std::ceil(layout.rows * (m_picture.height * layout.cellHeight + layout.gap) - layout.gap));
}

void LayerView::paintBars(QPainter& painter)
{
    const Theme& theme = Theme::instance();
    const ValueRamp ramp;
    const double above = std::max(m_picture.summary.most, 0.0), below = std::max(-m_picture.summary.least, 0.0);
    const double range = std::max(above + below, 1e-30), most = std::max({above, below, 1e-30});
    const int high = theme.scaled(barsRoom);
    const double zero = high * above / range;
    const double cell = width() / static_cast<double>(m_picture.width), between = cell >= 4.0 ? 1.0 : 0.0;
    for (int bar = 0; bar < m_picture.width; ++bar) {
        const float value = m_picture.cells[static_cast<std::size_t>(bar)];
        const bool finite = std::isfinite(value);
        const double end = finite ? high * (above - value) / range : 0.0;
        const double least = std::max(0.35, std::abs(value) / most); // visible on the ground
        const double begin = finite ? zero : high;
        painter.fillRect(QRectF(bar * cell, std::min(begin, end), cell - between, std::max(1.0, std::abs(end - begin))),
                         QColor::fromRgb(finite ? ramp.color(value < 0.0F ? -least : least) : ramp.notFinite()));
    }
    painter.setPen(theme.color(Token::line));
    const int line = std::clamp(static_cast<int>(std::lround(zero)), 0, high - 1);
    painter.drawLine(0, line, width(), line);
}

void LayerView::paintEvent(QPaintEvent*)
{
    if (m_picture.cells.empty())
        return;
    QPainter painter(this);
    const Layout layout = layoutFor(width());
    const auto frame = [&] {
        if (!m_chosen || m_grid || std::ssize(*m_chosen) != m_picture.shape.rank())
            return;
        const Cell cell = cellOf(*m_chosen);
        if (cell.map >= maps())
            return;
        QRectF place = cellRectangle(cell.map, cell.row, cell.column);
        const double least = Theme::instance().scaled(6); // small ones are seen, too
        if (place.width() < least || place.height() < least)
            place.adjust(-std::max(0.0, least - place.width()) / 2, -std::max(0.0, least - place.height()) / 2,
                         std::max(0.0, least - place.width()) / 2, std::max(0.0, least - place.height()) / 2);
        painter.setPen(QPen(Theme::instance().color(Token::careful), 2.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(place.intersected(QRectF(rect()).adjusted(1, 1, -1, -1)));
    };
    if (m_picture.form == Form::bars) {
        paintBars(painter);
        return frame();
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, std::min(layout.cell, layout.cellHeight) < 1.0);
    const QSizeF size(m_picture.width * layout.cell, m_picture.height * layout.cellHeight);
    for (int map = 0; map < maps(); ++map)
        painter.drawImage(QRectF(cornerOf(map, layout), size), m_images[static_cast<std::size_t>(map)]);
    frame();
}

std::optional<LayerView::Cell> LayerView::cellAt(QPointF place) const
{
    if (m_picture.cells.empty() || place.x() < 0.0 || place.y() < 0.0)
        return std::nullopt;
    const Layout layout = layoutFor(width());
    const double wide = m_picture.width * layout.cell, high = m_picture.height * layout.cellHeight;
    const int gridColumn = static_cast<int>(place.x() / (wide + layout.gap)),
              gridRow = static_cast<int>(place.y() / (high + layout.gap));
    const int map = gridRow * layout.columns + gridColumn;
    const QPointF within = place - QPointF(gridColumn * (wide + layout.gap), gridRow * (high + layout.gap));
    if (gridColumn >= layout.columns || map >= maps() || within.x() >= wide || within.y() >= high)
        return std::nullopt;
    return Cell{map, std::min(static_cast<int>(within.y() / layout.cellHeight), m_picture.height - 1),
                std::min(static_cast<int>(within.x() / layout.cell), m_picture.width - 1)};
}

/// The first number that a cell stands for.
inspect::Place LayerView::placeOf(const Cell& cell) const
{
    const Shape& shape = m_picture.shape;
    const auto first = [](int at, int cells, std::int64_t entries) { return at * entries / cells; };
    if (m_picture.form == Form::strip)
        return {first(cell.column, m_picture.width, shape[0]), first(cell.row, m_picture.height, shape[-1])};
    inspect::Place place(static_cast<std::size_t>(shape.rank()));
    if (m_picture.form == Form::bars) {
        std::int64_t element = first(cell.column, m_picture.width, shape.elements());
        for (int axis = shape.rank() - 1; axis >= 0; --axis) {
            place[static_cast<std::size_t>(axis)] = element % shape[axis];
            element /= shape[axis];
        }
        return place;
    }
    const std::size_t rank = place.size();
    place[rank - 1] = cell.map;
    place[rank - 2] = first(cell.column, m_picture.width, shape[-2]);
    place[rank - 3] = first(cell.row, m_picture.height, shape[-3]);
    if (rank > 3) // the middle slice is shown
        place[rank - 4] = shape[-4] / 2;
    return place;
}

LayerView::Cell LayerView::cellOf(const inspect::Place& place) const
{
    const Shape& shape = m_picture.shape;
    const auto of = [](std::int64_t entry, int cells, std::int64_t entries) {
        int cell = static_cast<int>(entry * cells / entries);
        while (cell + 1 < cells && (cell + 1) * entries / cells <= entry)
            ++cell;
        return cell;
    };
    if (m_picture.form == Form::strip)
        return {0, of(place[1], m_picture.height, shape[-1]), of(place[0], m_picture.width, shape[0])};
    if (m_picture.form == Form::bars) {
        std::int64_t element = 0;
        for (int axis = 0; axis < shape.rank(); ++axis)
            element = element * shape[axis] + place[static_cast<std::size_t>(axis)];
        return {0, 0, of(element, m_picture.width, shape.elements())};
    }
    const std::size_t rank = place.size();
    const int map = m_picture.form == Form::colour ? 0 : static_cast<int>(place[rank - 1]);
    return {map, of(place[rank - 3], m_picture.height, shape[-3]), of(place[rank - 2], m_picture.width, shape[-2])};
}

void LayerView::choose(const std::optional<inspect::Place>& place)
{
    m_chosen = place;
    update();
}

QString LayerView::wordsAt(QPointF place) const
{
    const std::optional<Cell> found = cellAt(place);
    if (!found)
        return {};
    const auto [map, row, column] = *found;
    const auto valueOf = [&, row = row, column = column](int channel) {
        const float value =
            m_picture.cells[static_cast<std::size_t>((channel * m_picture.height + row) * m_picture.width + column)];
        return std::isfinite(value) ? significantText(value, 4) : tr("not finite");
    };
    const Shape& shape = m_picture.shape;
    if (m_grid && m_grid->isPlane() && m_picture.form == Form::maps) {
        const std::vector<double> at = m_grid->at(row * InputGrid::side + column);
        return tr("Unit %1 at (%2, %3): %4").arg(countText(map), significantText(at[0]), significantText(at[1]), valueOf(map));
    }
    if (m_grid && m_picture.form == Form::strip)
        return tr("Unit %1 at %2: %3")
            .arg(countText(row * shape[-1] / m_picture.height), significantText(m_grid->at(column)[0]), valueOf(0));
    // A cell may stand for several: "195–389".
    const auto entry = [](int cell, int cells, std::int64_t entries) {
        const std::int64_t first = cell * entries / cells, last = (cell + 1) * entries / cells - 1;
        return first >= last ? countText(first) : tr("%1–%2").arg(countText(first), countText(last));
    };
    switch (m_picture.form) {
    case Form::bars: return tr("Unit %1: %2").arg(entry(column, m_picture.width, shape.elements()), valueOf(0));
    case Form::strip:
        return tr("Step %1, unit %2: %3")
            .arg(entry(column, m_picture.width, shape[0]), entry(row, m_picture.height, shape[-1]), valueOf(0));
    case Form::colour:
        return tr("Row %1, column %2: %3, %4, %5")
            .arg(entry(row, m_picture.height, shape[-3]), entry(column, m_picture.width, shape[-2]), valueOf(0), valueOf(1),
                 valueOf(2));
    case Form::maps: break;
    }
    return tr("Map %1, row %2, column %3: %4")
        .arg(countText(map), entry(row, m_picture.height, shape[-3]), entry(column, m_picture.width, shape[-2]), valueOf(map));
}

void LayerView::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    Q_EMIT pointed(wordsAt(*m_pointer));
}

void LayerView::mousePressEvent(QMouseEvent* event)
{
    if (const auto cell = cellAt(event->position()); cell && event->button() == Qt::LeftButton && !m_grid)
        Q_EMIT picked(placeOf(*cell));
    else
        QWidget::mousePressEvent(event);
}

void LayerView::leaveEvent(QEvent*)
{
    m_pointer.reset();
    Q_EMIT pointed({});
}

} // namespace netsmith::gui
