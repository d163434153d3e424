#include "engine/train/catalog.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/cli/schema_check.h"

#include "engine/core/philox.h"
#include "engine/graph/json/json_text.h"
#include "engine/graph/project_format.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// What a project file may hold, as a person meets it: what is refused, what is kept, and what describes it.
class TestProjectFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void unknownKeysAreErrors_data();
    void unknownKeysAreErrors();
    void misplacedParametersAreMoved_data();
    void misplacedParametersAreMoved();
    void allUnknownKeysAreTold();
    void freeKeysAreAnybodys();
    void allFormErrorsAreTold();
    void checkKnowsWhatTrainingKnows_data();
    void checkKnowsWhatTrainingKnows();
    void checkLooksIntoFiles_data();
    void checkLooksIntoFiles();
    void checkCountsWhatIsThere();
    void nearestNamesComeFirst_data();
    void nearestNamesComeFirst();
    void refusesFoldersPlainly();
    void theShippedSchemaIsTheRegistries();
    void samplesFitTheSchema();
    void whatTheReaderRefusesTheSchemaDoesToo();
    void theShippedReferenceIsTheRegistries();
    void everyRegistryIsListed_data();
    void everyRegistryIsListed();

private:
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
    /// Both `check` and `train` refuse it with these words.
    void refused(const QStringList& arguments, const QString& said) const
    {
        for (const QStringList& command : {QStringList{u"check"_s}, QStringList{u"train"_s, u"--run-dir"_s, u"never"_s}}) {
            const CliResult result = m_cli->run(command + arguments);
            QVERIFY2(result.code == 3 && result.err.contains(said.toUtf8()), result.words());
        }
    }
    static Json small() { return Json::parse(toJson(smallProject())); }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
    Json m_schema;
};

void TestProjectFormat::initTestCase()
{
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, m_folder.path());
    writeSmallMnist(m_folder.path(), 200, 100);
    m_schema = Json::parse(text({u"schema"_s}).toStdString());
}

void TestProjectFormat::unknownKeysAreErrors_data()
{
    QTest::addColumn<QString>("object");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("said");
    QTest::addRow("root") << ""
                          << "trainning"
                          << "did you mean \"training\"?";
    QTest::addRow("training") << "/training"
                              << "epohcs"
                              << "did you mean \"epochs\"?";
    QTest::addRow("data") << "/data"
                          << "shufle"
                          << "did you mean \"shuffle\"?";
    QTest::addRow("optimizer") << "/training/optimizer"
                               << "lr"
                               << "the parameter \"learning_rate\" belongs in \"parameters\"";
    QTest::addRow("the optimizer's") << "/training"
                                     << "weight_decay"
                                     << "the parameter \"weight_decay\" belongs in the \"parameters\" of \"optimizer\"";
    QTest::addRow("the optimizer's, abbreviated")
        << "/training"
        << "lr"
        << "the parameter \"learning_rate\" belongs in the \"parameters\" of \"optimizer\"";
    QTest::addRow("loss") << "/training/objectives/0/loss"
                          << "paramters"
                          << "did you mean \"parameters\"?";
    QTest::addRow("objective") << "/training/objectives/0"
                               << "metric"
                               << "did you mean \"metrics\"?";
    QTest::addRow("node") << "/graph/nodes/1"
                          << "titel"
                          << "did you mean \"title\"?";
    QTest::addRow("a layer's parameter") << "/graph/nodes/2"
                                         << "units"
                                         << "the parameter \"units\" belongs in \"parameters\"";
    QTest::addRow("edge") << "/graph/edges/0"
                          << "fron"
                          << "did you mean \"from\"?";
    QTest::addRow("far from all") << "/graph"
                                  << "quetzalcoatl"
                                  << "there are nodes, edges, groups, notes, blocks";
    QTest::addRow("not quite free") << ""
                                    << "xcolour"
                                    << "keys of your own begin with \"x-\"";
}

