#include "engine/inspect/predictions/predictions.h"
#include "engine/report/predictions_part.h"
#include "engine/report/run_page.h"
#include "engine/runs/store/run_label.h"
#include "tests/engine/report/parsed_markup.h"
#include "tests/engine/runs/made_runs.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>
#include <limits>

namespace test_run_page {

namespace fs = std::filesystem;
using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::report;
using namespace netsmith::test;

namespace {

const std::string hostile = "</title></script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\x01";

Project network()
{
    Project project;
    project.title = "made";
    project.graph.nodes.push_back(
        {.id = "in", .layer = "input", .title = {}, .parameters = {{"shape", std::vector<std::int64_t>{4}}}});
    project.graph.nodes.push_back({.id = "out", .layer = "dense", .title = {}, .parameters = {{"units", std::int64_t{3}}}});
    project.graph.edges = {{{"in", "output"}, {"out", "input"}, Json::object()}};
    project.training.batch = 5;
    return project;
}

/// What one output says of samples of known classes.
inspect::RunPredictions predicted(const std::vector<std::string>& names)
{
    PredictedOutput output;
    output.node = "out";
    output.shape = Shape{static_cast<std::int64_t>(names.size())};
    output.classNames = names;
    output.target.name = "label";
    output.target.classes = static_cast<int>(names.size());
    output.form = OutputForm::shares;
    inspect::ClassOutcomes outcomes(output);
    std::vector<float> numbers(names.size(), 0.0F);
    const auto add = [&](std::int32_t sample, std::int64_t truth, std::size_t best) {
        std::ranges::fill(numbers, 0.1F / static_cast<float>(names.size() - 1));
        numbers[best] = 0.9F;
        outcomes.add(sample, 0, truth, numbers);
    };
    for (std::int32_t i = 0; i < 9; ++i)
        add(i, 0, i < 7 ? 0 : 1);
    for (std::int32_t i = 9; i < 12; ++i)
        add(i, 1, 1);
    inspect::RunPredictions run;
    run.step = 1234;
    run.samples.resize(12);
    run.outputs.push_back({std::move(outcomes), std::nullopt});
    run.outputs[0].report = reportOf(*run.outputs[0].classes);
    run.outputs[0].cells = run.outputs[0].classes->cells();
    return run;
}

QString rowAfter(const ParsedMarkup& page, const QString& header)
{
    for (std::size_t i = 0; i + 1 < page.elements.size(); ++i)
        if (page.elements[i].name == u"th"_s && page.elements[i].text == header && page.elements[i + 1].name == u"td"_s)
            return page.elements[i + 1].text;
    return {};
}

} // namespace

/// A run's page: complete, well-formed, without anything from elsewhere, and true to the run's records.
class TestRunPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void numbersAreTheRuns();
    void itNeedsNothingElse();
    void hostileTextsStayText();
    void everyStateHasAPage_data();
    void everyStateHasAPage();
    void foldsHaveAPage();
    void manyEpochsAreThinned();
    void confusionsAreCounted();
    void manyClassesAreListed();
    void numbersHaveErrors();
    void missingDataIsASentence();
    void whatIsNoRunIsAnError();

private:
    std::string pageOf(const RunRecord& record, const Project& project = network(), bool predictions = false)
    {
        const fs::path folder = m_root / "run";
        writeRun(folder, record, &project);
        PageOptions options;
        options.predictions = predictions;
        return runPage(folder, options);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestRunPage::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestRunPage::numbersAreTheRuns()
{
    const ParsedMarkup page(pageOf(madeRecord()));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QCOMPARE(page.texts("h1"), QStringList{u"made"_s});
    QCOMPARE(page.texts("h2"),
             (QStringList{u"Network"_s, u"Curves"_s, u"Settings"_s, u"Reproducibility card"_s})); // no energy was recorded
    const QStringList figures = page.texts("dd");
    QVERIFY2(figures.front().startsWith(u"70.00 %"_s), qPrintable(figures.join(u'|'))); // of metrics.csv, epoch 2
    QVERIFY(figures.front().contains(u"best: epoch 2 of 3"_s));
    QVERIFY(figures.contains(u"123"_s)); // parameters
    const auto rows = page.all("tr", "best");
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].text, u"2108.3 s0.550.00 %0.7570.00 %"_s); // epoch, step, time, loss, accuracy, val_loss, val_accuracy
    QCOMPARE(rowAfter(page, u"Seed"_s), u"1"_s);
    QCOMPARE(rowAfter(page, u"Graph, SHA-256"_s), QString(64, u'a'));
    QCOMPARE(rowAfter(page, u"training.batch"_s), u"5"_s);
    QCOMPARE(rowAfter(page, u"val_accuracy"_s), u"0.751"_s); // of the card, in full
    QCOMPARE(page.all("svg", "plot").size(), std::size_t{2}); // a constant learning rate needs no diagram
    QCOMPARE(page.all("g", "layer").size(), std::size_t{2});
    QCOMPARE(page.texts("summary"), QStringList{u"All 3 epochs"_s});
}

