#pragma once

#include "engine/inspect/weights/weight_history.h"

#include <QWidget>

#include <array>
#include <functional>

namespace netsmith::gui {

/// An array of weights over the checkpoints of its run, over one axis of steps: its norm and its distance from the first weights,
/// how far a step moved it, and how its numbers are distributed. The shown moment is marked.
class HistoryView : public QWidget {
    Q_OBJECT

public:
    explicit HistoryView(QWidget* parent);

    void show(const std::vector<std::int64_t>& steps, const inspect::ArrayHistory& array);
    void clear();
    /// The step of the weights that are shown.
    void mark(std::int64_t step);
    std::int64_t marked() const { return m_marked; }
    const inspect::ArrayHistory& array() const { return m_array; }
    /// Where a moment is, for tests.
    double xOf(std::int64_t step) const;
    QSize sizeHint() const override;

Q_SIGNALS:
    /// "Step 1,875: norm 21.8, …"; empty: the pointer is beside it.
    void pointed(const QString& words);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// One of the drawings.
    struct Strip {
        QRectF room;
        QString title;
    };
    enum { norms, updates, numbers, strips };
    std::array<Strip, strips> layOut() const;
    void paintCurve(QPainter& painter, const QRectF& room, double most, Qt::PenStyle style, const QColor& color,
                    const std::function<std::optional<double>(const inspect::WeightPoint&)>& of) const;
    void paintCounts(QPainter& painter, const QRectF& room) const;
    void describe();

    std::vector<std::int64_t> m_steps;
    inspect::ArrayHistory m_array;
    std::int64_t m_marked = -1;
    int m_pointed = -1; ///< the moment
};

} // namespace netsmith::gui
