#pragma once

#include "engine/graph/validation.h"

#include <QWidget>

class QGridLayout;
class QPushButton;

namespace netsmith::gui {

class ElidedLabel;
class IconLabel;
class TextLabel;

/// One problem in the list: its severity, its place, the message, and its fix. The whole row is a control; its fix is a separate
/// button.
class ProblemRow : public QWidget {
    Q_OBJECT

public:
    struct Words {
        Severity severity = Severity::error;
        QString place; ///< "conv2d_2", "Training"
        QString sentence;
        QString fix; ///< empty: no fix
        QString fixTip = {}; ///< for a fix that is not an edit
        bool operator==(const Words&) const = default;
    };

    explicit ProblemRow(QWidget* parent = nullptr);

    void show(const Words& words);
    /// Tab reaches only the current row; the arrow keys move between rows.
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