void TestProjectFormat::unknownKeysAreErrors()
{
    QFETCH(QString, object);
    QFETCH(QString, key);
    QFETCH(QString, said);
    Json project = small();
    project.at(Json::json_pointer(object.toStdString()))[key.toStdString()] = 7;
    const QString file = write(project);
    const CliResult checked = m_cli->run({u"check"_s, file, u"--json"_s});
    QCOMPARE(checked.code, 3);
    const QString message = checked.event(u"problem"_s)[u"message"].toString();
    QVERIFY2(message.startsWith(object + u'/' + key + u": "_s), qPrintable(message));
    QVERIFY2(message.contains(said), qPrintable(message));
    const CliResult trained = m_cli->run({u"train"_s, file, u"--run-dir"_s, u"never"_s});
    QCOMPARE(trained.code, 3);
    QVERIFY2(trained.err.contains(said.toUtf8()), trained.words());
    QVERIFY(!QDir(m_folder.filePath(u"never"_s)).exists());
    QVERIFY(!SchemaCheck(m_schema).faults(project).empty());
}

void TestProjectFormat::misplacedParametersAreMoved_data()
{
    QTest::addColumn<QString>("object");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("holder");
    QTest::addRow("a layer's") << "/graph/nodes/2"
                               << "units"
                               << "units"
                               << "/graph/nodes/2";
    QTest::addRow("by another name") << "/training/optimizer"
                                     << "learning-rate"
                                     << "learning_rate"
                                     << "/training/optimizer";
    QTest::addRow("into the optimizer") << "/training"
                                        << "weight_decay"
                                        << "weight_decay"
                                        << "/training/optimizer";
}

/// What mends it keeps the value, and is not offered where it could not.
void TestProjectFormat::misplacedParametersAreMoved()
{
    QFETCH(QString, object);
    QFETCH(QString, key);
    QFETCH(QString, name);
    QFETCH(QString, holder);
    const Json::json_pointer place(object.toStdString());
    const Json::json_pointer into(holder.toStdString());
    const auto problemsOf = [](const Json& file) {
        return train::checkProject(projectFromJson(file.dump()).take(), std::span<const FieldType>()).problems;
    };
    const auto keyProblem = [&](const Json& file) {
        const auto problems = problemsOf(file);
        const auto found =
            std::ranges::find(problems, std::string("unknown.key"), [](const Problem& one) { return one.message.id(); });
        return found == problems.end() ? std::optional<Problem>() : *found;
    };
    Json file = small();
    Json& parameters = file.at(into)["parameters"];
    parameters = parameters.is_object() ? parameters : Json::object();
    parameters.erase(name.toStdString());
    file.at(place)[key.toStdString()] = 7;
    const std::optional<Problem> problem = keyProblem(file);
    QVERIFY(problem && problem->mend && problem->mend->kind == Mend::Kind::moveKey);
    Project project = projectFromJson(file.dump()).take();
    mendProject(project, *problem->mend);
    const Json mended = Json::parse(toJson(project));
    QCOMPARE(mended.at(into).at("parameters").at(name.toStdString()).get<int>(), 7);
    QVERIFY(!mended.at(place).contains(key.toStdString()) && !keyProblem(mended));
    const CliResult checked = m_cli->run({u"check"_s, write(file)});
    const QByteArray advice = place == into ? "move it to parameters, as " : "move it to the optimizer's parameters, as ";
    QVERIFY2(checked.err.contains(advice) || checked.out.contains(advice), checked.words());

    Json taken = file;
    taken.at(into)["parameters"][name.toStdString()] = 3;
    QVERIFY(keyProblem(taken) && !keyProblem(taken)->mend);
    project = projectFromJson(taken.dump()).take();
    const Project before = project;
    mendProject(project, *problem->mend);
    QVERIFY(project == before);
    Json odd = file;
    odd.at(place)[key.toStdString()] = Json::object();
    QVERIFY(keyProblem(odd) && !keyProblem(odd)->mend);
}

void TestProjectFormat::allUnknownKeysAreTold()
{
    Json project = small();
    project["training"]["epohcs"] = 20;
    project["data"]["shufle"] = false;
    project["graph"]["nodes"][0]["colour"] = "red";
    const CliResult checked = m_cli->run({u"check"_s, write(project), u"--json"_s});
    QStringList places;
    for (const QJsonObject& line : checked.lines())
        if (line[u"event"] == u"problem"_s)
            places << line[u"message"].toString().section(u':', 0, 0);
    QCOMPARE(places, (QStringList{u"/graph/nodes/0/colour"_s, u"/data/shufle"_s, u"/training/epohcs"_s}));
}

