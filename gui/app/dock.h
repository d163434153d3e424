#pragma once

#include <QDockWidget>

class QFrame;
class QLabel;

namespace netsmith::gui {

/// A panel of the window: moved, floated, closed and restored. Its own title line is slim, and hides where a tab says the same.
class Dock : public QDockWidget {
    Q_OBJECT

public:
    /// `content` becomes the dock's; `scrolls`: it may be higher than the dock.
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
