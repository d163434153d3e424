#pragma once

#include "gui/widgets/labels/note_box.h"

#include <QFrame>
#include <QList>

class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace netsmith::gui {

class IconLabel;
class TextLabel;
class WrapLayout;

/// A non-modal bar across the window with one message and the actions for it, details collapsed.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(NoteBox::Kind kind, const QString& objectName, QWidget* parent = nullptr);

    /// `strong`: the beginning of the sentence, in bold.
    void setText(const QString& strong, const QString& sentence);
    /// If empty, there is no button to expand them.
    void setDetails(const QString& details);
    QString details() const;
    /// The caller sets its text and connects it; the first gets the keyboard focus.
    QPushButton* addVerb(const QString& objectName, bool primary = false);
    void retranslate();

Q_SIGNALS:
    void dismissed();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void unfold(bool on);
    /// The buttons are beside the text if it fits on one line there, otherwise below it.
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
    QString m_plain; ///< the text without emphasis
};

} // namespace netsmith::gui
