#pragma once

#include <QObject>

#include <filesystem>
#include <string>

class QAction;

namespace netsmith::gui {

class RunTable;
class RunTableModel;

/// Takes the table out of the studio: the chosen rows to the clipboard, all rows into a file of CSV or Markdown, those in sight
/// into a picture.
class RunTableExport : public QObject {
    Q_OBJECT

public:
    RunTableExport(RunTable& table, const RunTableModel& model);

    QAction* copyAction() const { return m_copy; }
    QAction* exportAction() const { return m_export; }
    /// What a file of this name holds: Markdown where it ends in ".md", a picture where it ends in ".png", else CSV.
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
