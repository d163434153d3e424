#pragma once

#include <QColor>
#include <QWidget>

#include <vector>

namespace netsmith::gui {

/// The title above a plot, with each curve's current value, so that it is the legend as well. With one run everything is in one
/// line; several runs have lines of their own below, as many as there is room for.
class PlotTitle : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QColor color;
        bool dashed = false;
        QString name; ///< empty: another curve of the previous run
        QString value;
        bool operator==(const Entry&) const = default;
    };

    explicit PlotTitle(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    /// The entries of one run.
    void setEntries(std::vector<Entry> entries);
    /// The entries of several runs, each beginning at an entry with a name; `key` explains the line styles beside the title.
    void setRuns(std::vector<Entry> entries, std::vector<Entry> key);
    const std::vector<Entry>& entries() const { return m_entries; }
    const std::vector<Entry>& key() const { return m_key; }
    /// The number of lines above the plot.
    int lines() const { return 1 + static_cast<int>(linesFor(width()).size()); }
    /// Draws it elsewhere, for an exported image of the plots.
    void paint(QPainter& painter, const QRectF& area) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Run {
        std::size_t begin = 0; ///< index of its first entry
        std::size_t end = 0;
        std::size_t values = 0; ///< the first entry whose value is shown
        qreal name = 0.0; ///< width of its name
        qreal width = 0.0;
    };

    void tell();
    void drawLine(QPainter& painter, const QRectF& line, const std::vector<Entry>& entries) const;
    void drawRun(QPainter& painter, const QRectF& place, const Run& run) const;
    /// Each run at its full width, or `brief`: in half of the width, with only the last of its values.
    std::vector<Run> runsFor(qreal width, bool brief) const;
    /// The runs of each line; those that do not fit are left out.
    std::vector<std::vector<Run>> linesFor(qreal width) const;
    std::vector<std::vector<Run>> linesOf(const std::vector<Run>& runs, qreal width) const;
    int mostLines() const;

    QString m_title;
    std::vector<Entry> m_entries;
    std::vector<Entry> m_key;
    bool m_several = false;
};

} // namespace netsmith::gui
