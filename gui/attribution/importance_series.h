#pragma once

#include "gui/attribution/importance.h"

#include <QPoint>
#include <QWidget>

#include <optional>

namespace netsmith::gui {

/// A series as a curve for each channel, each step on a ground that says what it contributed. The number at the pointer, or at the
/// place that the arrow keys move, is told.
class ImportanceSeries : public QWidget {
    Q_OBJECT

public:
    static constexpr int channelsAtMost = 12;

    explicit ImportanceSeries(QWidget* parent = nullptr);

    void show(const Importance& importance, double limit);
    /// A step and a channel.
    std::optional<QPoint> cell() const { return m_cell; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void told(const QString& words);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int channels() const;
    QRectF laneOf(int channel) const;
    double numberAt(QPoint cell, const std::vector<double>& numbers) const;
    void choose(const std::optional<QPoint>& cell);
    void tell();

    Importance m_importance; ///< without its input
    std::vector<double> m_numbers; ///< of the sample, channel by channel
    double m_limit = 1.0;
    std::optional<QPoint> m_cell;
};

} // namespace netsmith::gui
