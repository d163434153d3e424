#include "gui/explanations/step_picture.h"
#include "gui/explanations/step_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/value_ramp.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int softmaxBar = 18;
constexpr int strip = 20;

struct StepPlots {
    Q_DECLARE_TR_FUNCTIONS(StepPlots)
};

/// The numbers of a histogram's bins, from the first one's beginning to the last one's end.
struct Bins {
    const std::vector<std::int64_t>& counts;
    double least;
    double most;
};

/// One histogram on an axis, with a mark where a number lies.
void paintCounts(QPainter& painter, const QRectF& room, const Bins& bins, double first, double last, double mark,
                 const QString& title)
{
    const Theme& theme = Theme::instance();
    painter.setPen(theme.color(Token::textSecondary));
    painter.drawText(QRectF(room.left(), room.top(), room.width(), captionHeight()), Qt::AlignLeft, title);
    const QRectF bars = room.adjusted(0, captionHeight() + 4, 0, -captionHeight() - 4);
    const auto at = [&](double x) { return bars.left() + (last > first ? (x - first) / (last - first) : 0.5) * bars.width(); };
    const double highest =
        static_cast<double>(bins.counts.empty() ? 1 : std::max<std::int64_t>(1, *std::ranges::max_element(bins.counts)));
    const double bin = (bins.most - bins.least) / static_cast<double>(std::max<std::size_t>(1, bins.counts.size()));
    for (std::size_t i = 0; i < bins.counts.size(); ++i) {
        if (bins.counts[i] == 0)
            continue;
        const double high = std::max(1.0, bars.height() * static_cast<double>(bins.counts[i]) / highest);
        const double left = at(bins.least + static_cast<double>(i) * bin),
                     right = at(bins.least + static_cast<double>(i + 1) * bin);
        painter.fillRect(QRectF(left, bars.bottom() - high, std::max(1.5, right - left - 0.5), high), theme.color(Token::accent));
    }
    painter.setPen(theme.color(Token::line));
    painter.drawLine(bars.bottomLeft(), bars.bottomRight());
    if (first < 0.0 && last > 0.0)
        painter.drawLine(QPointF(at(0.0), bars.top()), QPointF(at(0.0), bars.bottom()));
    if (std::isfinite(mark)) {
        painter.setPen(QPen(theme.color(Token::careful), 2.0));
        painter.drawLine(QPointF(at(mark), bars.top()), QPointF(at(mark), bars.bottom()));
    }
    painter.setPen(theme.color(Token::textMuted));
    const QRectF below(room.left(), bars.bottom() + 2, room.width(), captionHeight());
    painter.drawText(below, Qt::AlignLeft, significantText(first));
    painter.drawText(below, Qt::AlignRight, significantText(last));
}

} // namespace

void paintCurve(QPainter& painter, const QRectF& room, const inspect::CurvePicture& curve, double result)
{
    const Theme& theme = Theme::instance();
    const QRectF box =
        QRectF(room.left(), room.top(), std::min(room.width(), static_cast<double>(theme.scaled(340))), room.height())
            .adjusted(0, 4, 0, -captionHeight() - 4);
    if (curve.arguments.size() < 2)
        return;
    double least = 0.0, most = 0.0;
    for (const float value : curve.results)
        if (std::isfinite(value)) {
            least = std::min(least, static_cast<double>(value));
            most = std::max(most, static_cast<double>(value));
        }
    const double first = curve.arguments.front(), last = curve.arguments.back();
    const auto at = [&](double x, double y) {
        return QPointF(box.left() + (x - first) / (last - first) * box.width(),
                       box.bottom() - (most > least ? (y - least) / (most - least) : 0.5) * box.height());
    };
    painter.setPen(theme.color(Token::line));
    painter.drawLine(at(first, 0.0), at(last, 0.0));
    painter.drawLine(at(0.0, least), at(0.0, most));
    QPolygonF line;
    for (std::size_t i = 0; i < curve.arguments.size(); ++i)
        if (std::isfinite(curve.results[i]))
            line << at(static_cast<double>(curve.arguments[i]), static_cast<double>(curve.results[i]));
    painter.setPen(QPen(theme.color(Token::accent), 2.0));
    painter.drawPolyline(line);
    if (std::isfinite(curve.argument) && std::isfinite(result)) {
        painter.setPen(QPen(theme.color(Token::careful), 1.0, Qt::DashLine));
        painter.drawLine(at(curve.argument, 0.0), at(curve.argument, result));
        painter.drawLine(at(0.0, result), at(curve.argument, result));
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(Token::careful));
        painter.drawEllipse(at(curve.argument, result), theme.scaled(4), theme.scaled(4));
        painter.setBrush(Qt::NoBrush);
    }
    painter.setPen(theme.color(Token::textMuted));
    const QRectF below(box.left(), box.bottom() + 2, box.width(), captionHeight());
    painter.drawText(below, Qt::AlignLeft, significantText(first));
    painter.drawText(below, Qt::AlignRight, significantText(last));
    painter.setPen(theme.color(Token::text));
    painter.drawText(QRectF(box.right() + theme.scaled(16), box.top(), room.right() - box.right() - theme.scaled(16), box.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, u"%1 → %2"_s.arg(explainedNumber(curve.argument), explainedNumber(result)));
}

