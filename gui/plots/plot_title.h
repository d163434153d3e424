#pragma once

#include <QColor>
#include <QWidget>

#include <vector>

namespace netsmith::gui {

/// The line over a plot: what it shows, and each curve's present value, which is its legend as well.
class PlotTitle : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QColor color;
        bool dashed = false;
        QString name;
        QString value;
        bool operator==(const Entry&) const = default;
    };

    explicit PlotTitle(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    /// `names`: without room for both, the names stay and not the values.
    void setEntries(std::vector<Entry> entries, bool names = false);
    const std::vector<Entry>& entries() const { return m_entries; }
    /// Draws the line elsewhere, for a picture of the plots.
    void paint(QPainter& painter, const QRectF& line) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString text(const Entry& entry, bool full) const;
    qreal width(const Entry& entry, bool full) const;

    QString m_title;
    std::vector<Entry> m_entries;
    bool m_names = false;
};

} // namespace netsmith::gui
