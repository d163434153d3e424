#pragma once

#include <QLineEdit>
#include <QStringList>

namespace netsmith::gui {

/// A field whose text takes effect when it is committed, by Enter or by losing the focus. Esc restores the committed text; without
/// uncommitted text, Ctrl+Z goes to the document. Up and Down request steps.
class CommitField : public QLineEdit {
    Q_OBJECT

public:
    explicit CommitField(QWidget* parent = nullptr);

    /// The text in effect.
    void setCommitted(const QString& text);
    const QString& committed() const { return m_committed; }
    bool isDirty() const { return text() != m_committed; }
    /// Shown at the right if there is room: the first that fits.
    void setHints(QStringList hints);
    void setInvalid(bool invalid);
    /// Commits the typed text, like Enter.
    void commit();

Q_SIGNALS:
    void commitAsked(const QString& text);
    void restored(); ///< by Esc
    void stepAsked(int steps);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_committed;
    QStringList m_hints;
};

} // namespace netsmith::gui
