#pragma once

#include "engine/inspect/activations/layer_picture.h"
#include "engine/inspect/explanations/explanation.h"
#include "gui/training/input_grid.h"

#include <QImage>
#include <QWidget>

#include <optional>
#include <vector>

namespace netsmith::gui {

/// A layer's output with all its maps, units or steps, as wide as its place and as high as it needs; says which number the pointer
/// is on.
class LayerView : public QWidget {
    Q_OBJECT

public:
    explicit LayerView(QWidget* parent);

    /// `grid`: the inputs that the cells are for, if they aren't of one sample.
    void show(const inspect::LayerPicture& picture, const std::optional<InputGrid>& grid = {});
    const inspect::LayerPicture& picture() const { return m_picture; }
    /// The number that is framed; nothing: none.
    void choose(const std::optional<inspect::Place>& place);
    const std::optional<inspect::Place>& chosen() const { return m_chosen; }
    /// The place of a cell of a map, for tests.
    QRectF cellRectangle(int map, int row, int column) const;

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    /// "Map 3, row 5, column 7: 0.82"; empty: it is on none.
    void pointed(const QString& words);
    /// A number was clicked, or the first one of those that a cell stands for.
    void picked(const inspect::Place& place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// Of the maps, in pixels.
    struct Layout {
        int columns = 1;
        int rows = 1;
        double cell = 1.0; ///< its side; of bars and strips its width
        double cellHeight = 1.0;
        double gap = 0.0;
    };
    Layout layoutFor(int width) const;
    int maps() const;
    QPointF cornerOf(int map, const Layout& layout) const;
    /// What is at a point of the view.
    struct Cell {
        int map = 0;
        int row = 0;
        int column = 0;
    };
    std::optional<Cell> cellAt(QPointF place) const;
    QString wordsAt(QPointF place) const;
    inspect::Place placeOf(const Cell& cell) const;
    Cell cellOf(const inspect::Place& place) const;
    void paintBars(QPainter& painter);

    inspect::LayerPicture m_picture;
    std::optional<InputGrid> m_grid;
    std::optional<QPointF> m_pointer; ///< on the view
    std::optional<inspect::Place> m_chosen;
    std::vector<QImage> m_images; ///< of each map, in the current colours
};

} // namespace netsmith::gui
