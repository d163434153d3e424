#include "gui/explanations/step_picture.h"

#include "gui/explanations/step_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/value_ramp.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

using inspect::ExplainedStep;
using inspect::Plane;
using inspect::StepKind;
using inspect::WindowPicture;

constexpr int planeSide = 176;
constexpr int mostCell = 28; // the side of a cell of a plane
constexpr int usualWidth = 560;
constexpr int sumsHeight = 120;
constexpr int barHeight = 18;
constexpr std::int64_t numbersAtMost = 5; // rows and columns of a window whose numbers are written out
constexpr std::int64_t reachAtMost = 6; // cells of padding that are drawn

double largestOf(const std::vector<float>& numbers)
{
    double most = 0.0;
    for (const float number : numbers)
        if (std::isfinite(number))
            most = std::max(most, std::abs(static_cast<double>(number)));
    return most > 0.0 ? most : 1.0;
}

QColor colorOf(const ValueRamp& ramp, double number, double most)
{
    return QColor::fromRgb(std::isfinite(number) ? ramp.color(number / most) : ramp.notFinite());
}

/// Black or white, whichever is read more easily on a colour.
QColor inkOn(const QColor& ground)
{
    const double light = 0.299 * ground.redF() + 0.587 * ground.greenF() + 0.114 * ground.blueF();
    return light > 0.55 ? QColor(Qt::black) : QColor(Qt::white);
}

/// Rows and columns of the terms in the order of the window; none where some of them are left out.
std::pair<std::int64_t, std::int64_t> gridOf(const ExplainedStep& step)
{
    const auto count = static_cast<std::int64_t>(step.terms.size());
    if (!step.window || count == 0)
        return {0, 0};
    const std::int64_t columns = step.window->horizontal.size, window = step.window->vertical.size * columns;
    const std::int64_t whole = step.kind == StepKind::products ? step.count / std::max<std::int64_t>(1, step.channels) : window;
    if (count != whole)
        return {0, 0};
    if (!step.window->used.empty())
        return {1, count};
    return count % columns == 0 ? std::pair{count / columns, columns} : std::pair<std::int64_t, std::int64_t>{0, 0};
}

/// The first cell that is drawn along a side, and the one after the last: with the padding that the window covers.
std::pair<std::int64_t, std::int64_t> reachOf(const inspect::WindowSide& side, std::int64_t begin, std::int64_t size)
{
    const std::int64_t last = side.first + (side.size - 1) * side.dilation + 1;
    return {std::max(std::min(begin, side.first), begin - reachAtMost),
            std::min(std::max(begin + size, last), begin + size + reachAtMost)};
}

/// A plane with few rows is not as high as others.
int planeHeight(const WindowPicture& window, int width)
{
    const Theme& theme = Theme::instance();
    const auto [top, bottom] = reachOf(window.vertical, window.plane.top, window.plane.rows);
    const auto [left, right] = reachOf(window.horizontal, window.plane.left, window.plane.columns);
    const double rows = static_cast<double>(std::max<std::int64_t>(1, bottom - top)),
                 columns = static_cast<double>(std::max<std::int64_t>(1, right - left));
    const double cell = std::min({width / columns, theme.scaled(planeSide) / rows, static_cast<double>(theme.scaled(mostCell))});
    return static_cast<int>(std::ceil(cell * rows)) + 2;
}

bool isOfWindow(StepKind kind)
{
    return kind == StepKind::products || kind == StepKind::mean || kind == StepKind::largest;
}

} // namespace

