#pragma once

#include <QColor>
#include <QWidget>

#include <vector>

namespace netsmith::gui {

/// What stands over a plot: what it shows, and each curve's present value, which is its legend as well. Of one run all of it is a
/// line; several runs have lines of their own below, as many as there is room for.
class PlotTitle : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QColor color;
        bool dashed = false;
        QString name; ///< empty: another curve of the run before it
        QString value;
        bool operator==(const Entry&) const = default;
    };

    explicit PlotTitle(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    /// Of one run.
    void setEntries(std::vector<Entry> entries);
    /// Of several, which begin where an entry has a name; `key` says beside the title what kinds of lines there are.
    void setRuns(std::vector<Entry> entries, std::vector<Entry> key);
    const std::vector<Entry>& entries() const { return m_entries; }
    const std::vector<Entry>& key() const { return m_key; }
    /// How many lines stand over the plot.
    int lines() const { return 1 + static_cast<int>(linesFor(width()).size()); }
    /// Draws it elsewhere, for a picture of the plots.
    void paint(QPainter& painter, const QRectF& area) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Run {
        std::size_t begin = 0; ///< of its entries
        std::size_t end = 0;
        std::size_t values = 0; ///< the first whose value is told
        qreal name = 0.0; ///< the width that its name has
        qreal width = 0.0;
    };

    void tell();
    void drawLine(QPainter& painter, const QRectF& line, const std::vector<Entry>& entries) const;
    void drawRun(QPainter& painter, const QRectF& place, const Run& run) const;
    /// Each as wide as it would be, or in half of the width, with the last of its values alone.
    std::vector<Run> runsFor(qreal width, bool brief) const;
    /// The runs of each line; those that have no room are left out.
    std::vector<std::vector<Run>> linesFor(qreal width) const;
    std::vector<std::vector<Run>> linesOf(const std::vector<Run>& runs, qreal width) const;
    int mostLines() const;

    QString m_title;
    std::vector<Entry> m_entries;
    std::vector<Entry> m_key;
    bool m_several = false;
};

} // namespace netsmith::gui
