#pragma once

#include <QWidget>

class QTabBar;
class QTextBrowser;

namespace netsmith::gui {

class Actions;

/// The help in a window of its own: a guide, the keys and a reference of everything that a project may name. Read from the program
/// itself, so that it needs no network and speaks of this very version.
class HelpWindow final : public QWidget {
    Q_OBJECT

public:
    enum class Page { guide, shortcuts, reference };

    HelpWindow(const Actions& actions, QWidget* parent);

    void open(Page page);
    Page page() const;

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setTexts();
    void showPage();

    const Actions& m_actions;
    QTabBar* m_tabs;
    QTextBrowser* m_text;
};

} // namespace netsmith::gui
