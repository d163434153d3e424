#pragma once

#include <QDockWidget>

class QFrame;
class QLabel;

namespace netsmith::gui {

/// A panel of the window that can be moved, floated, closed and restored. Its slim title bar is hidden if a tab shows the title.
class Dock : public QDockWidget {
    Q_OBJECT

public:
    /// Takes ownership of `content`; `scrolls`: it may be taller than the dock.
    Dock(const QString& objectName, QWidget* content, bool scrolls, QWidget* parent);

    void setTitle(const QString& title);

protected:
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void fitTitle();

    QWidget* m_titleLine;
    QFrame* m_noTitle;
    QLabel* m_title;
};

} // namespace netsmith::gui
