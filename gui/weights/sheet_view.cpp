#include "gui/weights/sheet_view.h"

#include "gui/weights/weights_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/value_ramp.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

using Form = inspect::WeightSheet::Form;

constexpr int mapSides[] = {96, 72, 56, 40, 28}; ///< of a map, the first with which all are in view
constexpr int mapsInView = 460;
constexpr int leastMatrixCell = 1, mostMatrixCell = 32;
constexpr int matrixHeight = 460;
constexpr int barsHeight = 220;
constexpr int rampWidth = 132, rampHeight = 10;

bool isMatrix(Form form)
{
    return form == Form::matrix || form == Form::gates || form == Form::table || form == Form::steps;
}

} // namespace

SheetView::SheetView(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        makeImages();
        updateGeometry();
        update();
    });
}

void SheetView::show(const inspect::WeightSheet& sheet, const inspect::TokenNames& names)
{
    const bool same = sheet.form == m_sheet.form && sheet.height == m_sheet.height && sheet.width == m_sheet.width
        && sheet.outputs == m_sheet.outputs && sheet.inputs == m_sheet.inputs;
    m_sheet = sheet;
    m_names = names;
    makeImages();
    if (!same)
        updateGeometry();
    update();
    if (m_pointer)
        Q_EMIT pointed(wordsAt(*m_pointer));
}

void SheetView::clear()
{
    m_sheet = {};
    m_images.clear();
    updateGeometry();
    update();
}

void SheetView::makeImages()
{
    m_images.clear();
    const ValueRamp ramp;
    const double most = std::max(m_sheet.most, 1e-30);
    const int width = static_cast<int>(m_sheet.width), height = static_cast<int>(m_sheet.height);
    for (std::int64_t map = 0; map < maps() && !isBars(); ++map) {
        QImage image(width, height, QImage::Format_ARGB32);
        const std::int64_t output = map / m_sheet.inputs, input = map % m_sheet.inputs;
        const auto share = [&](int row, int column, int channel) {
            return static_cast<double>(m_sheet.at(output, input, row, column, channel)) / most;
        };
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column) {
                bool isFinite = true;
                int parts[3] = {};
                for (int channel = 0; channel < 3 && m_sheet.channels == 3; ++channel) {
                    isFinite = isFinite && std::isfinite(share(row, column, channel));
                    parts[channel] = isFinite ? static_cast<int>(std::lround(127.5 + 127.5 * share(row, column, channel))) : 0;
                }
                isFinite = isFinite && std::isfinite(share(row, column, 0));
                image.setPixel(column, row,
                               !isFinite                   ? ramp.notFinite()
                                   : m_sheet.channels == 3 ? qRgb(parts[0], parts[1], parts[2])
                                                           : ramp.color(share(row, column, 0)));
            }
        m_images.push_back(std::move(image));
    }
}

SheetView::Layout SheetView::layoutFor(int width) const
{
    const Theme& theme = Theme::instance();
    Layout layout;
    if (m_sheet.cells.empty())
        return layout;
    const double wide = static_cast<double>(m_sheet.width), high = static_cast<double>(m_sheet.height);
    if (isBars()) {
        layout.cellWidth = width / wide;
        layout.cellHeight = theme.scaled(barsHeight);
        return layout;
    }
    layout.gap = maps() > 1 ? theme.scaled(isMatrix(m_sheet.form) ? 12 : 4) : 0.0;
    if (m_sheet.inputs > 1) { // a row for each output
        layout.columns = m_sheet.inputs;
        layout.rows = m_sheet.outputs;
        if (m_sheet.inputs > 24)
            layout.gap = theme.scaled(2);
        const double room = (width - layout.gap * static_cast<double>(m_sheet.inputs - 1)) / static_cast<double>(m_sheet.inputs);
        layout.cellWidth = layout.cellHeight = std::clamp(room / wide, 0.5, theme.scaled(mapSides[0]) / std::max(wide, high));
        return layout;
    }
    if (m_sheet.form == Form::gates)
        layout.title = QFontMetrics(theme.font(TextRole::numberCaption)).height() + theme.scaled(4);
    if (isMatrix(m_sheet.form)) { // cells of any proportions, for a number is no place
        const double most = theme.scaled(mostMatrixCell);
        layout.columns = m_sheet.form == Form::steps
            ? std::clamp<std::int64_t>(static_cast<std::int64_t>(width / (wide * 8.0 + layout.gap)), 1, maps())
            : std::min<std::int64_t>(maps(), 2);
        layout.rows = (maps() + layout.columns - 1) / layout.columns;
        const auto columns = static_cast<double>(layout.columns), rows = static_cast<double>(layout.rows);
        layout.cellWidth = std::clamp((width - layout.gap * (columns - 1.0)) / columns / wide, 0.25, most);
        layout.cellHeight =
            std::clamp(theme.scaled(matrixHeight) / std::min(rows, 2.0) / high, static_cast<double>(leastMatrixCell), most);
        return layout;
    }
    for (const int side : mapSides) {
        layout.cellWidth = layout.cellHeight = theme.scaled(side) / std::max(wide, high);
        layout.columns = std::clamp<std::int64_t>(
            static_cast<std::int64_t>((width + layout.gap) / (wide * layout.cellWidth + layout.gap)), 1, maps());
        layout.rows = (maps() + layout.columns - 1) / layout.columns;
        if (static_cast<double>(layout.rows) * (high * layout.cellHeight + layout.gap) <= theme.scaled(mapsInView))
            break;
    }
    return layout;
}

