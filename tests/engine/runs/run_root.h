#pragma once

#include "engine/runs/store/run_store.h"
#include "tests/engine/runs/made_runs.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace netsmith::test {

using Names = std::vector<std::string>;

/// The names of the folders.
inline Names namesOf(const std::vector<runs::RunSummary>& runs)
{
    Names names;
    for (const runs::RunSummary& run : runs)
        names.push_back(run.folder.filename().string());
    return names;
}

/// Gives each test an empty folder of runs.
class RunRootTest : public QObject {
protected:
    void makeRoot()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_root = m_folder->path().toStdString();
    }
    std::filesystem::path at(const char* name) const { return m_root / name; }
    OpenFolder opened(const char* run) const { return OpenFolder::open(at(run)).take(); }

    std::filesystem::path m_root;

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace netsmith::test
