#pragma once

#include "gui/runs/runs_panel.h"
#include "gui/runs/table/run_table.h"
#include "tests/engine/runs/made_runs.h"

#include <QTemporaryDir>

namespace netsmith::test {

/// Fake runs of a project, and the panel that shows them.
struct RunShelf {
    QTemporaryDir folder;
    gui::Document document;
    gui::TrainingSession session{document};
    gui::RunsPanel panel{session};
    gui::RunTable* table = panel.findChild<gui::RunTable*>();

    std::filesystem::path projectFile() const;
    std::filesystem::path run(const std::string& name) const;
    void add(const std::string& name, const RunRecord& record, const Project* project = nullptr) const;
    /// Three that differ in the columns for sorting and filtering, the last of them named and tagged.
    void addThree() const;
    /// Shows the panel and waits for its rows.
    void open(int rows);

    QModelIndex at(int row, std::string_view id) const;
    QString textAt(int row, std::string_view id) const;
    QStringList names() const;
    /// Types a filter, and Enter.
    void type(const QString& filter);
    /// Types into the editor of the current cell.
    void answer(const QString& text, Qt::Key end = Qt::Key_Return) const;
};

} // namespace netsmith::test