QSizeF SheetView::pitchOf(const Layout& layout) const
{
    return {static_cast<double>(m_sheet.width) * layout.cellWidth + layout.gap,
            static_cast<double>(m_sheet.height) * layout.cellHeight + layout.gap + layout.title};
}

QPointF SheetView::cornerOf(std::int64_t map, const Layout& layout) const
{
    const QSizeF pitch = pitchOf(layout);
    return {static_cast<double>(map % layout.columns) * pitch.width(),
            static_cast<double>(map / layout.columns) * pitch.height() + layout.title};
}

QRectF SheetView::cellRectangle(std::int64_t output, std::int64_t input, std::int64_t row, std::int64_t column) const
{
    const Layout layout = layoutFor(width());
    return {cornerOf(output * m_sheet.inputs + input, layout)
                + QPointF(static_cast<double>(column) * layout.cellWidth, static_cast<double>(row) * layout.cellHeight),
            QSizeF(layout.cellWidth, layout.cellHeight)};
}

int SheetView::legendHeight() const
{
    const Theme& theme = Theme::instance();
    return theme.scaled(10) + std::max(theme.scaled(rampHeight), QFontMetrics(theme.font(TextRole::numberCaption)).height());
}

QSize SheetView::sizeHint() const
{
    const int width = Theme::instance().scaled(480);
    return {width, heightForWidth(width)};
}

int SheetView::heightForWidth(int width) const
{
    if (m_sheet.cells.empty())
        return 0;
    const Layout layout = layoutFor(width);
    const double maps = static_cast<double>(layout.rows) * pitchOf(layout).height();
    return static_cast<int>(std::ceil(maps - layout.gap)) + legendHeight();
}

void SheetView::paintMaps(QPainter& painter, int width) const
{
    const Layout layout = layoutFor(width);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, std::min(layout.cellWidth, layout.cellHeight) < 1.0);
    painter.setFont(Theme::instance().font(TextRole::numberCaption));
    const double line = std::min(layout.gap / 2.0, 1.0); // around each map, whose zeros are as dark as the ground
    const QSizeF size(static_cast<double>(m_sheet.width) * layout.cellWidth,
                      static_cast<double>(m_sheet.height) * layout.cellHeight);
    for (std::int64_t map = 0; map < maps(); ++map) {
        const QRectF place(cornerOf(map, layout), size);
        painter.fillRect(place.adjusted(-line, -line, line, line), Theme::instance().color(Token::track));
        painter.drawImage(place, m_images[static_cast<std::size_t>(map)]);
        if (layout.title > 0.0) {
            painter.setPen(Theme::instance().color(Token::textSecondary));
            painter.drawText(QRectF(place.left(), place.top() - layout.title, place.width(), layout.title),
                             Qt::AlignLeft | Qt::AlignVCenter,
                             tr("Gate %1").arg(fromStd(m_sheet.gates[static_cast<std::size_t>(m_sheet.firstOutput + map)])));
        }
    }
}

void SheetView::paintBars(QPainter& painter, int width) const
{
    const Theme& theme = Theme::instance();
    const ValueRamp ramp;
    const double middle = theme.scaled(barsHeight) / 2.0, cell = width / static_cast<double>(m_sheet.width);
    const double between = cell >= 4.0 ? 1.0 : 0.0;
    for (std::int64_t bar = 0; bar < m_sheet.width; ++bar) {
        const auto value = static_cast<double>(m_sheet.at(0, 0, 0, bar));
        const bool isFinite = std::isfinite(value);
        const double share = isFinite ? value / std::max(m_sheet.most, 1e-30) : 1.0;
        const double shade = std::max(0.35, std::abs(share)); // visible on the ground
        painter.fillRect(QRectF(static_cast<double>(bar) * cell, middle - std::max(0.0, share * middle),
                                std::max(1.0, cell - between), std::max(1.0, std::abs(share) * middle)),
                         QColor::fromRgb(isFinite ? ramp.color(share < 0.0 ? -shade : shade) : ramp.notFinite()));
    }
    painter.setPen(theme.color(Token::line));
    painter.drawLine(QPointF(0.0, middle), QPointF(width, middle));
}

