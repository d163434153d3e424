#pragma once

#include <QFrame>

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
    QString text() const;
    /// A verb below the sentence; the caller connects it.
    QPushButton* addVerb(const QString& text, const QString& objectName);
    void clearVerbs();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void leaveRoom(); ///< for the icon

    Kind m_kind;
    TextLabel* m_text;
    QWidget* m_verbs;
    QHBoxLayout* m_verbRow;
};

} // namespace netsmith::gui
