#pragma once

#include "engine/inspect/profiler/training_profile.h"
#include "gui/widgets/tokens.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace netsmith::gui {

/// A training step over time: its kernels, a row for each part of the step, and below them the memory that is alive. Zoomed with
/// the wheel while Ctrl is held, with + and −; moved by dragging; a kernel is chosen by a click or the arrow keys.
class TimelineView : public QWidget {
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);

    void show(std::shared_ptr<const inspect::TrainingProfile> profile);
    /// The kernel that is described: the one under the pointer, else the chosen one.
    std::optional<std::size_t> described() const { return m_pointed ? m_pointed : m_chosen; }
    /// In words; empty: none is described.
    QString words() const;
    /// A kernel's place, for tests; empty if it is outside of the view.
    QRectF rectangleOf(std::size_t kernel) const;
    /// The seconds that are in view.
    double from() const { return m_from; }
    double to() const { return m_to; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Another kernel is described, or none.
    void pointed();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    double end() const { return m_end; }
    int gutter() const; ///< for the names of the rows
    int rowHeight() const;
    QRect plotArea() const; ///< of the rows
    QRect memoryArea() const;
    double xOf(double seconds) const;
    double secondsAt(double x) const;
    std::optional<std::size_t> kernelAt(QPointF place) const;
    void setView(double from, double to);
    void zoom(double factor, double around);
    void choose(std::optional<std::size_t> kernel);
    void paintRuler(QPainter& painter) const;
    void paintKernels(QPainter& painter) const;
    void paintMemory(QPainter& painter) const;

    std::shared_ptr<const inspect::TrainingProfile> m_profile;
    std::vector<std::int64_t> m_live; ///< bytes at each kernel
    double m_end = 0.0; ///< seconds of the step
    double m_from = 0.0;
    double m_to = 1.0;
    std::optional<std::size_t> m_pointed;
    std::optional<std::size_t> m_chosen;
    std::optional<QPointF> m_dragged; ///< where a drag is
    bool m_moved = false; ///< the press became a drag
};

/// The colour of a part of a step.
Token tokenOf(inspect::StepPart part);

} // namespace netsmith::gui