void SheetView::paintLegend(QPainter& painter, const QRect& room) const
{
    const Theme& theme = Theme::instance();
    const ValueRamp ramp;
    painter.setFont(theme.font(TextRole::numberCaption));
    painter.setPen(theme.color(Token::textSecondary));
    const QString least = significantText(-m_sheet.most), most = significantText(m_sheet.most);
    const QFontMetrics metrics = painter.fontMetrics();
    const int left = room.left() + metrics.horizontalAdvance(least) + theme.scaled(8), wide = theme.scaled(rampWidth);
    const QRect bar(left, room.center().y() - theme.scaled(rampHeight) / 2, wide, theme.scaled(rampHeight));
    for (int x = 0; x < wide; ++x) {
        const double share = 2.0 * x / (wide - 1.0) - 1.0;
        const int grey = static_cast<int>(std::lround(127.5 + 127.5 * share));
        painter.fillRect(QRect(bar.left() + x, bar.top(), 1, bar.height()),
                         QColor::fromRgb(m_sheet.channels == 3 ? qRgb(grey, grey, grey) : ramp.color(share)));
    }
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, least);
    painter.drawText(room.adjusted(bar.right() + theme.scaled(8) - room.left(), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, most);
    painter.setPen(theme.color(Token::controlBorder));
    painter.drawRect(bar.adjusted(-1, -1, 0, 0));
}

void SheetView::paintEvent(QPaintEvent*)
{
    if (m_sheet.cells.empty())
        return;
    QPainter painter(this);
    if (isBars())
        paintBars(painter, width());
    else
        paintMaps(painter, width());
    const int maps = heightForWidth(width()) - legendHeight();
    paintLegend(painter, QRect(0, maps + Theme::instance().scaled(10), width(), legendHeight() - Theme::instance().scaled(10)));
}

QImage SheetView::picture() const
{
    constexpr int scale = 2;
    QImage image(QSize(std::max(1, width()), std::max(1, heightForWidth(width()))) * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Theme::instance().color(Token::panel));
    if (m_sheet.cells.empty())
        return image;
    QPainter painter(&image);
    if (isBars())
        paintBars(painter, width());
    else
        paintMaps(painter, width());
    const int maps = heightForWidth(width()) - legendHeight();
    paintLegend(painter, QRect(0, maps + Theme::instance().scaled(10), width(), legendHeight() - Theme::instance().scaled(10)));
    return image;
}

QString SheetView::wordsAt(QPointF place) const
{
    if (m_sheet.cells.empty() || place.x() < 0.0 || place.y() < 0.0)
        return {};
    const Layout layout = layoutFor(width());
    const double wide = static_cast<double>(m_sheet.width) * layout.cellWidth;
    const double high = static_cast<double>(m_sheet.height) * layout.cellHeight;
    const QSizeF pitch = pitchOf(layout);
    const auto gridColumn = static_cast<std::int64_t>(place.x() / pitch.width());
    const auto gridRow = static_cast<std::int64_t>(place.y() / pitch.height());
    const std::int64_t map = gridRow * layout.columns + gridColumn;
    const QPointF within = place - cornerOf(map, layout);
    if (gridColumn >= layout.columns || map >= maps() || within.x() >= wide || within.y() < 0.0 || within.y() >= high)
        return {};
    const auto row = std::min(static_cast<std::int64_t>(within.y() / layout.cellHeight), m_sheet.height - 1);
    const auto column = std::min(static_cast<std::int64_t>(within.x() / layout.cellWidth), m_sheet.width - 1);
    std::optional<QString> token;
    if (m_sheet.form == Form::table && m_sheet.height == m_sheet.wholeHeight)
        if (const std::string word = m_names.wordOf(row); !word.empty())
            token = fromStd(word);
    return cellWords(m_sheet, map / m_sheet.inputs, map % m_sheet.inputs, row, column, token);
}

void SheetView::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    Q_EMIT pointed(wordsAt(*m_pointer));
}

void SheetView::leaveEvent(QEvent*)
{
    m_pointer.reset();
    Q_EMIT pointed({});
}

} // namespace netsmith::gui
