#pragma once

#include "engine/graph/validation.h"

#include <QWidget>

class QGridLayout;
class QPushButton;

namespace netsmith::gui {

class ElidedLabel;
class IconLabel;
class TextLabel;

/// One problem in the list: how bad, where, what, and what would fix it. The whole row is a control; its fix is a button of its
/// own.
class ProblemRow : public QWidget {
    Q_OBJECT

public:
    struct Words {
        Severity severity = Severity::error;
        QString place; ///< "conv2d_2", "Training"
        QString sentence;
        QString fix; ///< empty: none
        QString fixTip = {}; ///< of one that is no edit
        bool operator==(const Words&) const = default;
    };

    explicit ProblemRow(QWidget* parent = nullptr);

    void show(const Words& words);
    /// Only the current row is met by Tab; the arrow keys go from row to row.
    void setCurrent(bool current);
    bool isCurrent() const { return m_current; }

Q_SIGNALS:
    void chosen(); ///< a click, Enter or Space
    void fixAsked();
    void focused();
    void moveAsked(int rows);

protected:
    void changeEvent(QEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setTexts();
    void place();
    bool isNarrow() const;

    Words m_words;
    IconLabel* m_icon;
    TextLabel* m_severity;
    ElidedLabel* m_place;
    TextLabel* m_sentence;
    QPushButton* m_fix;
    QGridLayout* m_grid;
    bool m_current = false;
    bool m_narrow = false;
};

} // namespace netsmith::gui