void TestRunPage::itNeedsNothingElse()
{
    const std::string text = pageOf(madeRecord());
    const ParsedMarkup page(text);
    for (const ParsedElement& element : page.elements) {
        QVERIFY(!QStringList({u"script"_s, u"link"_s, u"img"_s, u"iframe"_s, u"object"_s}).contains(element.name));
        for (const QXmlStreamAttribute& attribute : element.attributes) {
            QVERIFY(!QStringList({u"src"_s, u"href"_s}).contains(attribute.name().toString()));
            QVERIFY(!attribute.name().startsWith(u"on"));
        }
    }
    QVERIFY(text.find("url(") == std::string::npos && text.find("@import") == std::string::npos);
    for (std::size_t at = text.find("http"); at != std::string::npos; at = text.find("http", at + 1))
        QVERIFY(text.compare(at, 10, "http-equiv") == 0 || text.compare(at, 13, "http://www.w3") == 0); // names, not addresses
    QVERIFY(text.find("prefers-color-scheme:dark") != std::string::npos);
    for (std::size_t at = text.find("var(--"); at != std::string::npos; at = text.find("var(--", at + 1)) {
        const std::string name = text.substr(at + 4, text.find_first_of("),", at) - at - 4);
        QVERIFY2(name == "--p" || text.find(name + ":#") != std::string::npos, name.c_str()); // each colour is declared
    }
}

void TestRunPage::hostileTextsStayText()
{
    RunRecord record = madeRecord();
    record.title = hostile;
    record.deviceName = hostile;
    record.state = RunState::failed;
    record.error = hostile;
    record.data = Message(NS_MESSAGE("test.hostile", "{0}"), hostile);
    record.fingerprint[hostile] = hostile;
    record.values.push_back({hostile, 0.5});
    Project project = network();
    project.description = hostile;
    project.graph.nodes[0].title = hostile;
    project.graph.notes.push_back({hostile, 0.0, 0.0, Json::object()});
    const fs::path folder = m_root / "run";
    writeRun(folder, record, &project);
    std::ofstream(runs::labelPathOf(folder)) << toJson(runs::RunLabel{.name = hostile, .tags = {}, .notes = hostile, .colour = {}});
    PageOptions options;
    options.predictions = false;
    const std::string text = runPage(folder, options) + "\n";
    const ParsedMarkup page(text);
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QVERIFY(page.all("script").empty() && page.all("img").empty());
    QVERIFY(page.texts("h1").front().startsWith(u"</title></script><script>alert(1)"_s));
    QVERIFY(page.texts("p", "bad").front().contains(u"onerror"_s));

    const ParsedMarkup part("<div>" + predictionsPart(predicted({hostile, "b", "c"})) + "</div>");
    QVERIFY2(part.error.isEmpty(), qPrintable(part.error));
    QVERIFY(part.all("script").empty() && part.all("img").empty());
    QVERIFY(part.all("th")[0]["title"].contains(u"<script>"_s));
}

void TestRunPage::everyStateHasAPage_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<int>("epochs");
    QTest::newRow("done") << static_cast<int>(RunState::done) << 3;
    QTest::newRow("one epoch") << static_cast<int>(RunState::done) << 1;
    QTest::newRow("stopped") << static_cast<int>(RunState::stopped) << 2;
    QTest::newRow("diverged at once") << static_cast<int>(RunState::diverged) << 0;
    QTest::newRow("failed") << static_cast<int>(RunState::failed) << 1;
    QTest::newRow("empty") << static_cast<int>(RunState::running) << 0;
}

void TestRunPage::everyStateHasAPage()
{
    QFETCH(int, state);
    QFETCH(int, epochs);
    RunRecord record = madeRecord();
    record.state = static_cast<RunState>(state);
    record.epochsDone = epochs;
    record.steps = 5 * epochs;
    record.bestEpoch = epochs > 0 ? std::optional<std::int64_t>(1) : std::nullopt;
    if (record.state == RunState::diverged || record.state == RunState::failed)
        record.error = "the loss is NaN";
    if (epochs == 0) {
        record.values.clear();
        record.seconds = 0.0;
    }
    const ParsedMarkup page(pageOf(record));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QCOMPARE(page.all("p", "bad").size(), std::size_t{record.error.empty() ? 0U : 1U});
    QCOMPARE(page.all("svg", "plot").size(), std::size_t{epochs > 0 ? 2U : 0U});
    if (epochs == 0) {
        QVERIFY(page.texts("p").contains(u"Nothing was measured yet."_s));
        QVERIFY(page.texts("dd").front().startsWith(u"none yet"_s));
    }
    QVERIFY(page.texts("span", "state").front().size() > 3);
}

