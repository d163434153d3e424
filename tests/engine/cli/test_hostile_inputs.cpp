#include "engine/core/utf8.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/copied_tree.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/cli/hostile_input.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// Whatever a project brings along, is called, or is started with: the program ends by itself with the documented code, says one
/// sentence, sends nothing to the terminal that acts on it, and touches nothing that is not the project's.
class TestHostileInputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void corpusIsLarge();
    void endsWell_data();
    void endsWell();

private:
    QTemporaryDir m_folder;
    std::vector<HostileInput> m_corpus;
};

void TestHostileInputs::initTestCase()
{
    QVERIFY(m_folder.isValid());
    writeSmallMnist(m_folder.filePath(u"data"_s), 60, 20);
    netsmith::Project project = smallProject();
    project.training.epochs = 1;
    project.training.keepCheckpoints = 2;
    const QString file = m_folder.filePath(u"good/small.netsmith"_s);
    writeProject(file, project);
    const CliResult result = CliProcess(m_folder.path())
                                 .run({u"train"_s, file, u"--data-dir"_s, m_folder.filePath(u"data"_s), u"--run-dir"_s,
                                       m_folder.filePath(u"good/runs/a"_s)});
    QVERIFY2(result.code == 0, result.words());
    for (const auto& part : {hostileLinks(), hostileNames(), hostileArguments(), hostileSurroundings(), hostileFiles()})
        std::ranges::copy(part, std::back_inserter(m_corpus));
}

void TestHostileInputs::corpusIsLarge()
{
    std::set<QByteArray> names;
    for (const HostileInput& input : m_corpus)
        names.insert(input.name);
    QVERIFY2(names.size() >= 200, qPrintable(QString::number(names.size())));
    QCOMPARE(names.size(), m_corpus.size());
}

void TestHostileInputs::endsWell_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_corpus.size(); ++i)
        QTest::newRow(m_corpus[i].name.constData()) << static_cast<int>(i);
}

void TestHostileInputs::endsWell()
{
    QFETCH(int, index);
    const HostileInput& hostile = m_corpus[static_cast<std::size_t>(index)];
    QTemporaryDir folder;
    const HostilePlace place{QDir(folder.filePath(u"project"_s)), m_folder.filePath(u"data"_s),
                             QDir(folder.filePath(u"outside"_s))};
    copyTree(m_folder.filePath(u"good"_s), place.project.path());
    copyTree(m_folder.filePath(u"good/runs/a"_s), place.outside.filePath(u"run"_s));
    copyTree(m_folder.filePath(u"good/runs/a"_s), place.outside.filePath(u"runs/a"_s));
    writeBytes(place.outside.filePath(u"diary"_s), "dear diary\n");
    CliProcess cli(place.project.path());
    cli.setVariable(u"HOME"_s, folder.filePath(u"home"_s));
    cli.setVariable(u"XDG_CACHE_HOME"_s, folder.filePath(u"cache"_s));
    cli.setVariable(u"OMP_NUM_THREADS"_s, u"2"_s);
    for (auto [name, value] : hostile.environment.asKeyValueRange())
        cli.setVariable(name, value);
    cli.setPrelude(hostile.prelude);
    const QStringList arguments = hostile.prepare(place);
    const auto before = contentOf(place.outside.path());

    const CliResult result = cli.run(arguments, 60000);
    QVERIFY2(result.ended, "it crashed or hung: " + arguments.join(u' ').toUtf8().left(300) + '\n' + result.words().left(2000));
    QVERIFY2(result.code == hostile.code && !result.err.contains("a bug in Netsmith"), result.words().left(2000));
    QVERIFY2(contentOf(place.outside.path()) == before, "it changed what is none of its business: " + result.words().left(2000));
    for (const QByteArray& text : {result.out, result.err}) {
        const std::string bytes = text.toStdString();
        QVERIFY2(netsmith::visibleLines(bytes) == bytes, "it sends controls: " + text.toPercentEncoding(" \n").left(2000));
        const bool quoted = hostile.name.contains("as csv"); // where a cell in quotes may have lines
        for (const QByteArray& line : text.split('\n'))
            QVERIFY2(quoted || !line.startsWith("FORGED"), "a line of somebody else's making: " + result.words().left(2000));
    }
    const QList<QByteArray> said = result.err.trimmed().split('\n');
    const auto errors = std::ranges::count_if(said, [](const QByteArray& line) { return line.startsWith("error: "); });
    // A process whose standard error is closed can't say it.
    const bool dumb = hostile.prelude.contains(u"2>&-"_s);
    QVERIFY2(errors == (hostile.code == 0 || dumb ? 0 : 1), result.words().left(2000));
    QVERIFY2(hostile.code == 0 || dumb || said.last().startsWith("error: "), result.words().left(2000));
}

QTEST_GUILESS_MAIN(TestHostileInputs)
#include "test_hostile_inputs.moc"
