#pragma once

#include <QPlainTextEdit>

namespace netsmith::gui {

/// A field over a note in which its text is typed: leaving it or Ctrl+Enter takes the text, Esc leaves it as it was.
class NoteField final : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit NoteField(QWidget* parent);

    void open(const QString& text, const QRect& place, const QFont& font);
    bool isOpen() const { return m_open; }
    void close(bool accept);

Q_SIGNALS:
    void accepted(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    bool m_open = false;
};

} // namespace netsmith::gui
