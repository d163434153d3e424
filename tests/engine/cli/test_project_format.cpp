#include "engine/train/project_checks.h"
#include "tests/engine/cli/project_files.h"
#include "tests/engine/cli/schema_check.h"

#include "engine/graph/project/project_format.h"
#include "tests/test_program.h"

namespace test_project_format {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// What a project file may contain, as a person sees it: what is rejected, and what is kept.
class TestProjectFormat : public QObject, ProjectFiles {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        prepare();
        m_schema = schema();
    }
    void unknownKeysAreErrors_data();
    void unknownKeysAreErrors();
    void misplacedParametersAreMoved_data();
    void misplacedParametersAreMoved();
    void allUnknownKeysAreTold();
    void freeKeysAreAnybodys();
    void allFormErrorsAreTold();

private:
    Json m_schema;
};

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

void TestProjectFormat::misplacedParametersAreMoved()
{
    QFETCH(QString, object);
    QFETCH(QString, key);
    QFETCH(QString, name);
    QFETCH(QString, holder);
    const Json::json_pointer place(object.toStdString());
    const Json::json_pointer into(holder.toStdString());
    const auto problemsOf = [](const Json& file) {
        return train::checkProject(projectFromJson(file.dump()).take(), std::span<const FieldType>()).problems();
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
    QVERIFY(problem && problem->fix && problem->fix->kind == QuickFix::Kind::moveKey);
    Project project = projectFromJson(file.dump()).take();
    applyQuickFix(project, *problem->fix);
    const Json fixed = Json::parse(toJson(project));
    QCOMPARE(fixed.at(into).at("parameters").at(name.toStdString()).get<int>(), 7);
    QVERIFY(!fixed.at(place).contains(key.toStdString()) && !keyProblem(fixed));
    const CliResult checked = m_cli->run({u"check"_s, write(file)});
    const QByteArray advice = place == into ? "move it to parameters, as " : "move it to the optimizer's parameters, as ";
    QVERIFY2(checked.err.contains(advice) || checked.out.contains(advice), checked.words());

    Json taken = file;
    taken.at(into)["parameters"][name.toStdString()] = 3;
    QVERIFY(keyProblem(taken) && !keyProblem(taken)->fix);
    project = projectFromJson(taken.dump()).take();
    const Project before = project;
    applyQuickFix(project, *problem->fix);
    QVERIFY(project == before);
    Json odd = file;
    odd.at(place)[key.toStdString()] = Json::object();
    QVERIFY(keyProblem(odd) && !keyProblem(odd)->fix);
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
    // For a file full of errors the first ones are reported, and soon.
    Json nodes = Json::array();
    for (int i = 0; i < 100000; ++i)
        nodes.push_back(1);
    project = small();
    project["graph"]["nodes"] = nodes;
    const CliResult many = m_cli->run({u"check"_s, write(project)});
    QCOMPARE(many.code, 3);
    QVERIFY2(many.err.contains("the first 20 errors: /graph/nodes/0: ") && many.err.contains("/graph/nodes/19: "), many.words());
}

NETSMITH_TEST(TestProjectFormat)

} // namespace test_project_format

#include "test_project_format.moc"
