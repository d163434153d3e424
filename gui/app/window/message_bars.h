#pragma once

#include "gui/widgets/labels/note_box.h"

#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace netsmith::gui {

/// Non-modal messages with actions, above the network.
class MessageBars : public QWidget {
    Q_OBJECT

public:
    struct Verb {
        QString objectName;
        QString text;
        std::function<void()> act; ///< called after the bar is removed
    };

    explicit MessageBars(QWidget* parent = nullptr);

    /// Shows a bar, replacing one with the same `id`. Bars can be dismissed with Esc or their close button.
    void show(const QString& id, NoteBox::Kind kind, const QString& sentence, const QList<Verb>& verbs = {});
    void hide(const QString& id);
    /// Hides all bars except these.
    void hideAllBut(const QStringList& kept);
    bool shows(const QString& id) const { return bar(id) != nullptr; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* bar(const QString& id) const;

    QVBoxLayout* m_column;
};

} // namespace netsmith::gui