void TestProjectFormat::freeKeysAreAnybodys()
{
    Json project = small();
    const Json anything = {{"deep", Json::array({1, nullptr, {{"x", "y"}}})}};
    project["x-mine"] = anything;
    for (const char* object : {"/data", "/training", "/graph", "/graph/nodes/1", "/graph/edges/0", "/graph/nodes/2/parameters",
                               "/training/optimizer", "/training/objectives/0"})
        project.at(Json::json_pointer(object))["x-mine"] = anything;
    project["training"]["optimizer"]["parameters"] = {{"x-note", anything}, {"learning_rate", 0.01}};
    const QString file = write(project);
    const CliResult checked = m_cli->run({u"check"_s, file});
    QVERIFY2(checked.code == 0, checked.words());
    const Json saved = Json::parse(toJson(loadProject(file.toStdString()).take()));
    QCOMPARE(QString::fromStdString(saved["training"]["optimizer"]["parameters"].dump()),
             QString::fromStdString(Json{{"learning_rate", 0.01}, {"x-note", anything}}.dump()));
    for (const char* object : {"", "/data", "/training", "/graph", "/graph/nodes/1", "/graph/edges/0", "/graph/nodes/2/parameters",
                               "/training/optimizer", "/training/objectives/0"})
        QVERIFY2(saved.at(Json::json_pointer(object)).value("x-mine", Json()) == anything, object);
    QCOMPARE(SchemaCheck(m_schema).faults(project), std::vector<std::string>());
}

void TestProjectFormat::allFormErrorsAreTold()
{
    Json project = small();
    project["title"] = 7;
    project["graph"]["nodes"][1].erase("layer");
    project["graph"]["edges"][0]["to"] = Json::array({"a"});
    project["training"]["epochs"] = "many";
    project["training"]["objectives"][0]["metrics"] = 3;
    const CliResult checked = m_cli->run({u"check"_s, write(project)});
    QCOMPARE(checked.code, 3);
    const QString said = QString::fromUtf8(checked.err);
    QVERIFY2(said.contains(u"5 errors: "_s), checked.words());
    int at = 0;
    for (const QString& each :
         {u"/title: expected a text, got a number"_s, u"/graph/nodes/1: the key \"layer\" is missing"_s,
          u"/graph/edges/0/to: expected a node's id and a port"_s, u"/training/epochs: expected an integer, got a text"_s,
          u"/training/objectives/0/metrics: expected an array, got a number"_s}) {
        at = static_cast<int>(said.indexOf(each, at));
        QVERIFY2(at >= 0, qPrintable(each + u" in "_s + said));
    }
    QCOMPARE(said.count(u'\n'), 1);
    // A file of nothing but errors says the first of them, and soon.
    Json nodes = Json::array();
    for (int i = 0; i < 100000; ++i)
        nodes.push_back(1);
    project = small();
    project["graph"]["nodes"] = nodes;
    const CliResult many = m_cli->run({u"check"_s, write(project)});
    QCOMPARE(many.code, 3);
    QVERIFY2(many.err.contains("the first 20 errors: /graph/nodes/0: ") && many.err.contains("/graph/nodes/19: "), many.words());
}

void TestProjectFormat::checkKnowsWhatTrainingKnows_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("said");
    QTest::addRow("no data") << "data.source=cifar10"
                             << "CIFAR-10 is not in";
    QTest::addRow("nothing judges") << "data.validation=test"
                                    << "has no test samples to validate with";
    QTest::addRow("a batch of too many") << "data.validation=none,training.batch=41"
                                         << "choose at most 40";
    QTest::addRow("too many of those left") << "data.validation=split,training.batch=37"
                                            << "choose at most 36";
    QTest::addRow("too many of those left by class") << "data.validation=stratified,data.validation_share=0.999,training.batch=3"
                                                     << "choose at most 2";
    QTest::addRow("no such file") << "data.validation=file,data.validation_file=nowhere.txt"
                                  << "nowhere.txt";
    QTest::addRow("a file of other lines") << "data.validation=file,data.validation_file=table.csv"
                                           << "table.csv is no number of a training sample";
    QTest::addRow("too many of those not named") << "data.validation=file,data.validation_file=held.txt,training.batch=39"
                                                 << "choose at most 38";
}

