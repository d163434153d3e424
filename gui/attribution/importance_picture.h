#pragma once

#include "gui/attribution/importance.h"

#include <QPoint>
#include <QWidget>

#include <optional>

namespace netsmith::gui {

/// A picture, and beside it the same one in grey under the map of what mattered in it. The number at the pointer, or at the place
/// that the arrow keys move, is told.
class ImportancePicture : public QWidget {
    Q_OBJECT

public:
    explicit ImportancePicture(QWidget* parent = nullptr);

    /// `limit`: the number with the strongest colour.
    void show(const Importance& importance, double limit);
    /// From 0, only the sample, to 1, only the map.
    void setBlend(double blend);
    /// The cell of the map that is told about.
    std::optional<QPoint> cell() const { return m_cell; }
    /// Where a cell is in the second picture.
    QRectF cellRectangle(QPoint cell) const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// What is at the place that is pointed at; empty: nothing.
    void told(const QString& words);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Two squares or rectangles, beside each other or one below the other.
    struct Places {
        QRectF sample;
        QRectF map;
    };
    Places placesIn(int width) const;
    QImage mapImage() const;
    void choose(const std::optional<QPoint>& cell);
    void tell();

    Importance m_importance; ///< without its input
    QImage m_sample; ///< null if it can't be shown
    double m_limit = 1.0;
    double m_blend = 0.75;
    std::optional<QPoint> m_cell;
};

} // namespace netsmith::gui
