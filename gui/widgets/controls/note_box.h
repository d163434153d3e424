#pragma once

#include <QFrame>

#include <functional>

class QHBoxLayout;
class QPushButton;

namespace netsmith::gui {

class TextLabel;

/// A sentence that matters, on a ground of its kind, with what can be done about it.
class NoteBox : public QFrame {
    Q_OBJECT

public:
    enum class Kind { info, good, careful, bad };

    explicit NoteBox(Kind kind = Kind::info, const QString& text = {}, QWidget* parent = nullptr);

    void setKind(Kind kind);
    void setText(const QString& text);
    /// Shows it with these words, and with those they become whenever the language changes; it hides where there are none.
    void say(std::function<QString()> words);
    QString text() const;
    /// A verb below the sentence; the caller connects it.
    QPushButton* addVerb(const QString& text, const QString& objectName);
    void clearVerbs();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void write(const QString& text);
    void leaveRoom(); ///< for the icon

    Kind m_kind;
    std::function<QString()> m_words;
    TextLabel* m_text;
    QWidget* m_verbs;
    QHBoxLayout* m_verbRow;
};

} // namespace netsmith::gui
