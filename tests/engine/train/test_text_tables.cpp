#include "engine/core/files/safe_file.h"
#include "engine/fields/text/vocabulary.h"
#include "engine/predict/prediction.h"
#include "engine/train/evaluation.h"
#include "engine/train/project_checks.h"
#include "engine/train/trainer/live_run.h"
#include "engine/train/training_data.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <memory>

namespace test_text_tables {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// Texts in a table with a vocabulary from the training samples, and how a run uses it later.
class TestTextTables : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatIsHeldOutIsUnknown();
    void runsReadByTheirOwnTokens();
    void runsGoOnWithTheirOwnTokens();

private:
    fs::path root() const { return m_folder->path().toStdString(); }
    /// A copy of the run with its tokens in reverse order.
    fs::path turned(const std::string& name) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    Project m_project;
    NamedValues m_values;
};

namespace {

std::vector<std::string> tokensOf(const data::FieldSpec& spec)
{
    return spec.vocabulary->tokens();
}

std::vector<std::string> reversed(std::vector<std::string> tokens)
{
    std::ranges::reverse(tokens);
    return tokens;
}

} // namespace

void TestTextTables::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    std::string table = "text,kind\n";
    for (int i = 0; i < 20; ++i)
        table += i % 2 ? "good good film,yes\n" : "bad film,no\n";
    table += "secret secret,yes\nsecret film,no\n"; // lines 20 and 21, which are held out
    writeFileSafely(root() / "texts.csv", table).take();
    writeFileSafely(root() / "held.txt", "20\n21\n").take();

    const auto node = [](std::string id, std::string layer, ParameterMap parameters = {}) {
        return Node{.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
    };
    m_project.title = "tiny texts";
    m_project.graph.nodes = {node("input_1", "input", {{"shape", std::vector<std::int64_t>{3}}, {"field", std::string("text")}}),
                             node("embedding_1", "embedding", {{"input_dim", std::int64_t{6}}, {"output_dim", std::int64_t{4}}}),
                             node("flatten_1", "flatten"),
                             node("dense_1", "dense", {{"units", std::int64_t{2}}, {"activation", std::string("softmax")}})};
    for (std::size_t i = 1; i < m_project.graph.nodes.size(); ++i)
        m_project.graph.edges.push_back(
            {{m_project.graph.nodes[i - 1].id, "output"}, {m_project.graph.nodes[i].id, "input"}, Json::object()});
    m_project.data.source = "csv";
    m_project.data.path = (root() / "texts.csv").string();
    m_project.data.parameters = {{"header", std::string("yes")}, {"text", std::string("text")}, {"text_length", std::int64_t{3}}};
    m_project.data.validation = "file";
    m_project.data.validationFile = (root() / "held.txt").string();
    m_project.training.epochs = 1;
    m_project.training.batch = 5;
    m_project.training.device = hasBackend("cpu") ? "cpu" : "reference";
    QVERIFY(checkProject(m_project, data::DataPaths()).ok()); // 6 tokens, the vocabulary of all rows
    m_values = trainProject(m_project, optionsFor(root() / "run")).values;
}

fs::path TestTextTables::turned(const std::string& name) const
{
    fs::copy(root() / "run", root() / name, fs::copy_options::recursive);
    const fs::path path = vocabularyPathOf(root() / name);
    const data::Vocabulary vocabulary = data::vocabularyFromJson(contentOf(path), path.string()).take();
    writeFileSafely(path, data::toJson(data::Vocabulary(vocabulary.rule(), reversed(vocabulary.tokens())))).take();
    return root() / name;
}

void TestTextTables::whatIsHeldOutIsUnknown()
{
    const TrainingData data = divideData(m_project, loadData(m_project, {}));
    const data::Field& text = data.trainSplit().field("text");
    QCOMPARE(tokensOf(text.spec), (std::vector<std::string>{"film", "good", "bad"}));
    QCOMPARE(text.spec.classes, 5);
    const auto id = [&](std::int64_t sample, std::size_t at) { return std::to_integer<int>(text.sample(sample)[at]); };
    QCOMPARE(id(20, 0), int{data::Vocabulary::unknown});
    QCOMPARE(id(21, 1), 2);
    QCOMPARE(id(0, 0), 4);
}

void TestTextTables::runsReadByTheirOwnTokens()
{
    Predictor predictor(root() / "run"), other(turned("turned"));
    QCOMPARE(tokensOf(predictor.inputs()[0]), (std::vector<std::string>{"film", "good", "bad"}));
    QCOMPARE(tokensOf(other.inputs()[0]), reversed(tokensOf(predictor.inputs()[0])));
    // As in the data set, and as training read it.
    const data::Field raw = loadData(m_project, {}).set.train.field("text");
    const data::Field read = divideData(m_project, loadData(m_project, {})).trainSplit().field("text");
    const auto answers = predictor.predict(std::span(&raw, 1));
    QCOMPARE(answers, predictor.predict(std::span(&read, 1)));
    QVERIFY(answers != other.predict(std::span(&raw, 1)));
    const Evaluation evaluation = evaluateRun(root() / "run", {});
    QCOMPARE(evaluation.values[0].second, m_values[2].second);
    QVERIFY(evaluateRun(root() / "turned", {}).values[0].second != m_values[2].second);
}

/// Like older runs, whose vocabulary came from all rows.
void TestTextTables::runsGoOnWithTheirOwnTokens()
{
    Project longer = m_project;
    longer.training.epochs = 2;
    std::vector<std::string> seen;
    const auto goOn = [&](const fs::path& run) {
        TrainOptions options;
        options.resume = run;
        options.between = [&](LiveRun& live) {
            seen = tokensOf(live.inputs()[0]);
            return LaunchOrder();
        };
        trainProject(longer, options);
        return readRunRecord(run).take();
    };
    const fs::path run = turned("older");
    const RunRecord record = goOn(run);
    QCOMPARE(record.epochsDone, 2);
    QCOMPARE(seen, (std::vector<std::string>{"bad", "good", "film"}));
    QCOMPARE(tokensOf(Predictor(run).inputs()[0]), seen);
}

NETSMITH_TEST(TestTextTables)

} // namespace test_text_tables

#include "test_text_tables.moc"
