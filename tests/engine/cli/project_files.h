#pragma once

#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"

#include "engine/graph/json/json_text.h"

#include <QTemporaryDir>
#include <QtTest>

namespace netsmith::test {

using namespace Qt::StringLiterals;

/// Project files in a folder beside their data, and the program that reads them.
class ProjectFiles {
protected:
    void prepare()
    {
        m_cli = std::make_unique<CliProcess>(m_folder.path());
        m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, m_folder.path());
        writeSmallMnist(m_folder.path(), 200, 100);
    }
    QString write(const Json& project, const char* name = "some.netsmith") const
    {
        const QString path = m_folder.filePath(QLatin1StringView(name));
        writeBytes(path, QByteArray::fromStdString(project.dump(2)));
        return path;
    }
    QByteArray text(const QStringList& arguments) const
    {
        const CliResult result = m_cli->run(arguments);
        return result.code == 0 ? result.out : result.words();
    }
    Json schema() const { return Json::parse(text({u"schema"_s}).toStdString()); }
    /// Both `check` and `train` refuse it with these words.
    void refused(const QStringList& arguments, const QString& said) const
    {
        const QStringList check{u"check"_s};
        const QStringList train{u"train"_s, u"--run-dir"_s, u"never"_s};
        for (const QStringList& command : {check, train}) {
            const CliResult result = m_cli->run(command + arguments);
            QVERIFY2(result.code == 3 && result.err.contains(said.toUtf8()), result.words());
        }
    }
    static Json small() { return Json::parse(toJson(smallProject())); }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

} // namespace netsmith::test
