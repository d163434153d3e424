#pragma once

#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>

#include <functional>
#include <utility>

namespace netsmith::gui {

/// A text field over the canvas: Enter or losing the focus commits the text, Esc cancels.
template <class Edit>
class CanvasField : public Edit {
public:
    using Take = std::function<void(const QString&)>;

    explicit CanvasField(QWidget* canvas)
        : Edit(canvas)
    {
        this->hide();
    }

    void close(bool accept)
    {
        if (!m_open)
            return;
        m_open = false;
        const bool hadFocus = this->hasFocus();
        this->hide();
        if (hadFocus)
            this->parentWidget()->setFocus(Qt::OtherFocusReason);
        if (accept)
            std::exchange(m_take, {})(typed().trimmed());
    }

protected:
    void openAt(const QRect& place, Take take)
    {
        m_take = std::move(take);
        m_open = true;
        this->setGeometry(place);
        this->show();
        this->raise();
        this->setFocus(Qt::OtherFocusReason);
        this->selectAll();
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Escape)
            close(false);
        else if (isEnter(*event) && (event->modifiers() & m_withEnter) == m_withEnter)
            close(true);
        else
            Edit::keyPressEvent(event);
    }

    void focusOutEvent(QFocusEvent* event) override
    {
        Edit::focusOutEvent(event);
        if (event->reason() != Qt::PopupFocusReason) // its own context menu
            close(true);
    }

    static bool isEnter(const QKeyEvent& key) { return key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter; }
    virtual QString typed() const = 0;

    Qt::KeyboardModifiers m_withEnter; ///< must be held

private:
    Take m_take;
    bool m_open = false;
};

/// A field over a node or a frame for editing its title.
class RenameField final : public CanvasField<QLineEdit> {
    Q_OBJECT

public:
    explicit RenameField(QWidget* canvas);

    void open(const QString& title, const QString& untitled, const QRect& place, Take take);

private:
    QString typed() const override { return text(); }
};

/// A field over a note for editing its text; Enter inserts a line break, and Ctrl+Enter commits.
class NoteField final : public CanvasField<QPlainTextEdit> {
    Q_OBJECT

public:
    explicit NoteField(QWidget* canvas);

    void open(const QString& text, const QRect& place, const QFont& font, Take take);

protected:
    bool event(QEvent* event) override;

private:
    QString typed() const override { return toPlainText(); }
};

} // namespace netsmith::gui
