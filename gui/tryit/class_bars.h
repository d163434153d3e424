#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

namespace netsmith::gui {

/// A network's probability of each class, as bars: the most likely one is highlighted. The bars keep their places whether or not
/// there is an answer.
class ClassBars : public QWidget {
    Q_OBJECT

public:
    static constexpr int mostShown = 12; ///< if there are more classes, the most likely ones

    explicit ClassBars(QWidget* parent = nullptr);

    /// The classes of the answers to come: they are shown with empty bars until then.
    void setClasses(const QStringList& names);
    /// `shares`: in [0, 1]; `names`: one for each share, or empty for numbers. No shares: the classes without an answer.
    void show(std::vector<float> shares, const QStringList& names);
    /// In one column, or in two if one would be too high.
    void setColumns(int columns);
    int columns() const { return m_columns; }
    /// The height of all bars in N columns.
    int heightIn(int columns) const;
    int barCount() const { return static_cast<int>(m_bars.size()); }
    /// The rectangle of a bar with its name and its share.
    QRect barRect(int index) const;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Bar {
        QString name;
        float share = 0.0f;
        bool surest = false;
    };
    int rowHeight() const;
    int rowsIn(int columns) const;
    void paintColumn(QPainter& painter, int first, int last) const;

    std::vector<Bar> m_bars;
    QStringList m_classes;
    int m_columns = 1;
};

} // namespace netsmith::gui