int softmaxHeight(const inspect::SoftmaxPicture& softmax)
{
    const Theme& theme = Theme::instance();
    return (static_cast<int>(softmax.places.size()) * theme.scaled(softmaxBar)) + captionHeight() + theme.scaled(12);
}

void paintSoftmax(QPainter& painter, const QRectF& room, const inspect::SoftmaxPicture& softmax)
{
    const Theme& theme = Theme::instance();
    const double number = theme.scaled(84), place = theme.scaled(44);
    const double bars = room.left() + place + 2 * number + theme.scaled(8);
    const double wide = std::max(1.0, room.right() - bars - theme.scaled(72));
    const double height = theme.scaled(softmaxBar);
    painter.setPen(theme.color(Token::textSecondary));
    const auto cell = [&](double left, double top, double width) { return QRectF(left, top, width, height); };
    painter.drawText(cell(room.left() + place, room.top(), number - 8), Qt::AlignRight | Qt::AlignVCenter, StepPlots::tr("number"));
    painter.drawText(cell(room.left() + place + number, room.top(), number - 8), Qt::AlignRight | Qt::AlignVCenter,
                     StepPlots::tr("exponential"));
    painter.drawText(cell(bars, room.top(), wide), Qt::AlignLeft | Qt::AlignVCenter, StepPlots::tr("share"));
    double top = room.top() + captionHeight() + theme.scaled(6);
    for (std::size_t i = 0; i < softmax.places.size(); ++i) {
        const bool isChosen = softmax.places[i] == softmax.chosen;
        painter.setPen(theme.color(isChosen ? Token::text : Token::textSecondary));
        painter.drawText(cell(room.left(), top, place), Qt::AlignLeft | Qt::AlignVCenter, countText(softmax.places[i]));
        painter.drawText(cell(room.left() + place, top, number - 8), Qt::AlignRight | Qt::AlignVCenter,
                         explainedNumber(softmax.arguments[i]));
        painter.drawText(cell(room.left() + place + number, top, number - 8), Qt::AlignRight | Qt::AlignVCenter,
                         explainedNumber(softmax.exponentials[i]));
        const double share = std::isfinite(softmax.shares[i]) ? softmax.shares[i] : 0.0;
        painter.fillRect(QRectF(bars, top + 3, std::max(1.0, share * wide), height - 6),
                         theme.color(isChosen ? Token::careful : Token::accent));
        painter.drawText(QRectF(bars + share * wide + 4, top, theme.scaled(72), height), Qt::AlignLeft | Qt::AlignVCenter,
                         percentText(softmax.shares[i], 2));
        top += height;
    }
}

void paintNormalization(QPainter& painter, const QRectF& room, const inspect::NormalizationPicture& of, double result)
{
    const double gap = Theme::instance().scaled(32), wide = (room.width() - gap) / 2.0;
    // Both on one axis: else scale and shift would not be seen.
    const double first = std::min(of.beforeLeast, of.afterLeast), last = std::max(of.beforeMost, of.afterMost);
    paintCounts(painter, QRectF(room.left(), room.top(), wide, room.height()), {of.before, of.beforeLeast, of.beforeMost}, first,
                last, of.argument,
                StepPlots::tr("Before: mean %1, standard deviation %2")
                    .arg(explainedNumber(of.mean), explainedNumber(std::sqrt(of.variance))));
    paintCounts(painter, QRectF(room.left() + wide + gap, room.top(), wide, room.height()), {of.after, of.afterLeast, of.afterMost},
                first, last, result,
                StepPlots::tr("After: factor %1, offset %2").arg(explainedNumber(of.gamma), explainedNumber(of.beta)));
}