StepPicture::StepPicture(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void StepPicture::show(const ExplainedStep& step)
{
    m_step = step;
    setAccessibleName(stepTitle(step));
    setAccessibleDescription(stepEquation(step));
    updateGeometry();
    update();
}

bool StepPicture::writesNumbers() const
{
    const auto [rows, columns] = gridOf(m_step);
    return isOfWindow(m_step.kind) && rows > 0 && rows <= numbersAtMost && columns <= numbersAtMost
        && (m_step.kind != StepKind::products || m_step.channels > 0 || !m_step.window->used.empty());
}

int captionHeight()
{
    return QFontMetrics(Theme::instance().font(TextRole::numberCaption)).height();
}

int StepPicture::heightNeeded() const
{
    const Theme& theme = Theme::instance();
    const int caption = captionHeight() + theme.scaled(4);
    switch (m_step.kind) {
    case StepKind::curve: return theme.scaled(150);
    case StepKind::softmax: return m_step.softmax ? softmaxHeight(*m_step.softmax) : 0;
    case StepKind::normalization: return theme.scaled(120) + caption;
    case StepKind::mask: return theme.scaled(planeSide) + caption;
    case StepKind::cell: return m_step.cell ? cellHeight(*m_step.cell) : 0;
    case StepKind::combination: return theme.scaled(44);
    case StepKind::block: return std::max<int>(1, static_cast<int>(m_step.members.size())) * caption;
    case StepKind::products:
    case StepKind::mean:
    case StepKind::largest: {
        int height = m_step.window ? planeRoom() + caption : 0;
        if (writesNumbers())
            height += static_cast<int>(gridOf(m_step).first) * theme.scaled(24) + caption + theme.scaled(8);
        else
            height += static_cast<int>(std::min(m_step.terms.size(), ExplainedStep::largestTerms)) * theme.scaled(barHeight)
                + theme.scaled(8);
        return height;
    }
    default: return m_step.window ? planeRoom() + caption : caption;
    }
}

/// The height of the plane, and of what is beside it.
int StepPicture::planeRoom() const
{
    const int height = planeHeight(*m_step.window, Theme::instance().scaled(usualWidth));
    return m_step.channels > 1 ? std::max(height, Theme::instance().scaled(sumsHeight)) : height;
}

QSize StepPicture::sizeHint() const
{
    return {Theme::instance().scaled(520), heightNeeded()};
}

QSize StepPicture::minimumSizeHint() const
{
    return {Theme::instance().scaled(360), heightNeeded()};
}

/// The map with the window on it, padding hatched, and the next window dashed.
void StepPicture::paintPlane(QPainter& painter, const QRectF& room)
{
    const WindowPicture& window = *m_step.window;
    const Plane& plane = window.plane;
    if (plane.cells.empty())
        return;
    const Theme& theme = Theme::instance();
    const auto [top, bottom] = reachOf(window.vertical, plane.top, plane.rows);
    const auto [left, right] = reachOf(window.horizontal, plane.left, plane.columns);
    const double cell = std::min({room.width() / static_cast<double>(right - left),
                                  room.height() / static_cast<double>(bottom - top), static_cast<double>(theme.scaled(mostCell))});
    const auto place = [&, top = top, left = left](std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns) {
        return QRectF(room.left() + static_cast<double>(column - left) * cell, room.top() + static_cast<double>(row - top) * cell,
                      static_cast<double>(columns) * cell, static_cast<double>(rows) * cell);
    };
    // Everything that is not of the input is padding.
    painter.fillRect(place(top, left, bottom - top, right - left), theme.color(Token::control));
    painter.fillRect(place(top, left, bottom - top, right - left), QBrush(theme.color(Token::textMuted), Qt::BDiagPattern));
    const ValueRamp ramp;
    const double most = largestOf(plane.cells);
    for (std::int64_t row = 0; row < plane.rows; ++row)
        for (std::int64_t column = 0; column < plane.columns; ++column)
            painter.fillRect(
                place(plane.top + row, plane.left + column, 1, 1).adjusted(0, 0, 0.4, 0.4),
                colorOf(ramp, static_cast<double>(plane.cells[static_cast<std::size_t>(row * plane.columns + column)]), most));
    painter.setClipRect(place(top, left, bottom - top, right - left).adjusted(-2, -2, 2, 2));
    const auto frame = [&](std::int64_t row, std::int64_t column, Qt::PenStyle style) {
        painter.setPen(QPen(theme.color(style == Qt::SolidLine ? Token::careful : Token::textSecondary),
                            style == Qt::SolidLine ? 2.0 : 1.0, style));
        painter.setBrush(Qt::NoBrush);
        const inspect::WindowSide &vertical = window.vertical, &horizontal = window.horizontal;
        painter.drawRect(
            place(row, column, (vertical.size - 1) * vertical.dilation + 1, (horizontal.size - 1) * horizontal.dilation + 1));
    };
    const bool moves = isOfWindow(m_step.kind) && window.used.empty() && m_step.channels + (m_step.kind != StepKind::products) > 0;
    if (moves && window.horizontal.output + 1 < window.horizontal.outputs)
        frame(window.vertical.first, window.horizontal.first + window.horizontal.stride, Qt::DashLine);
    else if (moves && window.vertical.output + 1 < window.vertical.outputs)
        frame(window.vertical.first + window.vertical.stride, window.horizontal.first, Qt::DashLine);
    painter.setPen(QPen(theme.color(Token::careful), 1.0));
    if (window.vertical.dilation > 1 || window.horizontal.dilation > 1)
        for (std::int64_t row = 0; row < window.vertical.size; ++row)
            for (std::int64_t column = 0; column < window.horizontal.size; ++column)
                painter.drawRect(place(window.vertical.first + row * window.vertical.dilation,
                                       window.horizontal.first + column * window.horizontal.dilation, 1, 1));
    if (window.used.empty())
        frame(window.vertical.first, window.horizontal.first, Qt::SolidLine);
    painter.setPen(QPen(theme.color(Token::careful), 2.0));
    for (const inspect::Place& used : window.used)
        painter.drawRect(place(used[0], used[1], 1, 1));
    if (m_step.kind == StepKind::lookup) // the column within the row
        painter.drawRect(place(window.vertical.first, window.horizontal.output, 1, 1));
    painter.setClipping(false);
}

/// The sum of the products of each map, the one written out marked.
void StepPicture::paintSums(QPainter& painter, const QRectF& room)
{
    const Theme& theme = Theme::instance();
    painter.setPen(theme.color(Token::textSecondary));
    painter.drawText(
        QRectF(room.left(), room.top(), room.width(), captionHeight()), Qt::AlignLeft,
        painter.fontMetrics().elidedText(tr("Sum of each map's products"), Qt::ElideRight, static_cast<int>(room.width())));
    const QRectF bars = room.adjusted(0, captionHeight() + 4, 0, 0);
    double most = 0.0;
    for (const double sum : m_step.channelSums)
        if (std::isfinite(sum))
            most = std::max(most, std::abs(sum));
    if (most == 0.0 || m_step.channelSums.empty())
        return;
    const double bar =
        std::min(bars.width() / static_cast<double>(m_step.channelSums.size()), static_cast<double>(theme.scaled(20)));
    const double zero = bars.center().y();
    const std::int64_t shown = m_step.window->channel % std::max<std::int64_t>(1, m_step.channels);
    for (std::size_t i = 0; i < m_step.channelSums.size(); ++i) {
        const double sum = m_step.channelSums[i];
        const double height = std::isfinite(sum) ? std::max(1.0, std::abs(sum) / most * bars.height() / 2.0) : bars.height() / 2.0;
        painter.fillRect(
            QRectF(bars.left() + static_cast<double>(i) * bar, sum < 0.0 ? zero : zero - height, std::max(1.0, bar - 1.0), height),
            theme.color(static_cast<std::int64_t>(i) == shown ? Token::careful : Token::accent));
    }
    painter.setPen(theme.color(Token::line));
    painter.drawLine(QPointF(bars.left(), zero), QPointF(bars.left() + bar * static_cast<double>(m_step.channelSums.size()), zero));
}

/// The numbers of the window, the weights and their products as three grids of cells.
void StepPicture::paintGrids(QPainter& painter, const QRectF& room)
{
    const Theme& theme = Theme::instance();
    const auto [rows, columns] = gridOf(m_step);
    const bool isProduct = m_step.kind == StepKind::products;
    const int grids = isProduct ? 3 : 1;
    const double gap = theme.scaled(24);
    const double wide =
        std::min((room.width() - gap * (grids - 1)) / static_cast<double>(grids * columns), static_cast<double>(theme.scaled(60)));
    const double high = theme.scaled(24);
    const int digits = wide < theme.scaled(48) ? 2 : 3;
    const ValueRamp ramp;
    const QString titles[] = {tr("Input"), tr("Weights"), tr("Products")};
    for (int grid = 0; grid < grids; ++grid) {
        const double left = room.left() + grid * (static_cast<double>(columns) * wide + gap);
        std::vector<float> numbers;
        for (const inspect::Term& term : m_step.terms)
            numbers.push_back(static_cast<float>(grid == 0 ? term.input : grid == 1 ? term.factor : term.value));
        const double most = largestOf(numbers);
        painter.setPen(theme.color(Token::textSecondary));
        painter.drawText(QRectF(left, room.top(), static_cast<double>(columns) * wide + gap, captionHeight()), Qt::AlignLeft,
                         titles[grid]);
        const double top = room.top() + captionHeight() + 4;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto at = static_cast<std::int64_t>(i);
            const QRectF cell(left + static_cast<double>(at % columns) * wide, top + static_cast<double>(at / columns) * high,
                              wide - 1, high - 1);
            const bool isOutside = m_step.terms[i].isOutside;
            const QColor ground = colorOf(ramp, static_cast<double>(numbers[i]), most);
            painter.fillRect(cell, isOutside && grid != 1 ? theme.color(Token::control) : ground);
            if (isOutside && grid != 1)
                painter.fillRect(cell, QBrush(theme.color(Token::textMuted), Qt::BDiagPattern));
            painter.setPen(isOutside && grid != 1 ? theme.color(Token::text) : inkOn(ground));
            if (!isOutside || isProduct)
                painter.drawText(cell, Qt::AlignCenter, significantText(static_cast<double>(numbers[i]), digits));
            const bool wins = m_step.kind == StepKind::largest && m_step.terms[i].value == m_step.result && !isOutside;
            if (wins) {
                painter.setPen(QPen(theme.color(Token::careful), 2.0));
                painter.drawRect(cell.adjusted(1, 1, -1, -1));
            }
        }
        if (grid + 1 < grids) {
            painter.setPen(theme.color(Token::textSecondary));
            painter.drawText(QRectF(left + static_cast<double>(columns) * wide, top, gap - 1, static_cast<double>(rows) * high),
                             Qt::AlignCenter, grid == 0 ? u"×"_s : u"="_s);
        }
    }
}

