#include "gui/plots/plot_grid.h"

#include "gui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace netsmith::gui {
namespace {

constexpr int leastSheet = 120; // pixels of its height that are visible

} // namespace

class PlotGrid::Sheet : public QWidget {
public:
    using QWidget::QWidget;

    int columns = 1;
    int rows = 1;
    int inLastRow = 1; ///< they share the whole width

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(QPen(Theme::instance().color(Token::line), 1));
        for (int row = 0; row < rows; ++row) {
            const int top = height() * row / rows;
            const int inRow = row + 1 < rows ? columns : inLastRow;
            for (int i = 1; i < inRow; ++i)
                painter.drawLine(width() * i / inRow, top, width() * i / inRow, height() * (row + 1) / rows);
            if (row > 0)
                painter.drawLine(0, top, width(), top);
        }
    }
};

PlotGrid::PlotGrid(QWidget* parent)
    : QScrollArea(parent)
    , m_sheet(new Sheet)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(m_sheet);
}

void PlotGrid::setCells(const std::vector<QWidget*>& cells)
{
    m_cells = cells;
    for (QWidget* cell : m_cells) {
        cell->setParent(m_sheet);
        cell->show();
    }
    arrange();
}

QSize PlotGrid::sizeHint() const
{
    return {Theme::instance().scaled(640), Theme::instance().scaled(240)};
}

QSize PlotGrid::minimumSizeHint() const
{
    return {Theme::instance().scaled(200), leastSheet}; // the rest is reached by scrolling
}

void PlotGrid::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

void PlotGrid::arrange()
{
    if (m_cells.empty())
        return;
    const Theme& theme = Theme::instance();
    const int count = static_cast<int>(m_cells.size());
    m_columns = std::clamp(width() / theme.scaled(240), 1, count);
    const int rows = (count + m_columns - 1) / m_columns;
    m_columns = (count + rows - 1) / rows; // balanced rows: 2 and 2, not 3 and 1
    const int leastHeight = theme.scaled(132);
    const bool scrolls = rows * leastHeight > height() + theme.scaled(12);
    setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    m_sheet->columns = m_columns;
    m_sheet->rows = rows;
    m_sheet->inLastRow = count - (rows - 1) * m_columns;
    m_sheet->resize(viewport()->width(), scrolls ? rows * leastHeight : height());
    for (int i = 0; i < count; ++i) {
        const int column = i % m_columns;
        const int row = i / m_columns;
        const int inRow = row + 1 < rows ? m_columns : m_sheet->inLastRow;
        const int left = m_sheet->width() * column / inRow + (column > 0 ? 1 : 0);
        const int right = m_sheet->width() * (column + 1) / inRow;
        const int top = m_sheet->height() * row / rows + (row > 0 ? 1 : 0);
        const int bottom = m_sheet->height() * (row + 1) / rows;
        m_cells[static_cast<std::size_t>(i)]->setGeometry(left, top, right - left, bottom - top);
    }
    m_sheet->update();
}

} // namespace netsmith::gui
