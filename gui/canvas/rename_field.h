#pragma once

#include <QLineEdit>

namespace netsmith::gui {

/// A line over a node in which its title is typed: Enter or leaving it takes the title, Esc leaves it as it was.
class RenameField final : public QLineEdit {
    Q_OBJECT

public:
    explicit RenameField(QWidget* parent);

    void open(const QString& title, const QString& untitled, const QRect& place);
    bool isOpen() const { return m_open; }
    void close(bool accept);

Q_SIGNALS:
    void accepted(const QString& title);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    bool m_open = false;
};

} // namespace netsmith::gui
