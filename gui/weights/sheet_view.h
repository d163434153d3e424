#pragma once

#include "engine/inspect/weights/neighbors.h"
#include "engine/inspect/weights/weight_sheet.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace netsmith::gui {

/// Maps of weights side by side, as wide as its place and as high as it needs; says which weight the pointer is on.
class SheetView : public QWidget {
    Q_OBJECT

public:
    explicit SheetView(QWidget* parent);

    /// `names`: of the rows of a table.
    void show(const inspect::WeightSheet& sheet, const inspect::TokenNames& names);
    void clear();
    const inspect::WeightSheet& sheet() const { return m_sheet; }
    /// The place of a cell among the maps shown, for tests.
    QRectF cellRectangle(std::int64_t output, std::int64_t input, std::int64_t row, std::int64_t column) const;
    /// All maps, and below them what their colours mean, on the panel's ground.
    QImage picture() const;

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    /// "Filter 3, row 5, column 7: 0.82"; empty: it is on none.
    void pointed(const QString& words);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// Of the maps, in pixels.
    struct Layout {
        std::int64_t columns = 1; ///< maps in a row
        std::int64_t rows = 1;
        double cellWidth = 1.0;
        double cellHeight = 1.0;
        double gap = 0.0;
        double title = 0.0; ///< room above each map
    };
    Layout layoutFor(int width) const;
    std::int64_t maps() const { return m_sheet.outputs * m_sheet.inputs; }
    bool isBars() const { return m_sheet.form == inspect::WeightSheet::Form::vector; }
    QPointF cornerOf(std::int64_t map, const Layout& layout) const;
    QString wordsAt(QPointF place) const;
    /// Of a map, with its title and its distance from the next one.
    QSizeF pitchOf(const Layout& layout) const;
    void makeImages();
    void paintMaps(QPainter& painter, int width) const;
    void paintBars(QPainter& painter, int width) const;
    void paintLegend(QPainter& painter, const QRect& room) const;
    int legendHeight() const;

    inspect::WeightSheet m_sheet;
    inspect::TokenNames m_names;
    std::optional<QPointF> m_pointer;
    std::vector<QImage> m_images; ///< of each map, in the current colours
};

} // namespace netsmith::gui
