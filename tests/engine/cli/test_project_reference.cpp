#include "tests/engine/cli/project_files.h"
#include "tests/engine/cli/schema_check.h"

#include "engine/core/philox.h"
#include "engine/graph/project/project_format.h"
#include "tests/test_program.h"

#include <QDirIterator>
#include <QJsonArray>

namespace test_project_reference {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// The schema, the reference and the listings describe project files as the program reads them.
class TestProjectReference : public QObject, ProjectFiles {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        prepare();
        m_schema = schema();
    }
    void theShippedSchemaIsTheRegistries();
    void samplesFitTheSchema();
    void whatTheReaderRefusesTheSchemaDoesToo();
    void theShippedReferenceIsTheRegistries();
    void everyRegistryIsListed_data();
    void everyRegistryIsListed();

private:
    Json m_schema;
};

void TestProjectReference::theShippedSchemaIsTheRegistries()
{
    QVERIFY2(readBytes(QStringLiteral(NETSMITH_RESOURCES "/project.schema.json")) == text({u"schema"_s}),
             "write it again: netsmith-cli schema --output resources/project.schema.json");
    const QString file = m_folder.filePath(u"schema.json"_s);
    QCOMPARE(m_cli->run({u"schema"_s, u"--output"_s, file}).code, 0);
    QCOMPARE(readBytes(file), text({u"schema"_s}));
}

void TestProjectReference::samplesFitTheSchema()
{
    int files = 0;
    for (const char* folder : {NETSMITH_PROJECTS, NETSMITH_FUZZ_SEEDS "/project"}) {
        QDirIterator each(QString::fromUtf8(folder), {u"*.netsmith"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            const QString path = each.next();
            const Expected<Json> project = readJson(readBytes(path).toStdString());
            const Expected<Project> read = loadProject(path.toStdString());
            if (!project || !read || !unknownKeys(*read).empty())
                continue; // a seed that the reader or the check must reject
            const std::vector<std::string> faults = SchemaCheck(m_schema).faults(*project);
            QVERIFY2(faults.empty(), qPrintable(path + u": "_s + QString::fromStdString(faults.empty() ? "" : faults.back())));
            ++files;
        }
    }
    QVERIFY(files > 15);
}

void TestProjectReference::whatTheReaderRefusesTheSchemaDoesToo()
{
    const std::vector<Json> values{nullptr,
                                   true,
                                   -1,
                                   2.5,
                                   "text",
                                   Json::array(),
                                   Json::array({1, 2}),
                                   Json::object(),
                                   Json{{"id", "adam"}},
                                   Json::array({"a", "b"})};
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        RandomStream random(seed, 3);
        Json project = small();
        const Json flat = project.flatten();
        std::string place = std::next(flat.begin(), random.below(flat.size())).key();
        for (std::uint32_t up = random.below(3); up > 0 && place.rfind('/') > 0; --up)
            place.resize(place.rfind('/'));
        project.at(Json::json_pointer(place)) = values[random.below(values.size())];
        if (projectFromJson(project.dump()))
            continue;
        ++refused;
        QVERIFY2(!SchemaCheck(m_schema).faults(project).empty(), place.c_str());
    }
    QVERIFY(refused > 100);
}

void TestProjectReference::theShippedReferenceIsTheRegistries()
{
    const QByteArray page = text({u"reference"_s});
    QVERIFY2(readBytes(QStringLiteral(NETSMITH_RESOURCES "/reference.html")) == page,
             "write it again: netsmith-cli reference --output resources/reference.html");
    for (const char* each : {"id=\"layers-conv2d\"", "id=\"optimizers-adam\"", "id=\"format-training\"", "id=\"sources-csv\"",
                             "<code>learning_rate</code>"})
        QVERIFY2(page.contains(each), each);
}

void TestProjectReference::everyRegistryIsListed_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("event");
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("parameter");
    const auto row = [](const char* command, const char* event, const char* one, const char* parameter) {
        QTest::addRow("%s", command) << QString::fromUtf8(command).split(u' ') << QString::fromUtf8(event) << QString::fromUtf8(one)
                                     << QString::fromUtf8(parameter);
    };
    row("layers", "layer", "conv2d", "filters");
    row("losses", "loss", "huber", "delta");
    row("metrics", "metric", "top_k_accuracy", "k");
    row("optimizers", "optimizer", "adam", "learning_rate");
    row("schedules", "schedule", "step", "factor");
    row("transforms", "transform", "random_rotation", "");
    row("data sources", "source", "csv", "header");
}

void TestProjectReference::everyRegistryIsListed()
{
    QFETCH(QStringList, command);
    QFETCH(QString, event);
    QFETCH(QString, one);
    QFETCH(QString, parameter);
    const CliResult all = m_cli->run(command + QStringList{u"--json"_s});
    QVERIFY2(all.code == 0, all.words());
    QVERIFY(all.lines().size() > 3);
    QStringList ids;
    for (const QJsonObject& each : all.lines()) {
        QCOMPARE(each[u"event"].toString(), event);
        ids << each[u"id"].toString();
        QVERIFY2(!each[u"title"].toString().isEmpty() && !each[u"doc"].toString().isEmpty(), qPrintable(ids.back()));
    }
    QVERIFY2(ids.contains(one), qPrintable(ids.join(u' ')));
    const CliResult detail = m_cli->run(command + QStringList{one, u"--json"_s});
    const QJsonArray parameters = detail.event(event)[u"parameters"].toArray();
    const CliResult words = m_cli->run(command + QStringList{one});
    QVERIFY(!parameters.isEmpty());
    for (const auto& each : parameters) {
        const QJsonObject object = each.toObject();
        QVERIFY(object.contains(u"default") && !object[u"doc"].toString().isEmpty());
        QVERIFY2(words.out.contains((u"  "_s + object[u"name"].toString() + u": "_s).toUtf8()), words.out);
        if (object[u"name"].toString() == parameter)
            parameter.clear();
    }
    QCOMPARE(parameter, QString());
    const CliResult unknown = m_cli->run(command + QStringList{u"nothing"_s});
    QCOMPARE(unknown.code, 2);
    QVERIFY2(unknown.err.contains("\"netsmith-cli " + command.join(u' ').toUtf8() + "\" lists them"), unknown.words());
}

NETSMITH_TEST(TestProjectReference)

} // namespace test_project_reference

#include "test_project_reference.moc"
