#pragma once

#include <QList>
#include <QWidget>

#include <array>

class QAction;
class QTabBar;
class QTextBrowser;

namespace netsmith::gui {

class SearchField;

/// The help in a window of its own: a guide, the keys and a reference of everything that a project may name. Read from the program
/// itself, so that it needs no network and speaks of this very version.
class HelpWindow final : public QWidget {
    Q_OBJECT

public:
    enum class Page { guide, shortcuts, reference };

    /// `actions`: those whose keys are told.
    HelpWindow(QList<QAction*> actions, QWidget* parent);

    void open(Page page);
    Page page() const;

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setTexts();
    void showPage();
    /// Goes to where what is typed stands next, or from the page's beginning; says where it does not.
    void find(bool fromHere);
    void showFound(bool found);

    QList<QAction*> m_actions;
    QTabBar* m_tabs;
    SearchField* m_search;
    QTextBrowser* m_text;
    std::array<int, 3> m_places{}; ///< how far down each page was read
    int m_shown = 0;
};

} // namespace netsmith::gui
