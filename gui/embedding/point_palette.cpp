#include "gui/embedding/point_palette.h"

#include "gui/data/sample_content.h"
#include "gui/widgets/distinct_colors.h"
#include "gui/widgets/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace netsmith::gui {
namespace {

constexpr std::array scaleTokens{Token::differenceNone, Token::differenceLittle, Token::differenceSome, Token::differenceMuch,
                                 Token::differenceMost};

constexpr double markedAtMost = 0.25; ///< of the points as wrong: more would hide them
constexpr int colors = static_cast<int>(distinctTokens.size()) + 1; ///< one more, since digits are ten

} // namespace

PointPalette::PointPalette(const inspect::KnownTargets& known)
{
    if (!known.any())
        return;
    m_isScale = !known.isClasses();
    m_marks.assign(known.targets.size(), -1);
    if (m_isScale) {
        m_targets = known.targets;
        m_least = INFINITY;
        m_most = -INFINITY;
        for (const float target : m_targets)
            if (std::isfinite(target)) {
                m_least = std::min(m_least, static_cast<double>(target));
                m_most = std::max(m_most, static_cast<double>(target));
            }
        if (m_least > m_most)
            m_least = m_most = 0.0;
        return;
    }
    std::map<std::int64_t, std::int64_t> counts;
    for (const float target : known.targets)
        if (!std::isnan(target))
            ++counts[static_cast<std::int64_t>(target)];
    std::vector<std::pair<std::int64_t, std::int64_t>> shown(counts.begin(), counts.end());
    if (shown.size() > classesAtMost) { // the most frequent, in the order of their numbers
        std::ranges::stable_sort(shown, std::greater(), &std::pair<std::int64_t, std::int64_t>::second);
        shown.resize(classesAtMost);
        std::ranges::sort(shown);
    }
    std::map<std::int64_t, int> marks;
    for (const auto& [number, count] : shown) {
        marks.emplace(number, static_cast<int>(m_entries.size()));
        m_entries.push_back({classTitle(known.field, number), static_cast<int>(m_entries.size()), count});
    }
    if (const auto others = static_cast<qsizetype>(counts.size() - shown.size()); others > 0) {
        m_others = static_cast<int>(m_entries.size());
        const int count = static_cast<int>(others);
        const QString title = QCoreApplication::translate("netsmith::gui::PointPalette", "%n other class(es)", nullptr, count);
        m_entries.push_back({title, m_others, 0});
    }
    for (std::size_t i = 0; i < known.targets.size(); ++i) {
        const float target = known.targets[i];
        if (std::isnan(target))
            continue;
        const auto mark = marks.find(static_cast<std::int64_t>(target));
        m_marks[i] = mark == marks.end() ? m_others : mark->second;
        if (mark == marks.end())
            ++m_entries[static_cast<std::size_t>(m_others)].count;
    }
    m_wrong.assign(known.targets.size(), false);
    for (std::size_t i = 0; i < known.predictions.size(); ++i) {
        m_wrong[i] = !std::isnan(known.targets[i]) && !std::isnan(known.predictions[i]) && known.targets[i] != known.predictions[i];
    }
    const auto wrong = static_cast<std::size_t>(std::ranges::count(m_wrong, true));
    m_anyWrong = wrong > 0 && wrong <= static_cast<std::size_t>(markedAtMost * static_cast<double>(m_wrong.size()));
    if (!m_anyWrong)
        m_wrong.clear();
}

QColor PointPalette::colorOnScale(double share)
{
    const double at = std::clamp(share, 0.0, 1.0) * (scaleTokens.size() - 1);
    const auto step = std::min(static_cast<std::size_t>(at), scaleTokens.size() - 2);
    const double rest = at - static_cast<double>(step);
    const QColor from = Theme::instance().color(scaleTokens[step]), to = Theme::instance().color(scaleTokens[step + 1]);
    const auto mixed = [rest](int a, int b) { return static_cast<int>(std::lround(a + rest * (b - a))); };
    return {mixed(from.red(), to.red()), mixed(from.green(), to.green()), mixed(from.blue(), to.blue())};
}

QColor PointPalette::colorOfMark(int mark) const
{
    const Theme& theme = Theme::instance();
    if (mark < 0 || mark == m_others)
        return theme.color(m_entries.empty() ? Token::accent : Token::textMuted);
    const int color = mark % colors;
    return theme.color(color < static_cast<int>(distinctTokens.size()) ? distinctToken(static_cast<std::size_t>(color))
                                                                       : Token::text);
}

PointPalette::Shape PointPalette::shapeOfMark(int mark) const
{
    return mark < 0 || mark == m_others ? Shape::disc : static_cast<Shape>((mark + mark / (2 * colors)) % shapes);
}

QColor PointPalette::colorOf(std::size_t point) const
{
    if (!m_isScale)
        return colorOfMark(markOf(point));
    if (point >= m_targets.size() || !std::isfinite(m_targets[point]))
        return Theme::instance().color(Token::textMuted);
    const double range = m_most - m_least;
    return colorOnScale(range > 0.0 ? (static_cast<double>(m_targets[point]) - m_least) / range : 0.5);
}

void PointPalette::draw(QPainter& painter, const QPointF& place, Shape shape, double side)
{
    const double half = side / 2.0;
    switch (shape) {
    case Shape::disc: painter.drawEllipse(place, half, half); break;
    case Shape::square: painter.drawRect(QRectF(place.x() - half * 0.88, place.y() - half * 0.88, side * 0.88, side * 0.88)); break;
    case Shape::triangle: {
        const std::array corners{place + QPointF(0.0, -half * 1.2), place + QPointF(half * 1.1, half * 0.8),
                                 place + QPointF(-half * 1.1, half * 0.8)};
        painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
        break;
    }
    case Shape::diamond: {
        const std::array corners{place + QPointF(0.0, -half * 1.2), place + QPointF(half * 1.2, 0.0),
                                 place + QPointF(0.0, half * 1.2), place + QPointF(-half * 1.2, 0.0)};
        painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
        break;
    }
    }
}

} // namespace netsmith::gui
