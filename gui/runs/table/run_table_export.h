#pragma once

#include <QObject>

#include <filesystem>
#include <string>

class QAction;

namespace netsmith::gui {

class RunTable;
class RunTableModel;

/// Exports the table: the selected rows to the clipboard, all rows to a CSV or Markdown file, the visible ones to an image.
class RunTableExport : public QObject {
    Q_OBJECT

public:
    RunTableExport(RunTable& table, const RunTableModel& model);

    QAction* copyAction() const { return m_copy; }
    QAction* exportAction() const { return m_export; }
    /// The contents of a file with this name: Markdown for ".md", an image for ".png", otherwise CSV.
    std::string contentsFor(const std::filesystem::path& file) const;
    void retranslate();

Q_SIGNALS:
    void saveWanted(const std::filesystem::path& file, const std::string& contents);

private:
    std::string picture() const;
    void copy();
    void askWhere();

    RunTable& m_table;
    const RunTableModel& m_model;
    QAction* m_copy;
    QAction* m_export;
};

} // namespace netsmith::gui
