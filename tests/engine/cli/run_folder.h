#pragma once

#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"

#include <QTemporaryDir>
#include <QtTest>

namespace netsmith::test {

using namespace Qt::StringLiterals;

/// A folder with a small project and its data, for the runs of the program in it.
class RunFolder {
protected:
    void begin()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        m_cli = std::make_unique<CliProcess>(m_folder->path());
        // Not a multiple of the batch, so that every epoch ends with a smaller one.
        writeSmallMnist(path(u"data"_s), 200, 50);
        m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
        Project project = smallProject();
        Node dropout;
        dropout.id = "dropout";
        dropout.layer = "dropout";
        project.graph.nodes.push_back(dropout);
        project.graph.edges.back() = {{"hidden", "output"}, {"dropout", "input"}};
        project.graph.edges.push_back({{"dropout", "output"}, {"classes", "input"}});
        writeProject(path(u"small.netsmith"_s), project);
    }
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QStringList train(const QString& run, const QStringList& more = {}) const
    {
        return QStringList{u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, run, u"--json"_s} + more;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

} // namespace netsmith::test
