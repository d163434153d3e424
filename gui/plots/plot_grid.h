#pragma once

#include <QScrollArea>

#include <vector>

namespace netsmith::gui {

/// Plots in a grid with hairlines between them, in as many rows as the width requires; scrolls if they would become too low.
class PlotGrid : public QScrollArea {
    Q_OBJECT

public:
    explicit PlotGrid(QWidget* parent = nullptr);

    /// The cells in order; the grid becomes their parent.
    void setCells(const std::vector<QWidget*>& cells);
    int columns() const { return m_columns; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    class Sheet;

    void arrange();

    Sheet* m_sheet;
    std::vector<QWidget*> m_cells;
    int m_columns = 1;
};

} // namespace netsmith::gui