/// The largest products as bars from 0, each with its factors.
void StepPicture::paintBars(QPainter& painter, const QRectF& room)
{
    const Theme& theme = Theme::instance();
    std::vector<inspect::Term> terms = m_step.terms;
    std::ranges::stable_sort(terms, std::greater(), [](const inspect::Term& term) {
        return std::isnan(term.value) ? std::numeric_limits<double>::infinity() : std::abs(term.value);
    });
    terms.resize(std::min(terms.size(), ExplainedStep::largestTerms));
    const double most = terms.empty() || !std::isfinite(terms[0].value) || terms[0].value == 0.0 ? 1.0 : std::abs(terms[0].value);
    const double text = std::min(room.width() * 0.55, static_cast<double>(theme.scaled(300)));
    const double zero = room.left() + text + (room.width() - text) / 2.0, reach = (room.width() - text) / 2.0 - theme.scaled(4);
    double top = room.top();
    for (const inspect::Term& term : terms) {
        const QRectF line(room.left(), top, text, theme.scaled(barHeight));
        const QString sum = m_step.kind == StepKind::products
            ? u"%1  %2 × %3 = %4"_s.arg(placeText(term.at), explainedNumber(term.input), explainedNumber(term.factor),
                                        explainedNumber(term.value))
            : u"%1  %2"_s.arg(placeText(term.at), explainedNumber(term.input));
        painter.setPen(theme.color(Token::text));
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(sum, Qt::ElideRight, static_cast<int>(text)));
        const double size = std::isfinite(term.value) ? std::abs(term.value) / most * reach : reach;
        painter.fillRect(QRectF(term.value < 0.0 ? zero - size : zero, top + 3, std::max(1.0, size), theme.scaled(barHeight) - 6),
                         theme.color(term.value < 0.0 ? Token::validation : Token::accent));
        top += theme.scaled(barHeight);
    }
    painter.setPen(theme.color(Token::line));
    painter.drawLine(QPointF(zero, room.top()), QPointF(zero, top));
}