void TestProjectFormat::checkKnowsWhatTrainingKnows()
{
    QFETCH(QString, settings);
    QFETCH(QString, said);
    QByteArray table = "a,b,label\n";
    for (int row = 0; row < 40; ++row)
        table += QByteArray::number(row) + "." + QByteArray::number(row % 7) + ",0.5," + (row % 2 ? "yes" : "no") + "\n";
    writeBytes(m_folder.filePath(u"table.csv"_s), table);
    writeBytes(m_folder.filePath(u"held.txt"_s), "7\n\n11\n7\n");
    Json project = small();
    const bool pictures = settings.contains(u"cifar10"_s);
    project["graph"]["nodes"][0]["parameters"] = {{"shape", pictures ? Json{32, 32, 3} : Json{2}}};
    project["graph"]["nodes"].back()["parameters"]["units"] = pictures ? 10 : 2;
    if (!pictures) {
        project["graph"]["nodes"][0]["parameters"]["field"] = "features";
        project["data"]["source"] = "csv";
        project["data"]["path"] = "table.csv";
        project["data"]["divide"] = 1;
    }
    QStringList arguments{write(project), u"--data-dir"_s, m_folder.path()};
    for (const QString& each : settings.split(u','))
        arguments << u"--set"_s << each;
    refused(arguments, said);
}

void TestProjectFormat::checkLooksIntoFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("at"); // a byte that is another one; -1: the last is cut off
    QTest::addColumn<QString>("said");
    QTest::addRow("fewer labels") << "train-labels-idx1-ubyte" << 7 << "has 200 images but";
    QTest::addRow("a label of no class") << "t10k-labels-idx1-ubyte" << 11 << "expected";
    QTest::addRow("another file") << "train-images-idx3-ubyte" << 0 << "is not an IDX file";
    QTest::addRow("cut short") << "t10k-images-idx3-ubyte" << -1 << "truncated or damaged";
}

void TestProjectFormat::checkLooksIntoFiles()
{
    QFETCH(QString, file);
    QFETCH(int, at);
    QFETCH(QString, said);
    QTemporaryDir folder;
    writeSmallMnist(folder.path(), 200, 100);
    const QString path = folder.filePath(u"mnist/"_s + file);
    QByteArray bytes = readBytes(path);
    if (at < 0)
        bytes.chop(1);
    else
        bytes[at] = at == 7 ? char(199) : char(12);
    if (at == 7)
        bytes.chop(1);
    writeBytes(path, bytes);
    refused({write(small()), u"--data-dir"_s, folder.path()}, said);
}

void TestProjectFormat::checkCountsWhatIsThere()
{
    refused(
        {QStringLiteral(NETSMITH_PROJECTS "/sine_forecast/sine_forecast.netsmith"), u"--set"_s, u"data.validation=stratified"_s},
        u"is not one class a sample"_s);
    refused({write(small()), u"--data-dir"_s, m_folder.path(), u"--batch"_s, u"201"_s, u"--set"_s, u"data.validation=none"_s},
            u"choose at most 200"_s);
}

