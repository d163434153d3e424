#pragma once

#include "gui/widgets/controls/note_box.h"

#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace netsmith::gui {

/// Sentences with what can be done about them, above the network: nothing modal, whatever is going on.
class MessageBars : public QWidget {
    Q_OBJECT

public:
    struct Verb {
        QString objectName;
        QString text;
        std::function<void()> act; ///< the bar goes first
    };

    explicit MessageBars(QWidget* parent = nullptr);

    /// Shows a bar; one with the same `id` gives way to it. Every bar can be put away with Esc or its cross.
    void show(const QString& id, NoteBox::Kind kind, const QString& sentence, const QList<Verb>& verbs = {});
    void hide(const QString& id);
    /// Puts every bar away but those of these names.
    void hideAllBut(const QStringList& kept);
    bool shows(const QString& id) const { return bar(id) != nullptr; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* bar(const QString& id) const;

    QVBoxLayout* m_column;
};

} // namespace netsmith::gui