/// Boxes with the numbers that are combined, coloured by their size.
void StepPicture::paintValues(QPainter& painter, const QRectF& room)
{
    const Theme& theme = Theme::instance();
    QStringList signs;
    std::vector<double> numbers;
    for (const inspect::Term& term : m_step.terms)
        numbers.push_back(term.input);
    if (m_step.function == "scale") {
        numbers.push_back(m_step.terms.empty() ? 1.0 : m_step.terms[0].factor);
        if (m_step.bias)
            numbers.push_back(*m_step.bias);
        signs = {u"×"_s, u"+"_s};
    } else {
        signs = {m_step.function == "add"            ? u"+"_s
                     : m_step.function == "subtract" ? u"−"_s
                     : m_step.function == "multiply" ? u"×"_s
                     : m_step.function == "maximum"  ? u"max"_s
                                                     : u"min"_s};
    }
    const std::size_t result = numbers.size();
    numbers.push_back(m_step.result);
    std::vector<float> all(numbers.begin(), numbers.end());
    const double most = largestOf(all);
    const ValueRamp ramp;
    const double wide = theme.scaled(92), gap = theme.scaled(40), high = theme.scaled(32);
    double left = room.left();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const QRectF box(left, room.top() + 4, wide, high);
        const QColor ground = colorOf(ramp, numbers[i], most);
        painter.fillRect(box, ground);
        painter.setPen(inkOn(ground));
        painter.drawText(box, Qt::AlignCenter, explainedNumber(numbers[i]));
        if (i == result) {
            painter.setPen(QPen(theme.color(Token::careful), 2.0));
            painter.drawRect(box.adjusted(1, 1, -1, -1));
        }
        painter.setPen(theme.color(Token::textSecondary));
        if (i + 1 < numbers.size())
            painter.drawText(QRectF(left + wide, box.top(), gap, high), Qt::AlignCenter,
                             i + 1 == result ? u"="_s : signs.value(static_cast<qsizetype>(i), signs.back()));
        left += wide + gap;
    }
}

