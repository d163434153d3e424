#pragma once

#include "gui/widgets/tokens.h"

#include <QFrame>

#include <functional>

class QHBoxLayout;
class QPushButton;

namespace netsmith::gui {

class TextLabel;

/// An important message on a background of its kind, with actions.
class NoteBox : public QFrame {
    Q_OBJECT

public:
    enum class Kind { info, good, careful, bad };

    /// Of a message of this kind, here or in a bar.
    struct Look {
        const char16_t* style; ///< its class in the style sheet
        const char16_t* icon;
        Token token; ///< of the icon
    };
    static Look lookOf(Kind kind);
    static constexpr int iconSide = 16;

    explicit NoteBox(Kind kind = Kind::info, const QString& text = {}, QWidget* parent = nullptr);

    void setKind(Kind kind);
    void setText(const QString& text);
    /// Shows this text, and updates it when the language changes; hides if it is empty.
    void say(std::function<QString()> words);
    QString text() const;
    /// An action below the message; the caller connects it.
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