void TestRunPage::foldsHaveAPage()
{
    RunRecord record = madeRecord();
    record.folds = 3;
    record.deviations = {{"val_accuracy", 0.02}};
    record.bestEpoch.reset();
    const Project project = network();
    const fs::path folder = m_root / "run";
    writeRun(folder, record, &project);
    fs::remove(folder / "metrics.csv");
    for (int fold = 1; fold <= 2; ++fold)
        writeRun(folder / "folds" / std::to_string(fold), madeRecord(fold), &project);
    const ParsedMarkup page(runPage(folder, {}));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QVERIFY(page.texts("dd").front().startsWith(u"75.10 % ± 2.00 %"_s));
    QVERIFY(page.texts("text").contains(u"validation of each fold"_s));
    QVERIFY(page.texts("h3").contains(u"Folds"_s));
}

void TestRunPage::manyEpochsAreThinned()
{
    RunRecord record = madeRecord();
    record.epochsDone = record.epochs = 4000;
    record.steps = 20000;
    record.bestEpoch = 3999;
    const std::string text = pageOf(record);
    const ParsedMarkup page(text);
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QVERIFY(page.all("tr").size() < 1200);
    QCOMPARE(page.all("tr", "best").size(), std::size_t{1});
    QVERIFY(text.size() < 400'000);
}

void TestRunPage::confusionsAreCounted()
{
    const ParsedMarkup part("<div>" + predictionsPart(predicted({"cat", "dog", "owl"})) + "</div>");
    QVERIFY2(part.error.isEmpty(), qPrintable(part.error));
    QStringList cells;
    for (const char* kind : {"hit", "miss"})
        cells << part.texts("td", kind);
    QCOMPARE(cells, (QStringList{u"7"_s, u"3"_s, u"2"_s}));
    QCOMPARE(part.all("td", "none").size(), std::size_t{6});
    QVERIFY(part.texts("p")[0].contains(u"12 validation samples"_s) && part.texts("p")[0].contains(u"1,234"_s));
    QVERIFY(part.texts("p")[1].startsWith(u"Accuracy 83.33 %"_s)); // 10 of 12
    QCOMPARE(rowAfter(part, u"cat"_s), u"7"_s); // of the matrix
}

void TestRunPage::manyClassesAreListed()
{
    std::vector<std::string> names;
    for (int i = 0; i < 40; ++i)
        names.push_back("class " + std::to_string(i));
    const ParsedMarkup part("<div>" + predictionsPart(predicted(names)) + "</div>");
    QVERIFY2(part.error.isEmpty(), qPrintable(part.error));
    QVERIFY(part.all("table", "confusion").empty());
    QVERIFY(part.texts("h3").contains(u"Most common confusions"_s));
    QVERIFY(part.texts("tr").contains(u"class 0class 1222.22 %"_s));
}

void TestRunPage::numbersHaveErrors()
{
    PredictedOutput output;
    output.node = "out";
    output.shape = Shape{1};
    inspect::ValueOutcomes outcomes(output);
    for (std::int32_t i = 0; i < 2000; ++i)
        outcomes.add(i, std::vector{i + 0.5}, std::vector{static_cast<double>(i)});
    outcomes.add(2000, std::vector{std::numeric_limits<double>::quiet_NaN()}, std::vector{1.0});
    inspect::RunPredictions run;
    run.samples.resize(2001);
    run.outputs.push_back({std::nullopt, std::move(outcomes)});
    const ParsedMarkup part("<div>" + predictionsPart(run) + "</div>");
    QVERIFY2(part.error.isEmpty(), qPrintable(part.error));
    QVERIFY(part.texts("tr").contains(u"all2,0000.50.50.51.0000"_s)); // numbers, mean, absolute, squared, R²
    const auto dots = part.all("circle").size();
    QVERIFY(dots > 300 && dots < 700);
    QVERIFY(part.texts("p", "careful").front().startsWith(u"1 predictions are not finite"_s));
}

void TestRunPage::missingDataIsASentence()
{
    const ParsedMarkup page(pageOf(madeRecord(), network(), true)); // it has neither weights nor data
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QVERIFY(page.texts("h2").contains(u"Predictions"_s));
    QVERIFY(page.texts("p", "careful").front().startsWith(u"The validation samples could not be predicted: "_s));
    QVERIFY(page.texts("h2").contains(u"Settings"_s));
}

void TestRunPage::whatIsNoRunIsAnError()
{
    QVERIFY_THROWS_EXCEPTION(Error, runPage(m_root / "nothing", {}));
    writeRun(m_root / "bare", madeRecord()); // without a copy of the project
    QVERIFY_THROWS_EXCEPTION(Error, runPage(m_root / "bare", {}));
}

NETSMITH_TEST(TestRunPage)

} // namespace test_run_page

#include "test_run_page.moc"