void StepPicture::paintMembers(QPainter& painter, const QRectF& room)
{
    const Theme& theme = Theme::instance();
    painter.setPen(theme.color(Token::text));
    double top = room.top();
    for (std::size_t i = 0; i < m_step.members.size(); ++i) {
        painter.drawText(QRectF(room.left(), top, room.width(), captionHeight()), Qt::AlignLeft,
                         (i == 0 ? QString() : u"→ "_s) + fromStd(m_step.members[i]));
        top += captionHeight() + theme.scaled(4);
    }
}

void StepPicture::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.font(TextRole::numberCaption));
    const QRectF room = QRectF(rect()).adjusted(2, 2, -2, -2);
    switch (m_step.kind) {
    case StepKind::curve: return paintCurve(painter, room, *m_step.curve, m_step.result);
    case StepKind::softmax: return paintSoftmax(painter, room, *m_step.softmax);
    case StepKind::normalization: return paintNormalization(painter, room, *m_step.normalization, m_step.result);
    case StepKind::mask: return paintMask(painter, room, *m_step.mask);
    case StepKind::cell: return paintCell(painter, room, *m_step.cell, m_step.result);
    case StepKind::combination: return paintValues(painter, room);
    case StepKind::block: return paintMembers(painter, room);
    default: break;
    }
    double top = room.top();
    if (m_step.window) {
        const QRectF box(room.left(), top, room.width(), planeRoom());
        const bool hasSums = m_step.channels > 1;
        painter.setRenderHint(QPainter::Antialiasing, false);
        paintPlane(painter, hasSums ? QRectF(box.topLeft(), QSizeF(box.width() * 0.55, box.height())) : box);
        painter.setRenderHint(QPainter::Antialiasing);
        if (hasSums)
            paintSums(painter, box.adjusted(box.width() * 0.6, 0, 0, 0));
        painter.setPen(theme.color(Token::textMuted));
        const WindowPicture& window = *m_step.window;
        const bool hasMaps = m_step.kind != StepKind::products || m_step.channels > 0;
        const std::size_t operand = m_step.kind == StepKind::lookup ? 1 : 0;
        QString caption = operand < m_step.operands.size() ? shapeText(m_step.operands[operand].shape) : QString();
        if (isOfWindow(m_step.kind) && hasMaps)
            caption = tr("map %1: %2", "number and size")
                          .arg(countText(window.channel),
                               tr("%1×%2", "rows and columns of a map")
                                   .arg(countText(window.plane.height), countText(window.plane.width)));
        if (window.slices > 1)
            caption += tr(", slice %1 of %2").arg(countText(window.slice), countText(window.slices));
        if (isOfWindow(m_step.kind) && (window.horizontal.stride > 1 || window.vertical.stride > 1))
            caption += tr(", stride %1×%2").arg(countText(window.vertical.stride), countText(window.horizontal.stride));
        if (isOfWindow(m_step.kind) && (window.horizontal.dilation > 1 || window.vertical.dilation > 1))
            caption += tr(", dilation %1×%2").arg(countText(window.vertical.dilation), countText(window.horizontal.dilation));
        painter.drawText(QRectF(room.left(), box.bottom() + 2, room.width(), captionHeight()), Qt::AlignLeft, caption);
        top = box.bottom() + captionHeight() + theme.scaled(8);
    }
    if (!isOfWindow(m_step.kind))
        return;
    const QRectF below(room.left(), top, room.width(), room.bottom() - top);
    if (writesNumbers())
        paintGrids(painter, below);
    else
        paintBars(painter, below);
}

} // namespace netsmith::gui