void paintMask(QPainter& painter, const QRectF& room, const inspect::MaskPicture& mask)
{
    const Theme& theme = Theme::instance();
    const inspect::Plane& plane = mask.plane;
    if (plane.cells.empty())
        return;
    const QRectF box = room.adjusted(0, 0, 0, -captionHeight() - 4);
    const double cell = std::min({box.width() / static_cast<double>(plane.columns), box.height() / static_cast<double>(plane.rows),
                                  static_cast<double>(theme.scaled(24))});
    const ValueRamp ramp;
    for (std::int64_t row = 0; row < plane.rows; ++row)
        for (std::int64_t column = 0; column < plane.columns; ++column) {
            const double drawn = static_cast<double>(plane.cells[static_cast<std::size_t>(row * plane.columns + column)]);
            const QColor color =
                mask.isNoise ? QColor::fromRgb(ramp.color(drawn / 3.0)) : theme.color(drawn != 0.0 ? Token::accent : Token::track);
            painter.fillRect(QRectF(box.left() + static_cast<double>(column) * cell, box.top() + static_cast<double>(row) * cell,
                                    cell > 4.0 ? cell - 1.0 : cell, cell > 4.0 ? cell - 1.0 : cell),
                             color);
        }
    painter.setPen(QPen(theme.color(Token::careful), 2.0));
    painter.drawRect(QRectF(box.left() + static_cast<double>(mask.column - plane.left) * cell,
                            box.top() + static_cast<double>(mask.row - plane.top) * cell, cell, cell));
    painter.setPen(theme.color(Token::textMuted));
    painter.drawText(QRectF(room.left(), room.bottom() - captionHeight(), room.width(), captionHeight()), Qt::AlignLeft,
                     mask.isNoise ? StepPlots::tr("Normal noise with a standard deviation of %1").arg(explainedNumber(mask.rate))
                                  : StepPlots::tr("Filled: kept. Empty: dropped, with a rate of %1").arg(percentText(mask.rate)));
}

int cellHeight(const inspect::CellPicture& cell)
{
    const int rows = static_cast<int>(cell.gates.size()) + 1 + (cell.cellOverTime.empty() ? 0 : 1);
    return rows * Theme::instance().scaled(strip + 4) + captionHeight() + Theme::instance().scaled(8);
}

/// A strip for each gate and state, the steps from left to right.
void paintCell(QPainter& painter, const QRectF& room, const inspect::CellPicture& cell, double result)
{
    const Theme& theme = Theme::instance();
    const ValueRamp ramp;
    const double name = theme.scaled(28), number = theme.scaled(72), high = theme.scaled(strip);
    const double wide = room.width() - name - number;
    double top = room.top();
    const auto row = [&](const QString& title, const std::vector<float>& numbers, double now, double most) {
        if (numbers.empty())
            return;
        painter.setPen(theme.color(Token::text));
        painter.drawText(QRectF(room.left(), top, name, high), Qt::AlignLeft | Qt::AlignVCenter, title);
        for (const float each : numbers)
            if (std::isfinite(each))
                most = std::max(most, std::abs(static_cast<double>(each)));
        const double step = wide / static_cast<double>(numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i)
            painter.fillRect(
                QRectF(room.left() + name + static_cast<double>(i) * step, top, step + 0.5, high),
                QColor::fromRgb(std::isfinite(numbers[i]) ? ramp.color(static_cast<double>(numbers[i]) / most) : ramp.notFinite()));
        const double middle = top + high / 2.0;
        QPolygonF line; // the same as a curve
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (std::isfinite(numbers[i]))
                line << QPointF(room.left() + name + (static_cast<double>(i) + 0.5) * step,
                                middle - static_cast<double>(numbers[i]) / most * (high / 2.0 - 2.0));
        painter.setPen(QPen(theme.color(Token::panel), 3.0)); // so that it is seen on every colour
        painter.drawPolyline(line);
        painter.setPen(QPen(theme.color(Token::text), 1.0));
        painter.drawPolyline(line);
        painter.drawText(QRectF(room.right() - number + 8, top, number - 8, high), Qt::AlignLeft | Qt::AlignVCenter,
                         explainedNumber(now));
        top += theme.scaled(strip + 4);
    };
    for (const inspect::GatePicture& gate : cell.gates)
        row(fromStd(gate.name), gate.overTime, gate.result, 1.0); // which they are squashed to
    constexpr double least = 1e-9;
    row(u"c"_s, cell.cellOverTime, cell.cell, least);
    row(u"h"_s, cell.stateOverTime, result, least);
    const auto steps = static_cast<double>(std::max<std::size_t>(1, cell.stateOverTime.size()));
    const double at = room.left() + name + static_cast<double>(cell.step - cell.firstStep) / steps * wide;
    painter.setPen(QPen(theme.color(Token::careful), 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(at - 1.0, room.top(), wide / steps + 2.0, top - room.top() - 3.0));
    painter.setPen(theme.color(Token::textMuted));
    const QRectF below(room.left() + name, top, wide, captionHeight());
    painter.drawText(below, Qt::AlignLeft, countText(cell.firstStep));
    painter.drawText(below, Qt::AlignHCenter, StepPlots::tr("steps"));
    painter.drawText(below, Qt::AlignRight, countText(cell.firstStep + static_cast<std::int64_t>(steps) - 1));
}

} // namespace netsmith::gui
