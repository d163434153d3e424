#pragma once

#include <QLineEdit>
#include <QStringList>

namespace netsmith::gui {

/// A field whose text counts once it is committed, by Enter or by going elsewhere. Esc brings the committed text back; a field that
/// holds its committed text leaves Ctrl+Z to the document. Up and Down ask for steps.
class CommitField : public QLineEdit {
    Q_OBJECT

public:
    explicit CommitField(QWidget* parent = nullptr);

    /// The text that holds.
    void setCommitted(const QString& text);
    const QString& committed() const { return m_committed; }
    bool isDirty() const { return text() != m_committed; }
    /// What is shown at the right while there is room: the first that fits.
    void setHints(QStringList hints);
    void setInvalid(bool invalid);
    /// Commits what was typed, as Enter would.
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
