#pragma once

#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

namespace netsmith::test {

using namespace Qt::StringLiterals;

/// A folder with a small trained network, "parent", and its data, for the runs that compression makes of it.
class CompressedFolder {
protected:
    void begin()
    {
        QVERIFY(m_folder.isValid());
        m_cli = std::make_unique<CliProcess>(m_folder.path());
        writeSmallMnist(path(u"data"_s), 200, 90);
        m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
        writeProject(path(u"small.netsmith"_s), convolvingProject());
        const CliResult trained = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--epochs"_s, u"2"_s, u"--run-dir"_s, u"parent"_s,
                                              u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
        QVERIFY2(trained.code == 0, trained.words());
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    /// Without timing its predictions.
    CliResult compress(const QStringList& arguments) const { return timed(arguments + QStringList{u"--no-timing"_s}); }
    CliResult timed(const QStringList& arguments) const { return m_cli->run(QStringList{u"compress"_s} + arguments); }

    static QJsonObject stage(const CliResult& result, const QString& name)
    {
        for (const QJsonObject& line : result.lines())
            if (line[u"event"_s] == u"stage"_s && line[u"stage"_s] == name)
                return line;
        return {};
    }
    QJsonObject record(const QString& run) const { return QJsonDocument::fromJson(readBytes(path(run + u"/run.json"_s))).object(); }
    QString parentOf(const QString& run) const { return record(run)[u"weights_from"_s][u"run"_s].toString(); }
    double evaluatedLoss(const QString& run) const
    {
        return m_cli->run({u"evaluate"_s, run, u"--json"_s}).event(u"evaluation"_s)[u"loss"_s].toDouble();
    }

    QByteArray newestWeights(const QString& run) const
    {
        const QString newest = QDir(path(run + u"/checkpoints"_s)).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name).last();
        return readBytes(path(run + u"/checkpoints/"_s + newest + u"/weights.safetensors"_s));
    }
    /// What can't be done ends with a sentence that holds these words, and leaves nothing.
    void refuses(const QStringList& arguments, int code, const QByteArray& words) const
    {
        const QStringList before = QDir(m_folder.path()).entryList();
        const CliResult result = compress(arguments);
        QVERIFY2(result.code == code, result.words());
        QVERIFY2(result.err.contains(words), result.words());
        QCOMPARE(QDir(m_folder.path()).entryList(), before);
    }

    /// A chain that is stopped in the training of its first run comes to the same weights by the two commands that it says; the
    /// second one ends with `rest`. `arguments(run)`: those of the chain to a run; `lines`: after which it is stopped.
    template <class Arguments>
    void goesOn(const Arguments& arguments, int lines, const QString& rest) const
    {
        for (const QString& before : QDir(m_folder.path()).entryList({u"halted*"_s, u"unbroken*"_s}, QDir::Dirs)) // another chain's
            QVERIFY(QDir(path(before)).removeRecursively());
        constexpr int longest = 400000; // of many epochs, in milliseconds, where other programs keep the processor busy
        const CliResult stopped = m_cli->interrupt(arguments(u"halted"_s), SIGINT, lines);
        QVERIFY2(stopped.code == 130, stopped.words());
        const QString then = stopped.event(u"stopped"_s)[u"then"_s].toString();
        QVERIFY2(then.endsWith(rest), stopped.words());
        const CliResult resumed =
            m_cli->run({u"train"_s, u"halted-step-1/project.netsmith"_s, u"--resume"_s, u"halted-step-1"_s}, longest);
        QVERIFY2(resumed.code == 0, resumed.words());
        QStringList command = then.split(u' ');
        command.removeFirst(); // the program
        const CliResult last = m_cli->run(command + QStringList{u"--run-dir"_s, u"halted"_s}, longest);
        QVERIFY2(last.code == 0, last.words());
        const CliResult whole = m_cli->run(arguments(u"unbroken"_s), longest);
        QVERIFY2(whole.code == 0, whole.words());
        QVERIFY(newestWeights(u"halted"_s) == newestWeights(u"unbroken"_s));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

} // namespace netsmith::test
