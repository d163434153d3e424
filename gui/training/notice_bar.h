#pragma once

#include "gui/widgets/controls/note_box.h"

#include <QFrame>
#include <QList>

class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace netsmith::gui {

class IconLabel;
class TextLabel;
class WrapLayout;

/// A bar across the window that says one thing and what can be done about it, details folded away: never in the way of the work.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(NoteBox::Kind kind, const QString& objectName, QWidget* parent = nullptr);

    /// `strong` stands out before the sentence.
    void setText(const QString& strong, const QString& sentence);
    /// Nothing leaves out the button that unfolds them.
    void setDetails(const QString& details);
    QString details() const;
    /// The caller gives it a text and connects it; the first is where the keyboard goes.
    QPushButton* addVerb(const QString& objectName, bool primary = false);
    void retranslate();

Q_SIGNALS:
    void dismissed();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void unfold(bool on);
    /// Verbs stand beside the text while it fits on one line there, and else below it.
    void fit();
    void place(bool below);

    IconLabel* m_icon;
    TextLabel* m_text;
    QHBoxLayout* m_line;
    QHBoxLayout* m_verbs;
    WrapLayout* m_below;
    QList<QPushButton*> m_buttons;
    QToolButton* m_unfold;
    QToolButton* m_close;
    TextLabel* m_details;
    QString m_plain; ///< the text without its emphasis
};

} // namespace netsmith::gui