void TestProjectFormat::nearestNamesComeFirst_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("value"); // as JSON
    QTest::addColumn<QString>("said");
    const auto row = [](const char* place, const char* value, const char* said) {
        QTest::addRow("%s", place) << place << value << said;
    };
    row("/training/optimizer/parameters/lr", "0.01", R"(optimizer "adam" has no parameter "lr"; did you mean "learning_rate"?)");
    row("/training/optimizer/id", R"("adma")", R"(there is no optimizer "adma"; did you mean "adam"?)");
    row("/training/schedule", R"({"id": "step", "parameters": {"facter": 0.5}})", R"(did you mean "factor"?)");
    row("/training/objectives/0/loss/id", R"("mean_squared_eror")",
        R"(there is no loss "mean_squared_eror"; did you mean "mean_squared_error"?)");
    row("/training/objectives/0/metrics/0/id", R"("acuracy")", R"(there is no metric "acuracy"; did you mean "accuracy"?)");
    row("/training/monitor", R"("vall_accuracy")", R"(which nothing measures; did you mean "val_accuracy"?)");
    row("/graph/nodes/2/parameters/unts", "16", R"(there is no parameter "unts"; did you mean "units"?)");
    row("/data/transforms", R"([{"id": "random_flip", "parameters": {"mod": "horizontal"}}])",
        R"(has no parameter "mod"; did you mean "mode"?)");
    row("/data/source", R"("mnits")", R"(there is no data set "mnits"; did you mean "mnist"?)");
    row("/data", R"({"source": "csv", "path": "x.csv", "parameters": {"targt": "a"}})",
        R"(has no parameter "targt"; did you mean "target"?)");
    row("/training/seed", "-1", "seed must be in [0, 9223372036854775807], got -1");
}

void TestProjectFormat::nearestNamesComeFirst()
{
    QFETCH(QString, place);
    QFETCH(QString, value);
    QFETCH(QString, said);
    Json project = small();
    project[Json::json_pointer(place.toStdString())] = Json::parse(value.toStdString());
    const CliResult result = m_cli->run({u"check"_s, write(project)});
    QVERIFY2(result.code == 3 && (result.out + result.err).contains(said.toUtf8()), result.words());
}

void TestProjectFormat::refusesFoldersPlainly()
{
    refused({m_folder.path()}, m_folder.path() + u" is a folder; name a file"_s);
}

void TestProjectFormat::theShippedSchemaIsTheRegistries()
{
    QVERIFY2(readBytes(QStringLiteral(NETSMITH_RESOURCES "/project.schema.json")) == text({u"schema"_s}),
             "write it again: netsmith-cli schema --output resources/project.schema.json");
    const QString file = m_folder.filePath(u"schema.json"_s);
    QCOMPARE(m_cli->run({u"schema"_s, u"--output"_s, file}).code, 0);
    QCOMPARE(readBytes(file), text({u"schema"_s}));
}

void TestProjectFormat::samplesFitTheSchema()
{
    int files = 0;
    for (const char* folder : {NETSMITH_PROJECTS, NETSMITH_FUZZ_SEEDS "/project"}) {
        QDirIterator each(QString::fromUtf8(folder), {u"*.netsmith"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            const QString path = each.next();
            const Expected<Json> project = readJson(readBytes(path).toStdString());
            const Expected<Project> read = loadProject(path.toStdString());
            if (!project || !read || !unknownKeys(*read).empty())
                continue; // a seed that the reader or the check is to refuse
            const std::vector<std::string> faults = SchemaCheck(m_schema).faults(*project);
            QVERIFY2(faults.empty(), qPrintable(path + u": "_s + QString::fromStdString(faults.empty() ? "" : faults.back())));
            ++files;
        }
    }
    QVERIFY(files > 15);
}

/// Values of the small project replaced at random: what can't be read, the schema refuses.
void TestProjectFormat::whatTheReaderRefusesTheSchemaDoesToo()
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

void TestProjectFormat::theShippedReferenceIsTheRegistries()
{
    const QByteArray page = text({u"reference"_s});
    QVERIFY2(readBytes(QStringLiteral(NETSMITH_RESOURCES "/reference.html")) == page,
             "write it again: netsmith-cli reference --output resources/reference.html");
    for (const char* each : {"id=\"layers-conv2d\"", "id=\"optimizers-adam\"", "id=\"format-training\"", "id=\"sources-csv\"",
                             "<code>learning_rate</code>"})
        QVERIFY2(page.contains(each), each);
}

void TestProjectFormat::everyRegistryIsListed_data()
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

void TestProjectFormat::everyRegistryIsListed()
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

QTEST_GUILESS_MAIN(TestProjectFormat)
#include "test_project_format.moc"
