#pragma once

#include "engine/inspect/embeddings/layer_outputs.h"

#include <QColor>
#include <QPainter>
#include <QString>

#include <vector>

namespace netsmith::gui {

/// How points are drawn: classes differ in colour and in shape, so that they are told apart with any colour blindness; numbers have
/// a colour on a scale.
class PointPalette {
public:
    enum class Shape { disc, square, triangle, diamond };
    static constexpr int shapes = 4;
    static constexpr std::size_t classesAtMost = 27; ///< with marks of their own: the most frequent ones

    /// An entry of the legend.
    struct Entry {
        QString name;
        int mark = 0; ///< see `markOf`
        std::int64_t count = 0;
    };

    PointPalette() = default;
    explicit PointPalette(const inspect::KnownTargets& known);

    bool isScale() const { return m_isScale; }
    double least() const { return m_least; }
    double most() const { return m_most; }
    /// Of classes: in the order of their numbers, those without marks of their own together at the end.
    const std::vector<Entry>& entries() const { return m_entries; }
    /// The entry, or on a scale nothing, of a point: −1 where its target is unknown.
    int markOf(std::size_t point) const { return point < m_marks.size() ? m_marks[point] : -1; }
    /// Whether its class is predicted wrongly; of no point where that holds for many.
    bool isWrong(std::size_t point) const { return point < m_wrong.size() && m_wrong[point]; }
    bool anyWrong() const { return m_anyWrong; }

    QColor colorOf(std::size_t point) const;
    QColor colorOfMark(int mark) const;
    Shape shapeOfMark(int mark) const;
    /// On the scale, `share` from 0 to 1.
    static QColor colorOnScale(double share);
    static void draw(QPainter& painter, const QPointF& place, Shape shape, double side);

private:
    bool m_isScale = false;
    double m_least = 0.0;
    double m_most = 0.0;
    std::vector<Entry> m_entries;
    std::vector<int> m_marks;
    std::vector<float> m_targets; ///< on a scale
    std::vector<bool> m_wrong;
    bool m_anyWrong = false;
    int m_others = -1; ///< the entry of the classes without marks of their own
};

} // namespace netsmith::gui
