#pragma once

#include "engine/inspect/predictions/predictions.h"

#include <QWidget>

#include <algorithm>
#include <memory>
#include <optional>

class QPainter;

namespace netsmith::gui {

/// A cell of the matrix.
struct ConfusionPlace {
    std::int64_t truth = 0;
    std::int64_t predicted = 0;
    bool operator==(const ConfusionPlace&) const = default;
};

/// The confusion matrix: a row for each right class, a column for each predicted one. A cell's colour is its share of the row;
/// right ones and mistakes have different hues. A click or the arrow keys choose a cell.
class ConfusionView : public QWidget {
    Q_OBJECT

public:
    explicit ConfusionView(QWidget* parent = nullptr);

    /// An output that predicts classes; null: none.
    void show(std::shared_ptr<const inspect::OutputPredictions> predictions);
    void choose(std::optional<ConfusionPlace> place);
    const std::optional<ConfusionPlace>& chosen() const { return m_chosen; }
    /// The middle of a cell, in the widget's pixels.
    QPointF placeOf(const ConfusionPlace& cell) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cellChosen(const netsmith::gui::ConfusionPlace& cell);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Where the cells are, and the names beside them.
    struct Arrangement {
        QRectF cells;
        QSizeF cell; ///< its size: wider than high where there is room
        double leastSide() const { return std::min(cell.width(), cell.height()); }
        int names = 0; ///< the width of the names on the left; 0: too little room for any
    };
    Arrangement arrangement() const;
    std::optional<ConfusionPlace> cellAt(const QPointF& point) const;
    QString wordsOf(const ConfusionPlace& cell) const;
    QString nameOf(std::int64_t classNumber) const;
    void drawCells(QPainter& painter, const Arrangement& at) const;
    void drawDots(QPainter& painter, const Arrangement& at) const;
    void drawNames(QPainter& painter, const Arrangement& at) const;

    const inspect::ClassOutcomes& outcomes() const { return *m_predictions->classes; }

    std::shared_ptr<const inspect::OutputPredictions> m_predictions;
    std::optional<ConfusionPlace> m_chosen;
};

} // namespace netsmith::gui
