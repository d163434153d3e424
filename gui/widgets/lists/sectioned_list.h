#pragma once

#include "gui/widgets/tokens.h"

#include <QListView>

#include <vector>

namespace netsmith::gui {

/// A list of choices under headings, each with a coloured icon, a title and a muted detail; a column of icons if compact.
class SectionedList : public QListView {
    Q_OBJECT

public:
    struct Row {
        QString id;
        QString section; ///< the heading above it; empty: none
        QString title;
        QString detail = {}; ///< at the right
        QString icon = {};
        Token token = Token::textSecondary;
        QString toolTip = {};
    };

    explicit SectionedList(QWidget* parent = nullptr);
    ~SectionedList() override;

    /// Selects the first row, unless `keepsCurrent` is set and the current id is still present.
    void setRows(std::vector<Row> rows, bool keepsCurrent = false);
    int rowCount() const;
    /// The ids in order, without headings.
    QStringList ids() const;
    QString currentId() const;
    void setCurrentId(const QString& id);
    void moveCurrent(int rows);
    /// Where a row is drawn, in the viewport; empty if there is no such row.
    QRect rectOf(const QString& id) const;

    void setCompact(bool compact);
    bool isCompact() const { return m_compact; }
    /// A click chooses, as in a menu.
    void setChoosesByClick(bool on) { m_choosesByClick = on; }

Q_SIGNALS:
    void chosen(const QString& id); ///< Enter or a double click, or a click if that chooses

protected:
    /// The row at a point of the viewport; null on a heading or below the last.
    const Row* rowAt(const QPoint& point) const;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    /// Whether this list or its search field has the keyboard focus: only then is the current row drawn in the accent colour.
    bool isActive() const;

    class Model;
    class Delegate;

    Model* m_model;
    bool m_compact = false;
    bool m_choosesByClick = false;
};

} // namespace netsmith::gui
