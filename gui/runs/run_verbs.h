#pragma once

#include <QWidget>

#include <vector>

class QAction;
class QToolButton;

namespace netsmith::gui {

class RunTable;
class RunTableExport;

/// The commands for the runs selected in the table: one button each, with text as long as all fit in one row.
class RunVerbs : public QWidget {
    Q_OBJECT

public:
    RunVerbs(RunTable& table, RunTableExport& tableExport, QWidget* parent = nullptr);

    QAction* open() const { return m_open; }
    QAction* resume() const { return m_resume; }
    QAction* rename() const { return m_rename; }
    QAction* tags() const { return m_tags; }
    QAction* notes() const { return m_notes; }
    QAction* remove() const { return m_remove; }
    QAction* compare() const { return m_compare; }
    QAction* project() const { return m_project; }
    QAction* card() const { return m_card; }
    QAction* begin() const { return m_begin; }
    QAction* exportRun() const { return m_exportRun; }
    void retranslate();

    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Button {
        QToolButton* button = nullptr;
        int rank = 0; ///< the highest loses its text first
        int wide = 0; ///< pixels with text
        int narrow = 0; ///< and without
    };

    void measure();
    void fit();

    RunTableExport& m_export;
    QAction* m_open;
    QAction* m_resume;
    QAction* m_rename;
    QAction* m_tags;
    QAction* m_notes;
    QAction* m_remove;
    QAction* m_compare;
    QAction* m_project;
    QAction* m_card;
    QAction* m_begin;
    QAction* m_exportRun;
    std::vector<Button> m_buttons;
};

} // namespace netsmith::gui
