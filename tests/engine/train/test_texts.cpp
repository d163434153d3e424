#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/fields/text/vocabulary.h"
#include "engine/inspect/estimate.h"
#include "engine/predict/prediction.h"
#include "engine/store/checkpoint_store.h"
#include "engine/train/evaluation.h"
#include "engine/train/generation/generation.h"
#include "engine/train/project_checks.h"
#include "tests/engine/train/tiny_text.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <numeric>
#include <stdexcept>

namespace test_texts {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// A text from its file to a network that continues it.
class TestTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void windowsTrainAsCopiesDo_data();
    void windowsTrainAsCopiesDo();
    void estimatesWhatItTakes();
    void largerVocabulariesAreRefused();
    void quantitiesAreWarnedOf();
    void numbersStayNumbers();
    void runsKeepTheirVocabulary();
    void goesOnWithTexts_data();
    void goesOnWithTexts();
    void tellsWhatElseMightHaveCome();
    void theSameSeedWritesTheSame();
    void drawsStay();
    void readsPrompts();
    void refusesOtherRuns();

private:
    fs::path at(const std::string& name) const { return m_root / name; }
    void expectSame(const fs::path& a, const fs::path& b, std::int64_t step) const;
    DoneEvent trained(const Project& project, const std::string& name) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

namespace {

std::string written(TextGeneration& writer, int tokens)
{
    std::string text;
    for (int i = 0; i < tokens; ++i)
        text += writer.next().text;
    return text;
}

/// The same samples, each with bytes of its own.
data::DataSplit copied(const data::DataSplit& split)
{
    data::DataSplit out;
    for (const data::Field& field : split.fields) {
        data::FieldSpec spec = field.spec;
        spec.stride = 0;
        auto [made, bytes] = data::makeField(spec, field.count);
        for (std::int64_t i = 0; i < field.count; ++i)
            std::ranges::copy(field.sample(i), bytes + i * spec.sampleBytes());
        out.fields.push_back(std::move(made));
    }
    return out;
}

} // namespace

void TestTexts::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestTexts::expectSame(const fs::path& a, const fs::path& b, std::int64_t step) const
{
    QCOMPARE(contentOf(a / "metrics.csv"), contentOf(b / "metrics.csv"));
    for (const char* file : {"weights.safetensors", "optimizer.safetensors"})
        QVERIFY(contentOf(CheckpointStore(a / "checkpoints").at(step) / file)
                == contentOf(CheckpointStore(b / "checkpoints").at(step) / file));
}

DoneEvent TestTexts::trained(const Project& project, const std::string& name) const
{
    Project own = project;
    own.training.device = hasBackend("cpu") ? "cpu" : "reference";
    return trainProject(own, optionsFor(at(name)));
}

void TestTexts::windowsTrainAsCopiesDo_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<bool>("everyNext");
    for (const char* device : {"reference", "cpu"})
        for (const bool everyNext : {false, true})
            QTest::addRow("%s, %s", device, everyNext ? "next tokens" : "next token") << device << everyNext;
}

/// Overlapping samples, copies of them, and streamed ones give the same bits.
void TestTexts::windowsTrainAsCopiesDo()
{
    QFETCH(QString, device);
    QFETCH(bool, everyNext);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Backend& backend = *backendFor(device.toStdString()).take();
    Project project = tinyTextProject(m_root, everyNext);
    project.training.device = backend.devices().front().id;
    project.training.epochs = 1;
    const LoadedData windows = loadData(project, {});
    LoadedData copies = windows;
    copies.set.train = copied(windows.set.train);
    copies.set.test = copied(windows.set.test);
    QVERIFY(copies.set.train.bytes() > 3 * windows.set.train.bytes());
    const DoneEvent done = Trainer(project, windows, backend, optionsFor(at("windows"))).run();
    Trainer(project, copies, backend, optionsFor(at("copies"))).run();
    expectSame(at("windows"), at("copies"), done.step);
    TrainOptions few = optionsFor(at("few"));
    few.samplesAtOnce = 40;
    Trainer(project, windows, backend, few).run();
    expectSame(at("windows"), at("few"), done.step);
}

/// Memory shared by two fields counts once; the exact bytes are those that are read.
void TestTexts::estimatesWhatItTakes()
{
    const Project project = tinyTextProject(m_root);
    Backend& backend = *backendFor("reference").take();
    const auto source = data::sourceFor(project.data, {});
    const auto before = inspect::sampleCounts(project, *source);
    const TrainingData data = divideData(project, loadData(project, {}));
    const auto after = inspect::sampleCounts(data);
    QCOMPARE(after.bytes, std::int64_t{40 * 14});
    QVERIFY(after.bytes - before.bytes >= 0 && after.bytes - before.bytes <= 2); // the last targets
    QCOMPARE(before.loaded, after.loaded);
    QCOMPARE(before.slotBytes, after.slotBytes);
    QCOMPARE(inspect::placementOf(project, after, backend).bytes, after.bytes);
}

void TestTexts::largerVocabulariesAreRefused()
{
    Project project = tinyTextProject(m_root);
    project.graph.find("embedding_1")->parameters["input_dim"] = std::int64_t{12};
    const CheckedProject checked = checkProject(project, data::DataPaths());
    const auto found = std::ranges::find(checked.problems(), "input.classes", [](const Problem& p) { return p.message.id(); });
    QVERIFY(found != checked.problems().end());
    QCOMPARE(found->severity, Severity::error);
    QCOMPARE(found->node, std::string("embedding_1"));
    const std::string text = found->message.text();
    for (const char* word : {"12 classes", "\"input_dim\"", "\"text\"", "has 13", "at least 13"})
        QVERIFY2(text.find(word) != std::string::npos, text.c_str());
    QVERIFY(found->fix && found->fix->parameter == "input_dim" && std::get<std::int64_t>(found->fix->value) == 13);
    QVERIFY(checkProject(tinyTextProject(m_root), data::DataPaths()).ok());
}

void TestTexts::quantitiesAreWarnedOf()
{
    Project project = tinyTextProject(m_root);
    const std::vector<FieldType> fields{{.name = "text", .shape = {4}}, {.name = "next", .shape = {}, .classes = 13}};
    const CheckedProject checked = checkProject(project, fields);
    QVERIFY(checked.ok());
    QVERIFY(std::ranges::any_of(checked.problems(), [](const Problem& p) {
        return p.message.id() == "input.quantities" && p.severity == Severity::warning;
    }));
}

/// A project's scaling is for quantities, which token ids are not, in training and prediction.
void TestTexts::numbersStayNumbers()
{
    Project project = tinyTextProject(m_root);
    const DoneEvent plain = trained(project, "plain");
    project.data.divide = 1.0;
    trained(project, "other");
    expectSame(at("plain"), at("other"), plain.step);
    Predictor a(at("plain")), b(at("other"));
    const data::DataSplit test = loadData(project, {}).set.test;
    const std::vector<data::Field> texts{test.fields[0]};
    const auto answers = a.predict(texts);
    QVERIFY(answers == b.predict(texts));
    std::int64_t right = 0;
    for (std::int64_t i = 0; i < test.count(); ++i) {
        const auto first = answers[0].begin() + 13 * i;
        right += std::max_element(first, first + 13) - first == std::to_integer<std::int64_t>(test.fields[1].sample(i)[0]);
    }
    QCOMPARE(right, test.count());
    data::FieldSpec spec = a.inputs()[0];
    auto [wrong, bytes] = data::makeField(spec, 1);
    std::fill_n(bytes, 4, std::byte{13});
    const std::vector<data::Field> outside{wrong};
    QCOMPARE(std::string(errorOf([&] { (void)a.predict(outside); }).message().id()), std::string("data.label"));
}

void TestTexts::runsKeepTheirVocabulary()
{
    const Project project = tinyTextProject(m_root);
    trained(project, "run");
    const auto vocabulary = loadData(project, {}).set.train.fields[0].spec.vocabulary;
    fs::remove(project.data.path); // it is no longer needed
    Predictor predictor(at("run"));
    QVERIFY(*predictor.inputs()[0].vocabulary == *vocabulary);
    QCOMPARE(predictor.outputs()[0].classNames, vocabulary->shownTokens());
    QVERIFY(contentOf(at("run") / "run.json").find("⏎") == std::string::npos);
    QVERIFY(contentOf(at("run") / "run.json").find("class_names") == std::string::npos);
    QVERIFY(readRunRecord(at("run")).take().fields[0].vocabulary == nullptr); // a list of runs does not read it

    const std::string kept = contentOf(at("run") / "vocabulary.json");
    const auto refusal = [&] { return std::string(errorOf([&] { Predictor again(at("run")); }).what()); };
    writeFileSafely(at("run") / "vocabulary.json", data::toJson(data::Vocabulary(vocabulary->rule(), {"a"}))).take();
    QVERIFY2(refusal().find("3 tokens, but the run learned 13") != std::string::npos, refusal().c_str());
    writeFileSafely(at("run") / "vocabulary.json", std::string_view(kept).substr(0, 40)).take();
    QVERIFY2(refusal().find("vocabulary.json") != std::string::npos, refusal().c_str());
    fs::remove(at("run") / "vocabulary.json");
    QVERIFY2(refusal().find("vocabulary.json") != std::string::npos, refusal().c_str());
}

void TestTexts::goesOnWithTexts_data()
{
    QTest::addColumn<bool>("everyNext");
    QTest::newRow("the token after the window") << false;
    QTest::newRow("the token after each position") << true;
}

void TestTexts::goesOnWithTexts()
{
    QFETCH(bool, everyNext);
    Project project = tinyTextProject(m_root, everyNext);
    trained(project, "run");
    Predictor predictor(at("run"), {}, 1);
    const TokenNetwork network = tokenNetworkOf(predictor);
    QCOMPARE(network.positions, std::int64_t{everyNext ? 4 : 1});
    TextGeneration writer(network, "world!\nhell", {.temperature = 0.0}, 1);
    if (everyNext) // a single letter does not determine the next one: after an l comes an l or an o
        QCOMPARE(written(writer, 1).size(), std::size_t{1});
    else
        QCOMPARE(written(writer, 40), "o, world!\n" + tinyText().substr(0, 30));
    QVERIFY(writer.unknown().empty());
    TextGeneration chance(network, "hell", {}, 7);
    const GeneratedToken token = chance.next();
    QCOMPARE(token.probability, chance.chances()[static_cast<std::size_t>(token.id)]);
    QVERIFY(std::abs(std::accumulate(chance.chances().begin(), chance.chances().end(), 0.0) - 1.0) < 1e-9);
    QVERIFY(chance.chances()[0] == 0.0 && chance.chances()[1] == 0.0); // neither padding nor the unknown token is generated
}

/// The network's probabilities don't depend on how tokens are drawn from them.
void TestTexts::tellsWhatElseMightHaveCome()
{
    trained(tinyTextProject(m_root), "run");
    Predictor predictor(at("run"), {}, 1);
    const auto saidWith = [&](const Sampling& sampling) {
        TextGeneration writer(tokenNetworkOf(predictor), "hell", sampling, 1);
        if (!writer.likeliest(3).empty())
            throw std::logic_error("nothing was written yet");
        (void)writer.next();
        return writer.likeliest(3);
    };
    const std::vector<TokenChance> plain = saidWith({});
    QCOMPARE(plain.size(), std::size_t{3});
    QCOMPARE(predictor.inputs()[0].vocabulary->token(plain[0].id), std::string("o"));
    QVERIFY(plain[0].probability > plain[1].probability && plain[1].probability >= plain[2].probability);
    QVERIFY(plain[0].probability + plain[1].probability + plain[2].probability <= 1.0 + 1e-9);
    for (const Sampling& sampling : {Sampling{.temperature = 0.0}, Sampling{.temperature = 1e9}, Sampling{.topK = 1}}) {
        const std::vector<TokenChance> said = saidWith(sampling);
        QCOMPARE(said.size(), plain.size());
        for (std::size_t i = 0; i < said.size(); ++i) {
            QCOMPARE(said[i].id, plain[i].id);
            QCOMPARE(said[i].probability, plain[i].probability);
        }
    }
    TextGeneration writer(tokenNetworkOf(predictor), "hell", {}, 1);
    (void)writer.next();
    const std::vector<TokenChance> all = writer.likeliest(1000);
    QVERIFY(all.size() > 3 && all.size() <= 11);
    QVERIFY(std::ranges::all_of(all, [](const TokenChance& token) { return token.id >= data::Vocabulary::firstToken; }));
}

void TestTexts::theSameSeedWritesTheSame()
{
    trained(tinyTextProject(m_root), "run");
    Predictor predictor(at("run"), {}, 1);
    const auto text = [&](std::uint64_t seed, const Sampling& sampling) {
        TextGeneration writer(tokenNetworkOf(predictor), "hell", sampling, seed);
        return written(writer, 60);
    };
    const Sampling hot{.temperature = 1e9};
    QCOMPARE(text(3, hot), text(3, hot));
    QVERIFY(text(3, hot) != text(4, hot));
    QCOMPARE(text(3, {.temperature = 1e9, .topK = 1}), text(9, {.temperature = 0.0}));
}

/// Eight equally likely tokens. Recorded from the program once: other versions generate the same.
void TestTexts::drawsStay()
{
    TokenNetwork network;
    network.input = {.name = "text", .type = DataType::i32, .shape = {4}};
    network.input.vocabulary = std::make_shared<const data::Vocabulary>(
        data::TokenRule(), std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h"});
    const std::vector<float> alike(static_cast<std::size_t>(network.input.vocabulary->size()), 0.0f);
    network.predict = [&](std::span<const data::Field>) { return std::vector<std::vector<float>>{alike}; };
    TextGeneration writer(network, "a", {}, 1);
    QCOMPARE(written(writer, 24), std::string("acghbhhfechfbfgcffcgeggb"));
}

void TestTexts::readsPrompts()
{
    trained(tinyTextProject(m_root), "run");
    Predictor predictor(at("run"), {}, 1);
    const auto writerOf = [&](std::string_view prompt) {
        return TextGeneration(tokenNetworkOf(predictor), prompt, {.temperature = 0.0}, 1);
    };
    TextGeneration strange = writerOf("hXlYoX");
    QCOMPARE(strange.unknown(), (std::vector<std::string>{"X", "Y"}));
    (void)strange.next();
    TextGeneration nothing = writerOf(""), one = writerOf("h");
    (void)nothing.next();
    (void)one.next();
    TextGeneration longer = writerOf(tinyText(100) + "hell"), shorter = writerOf("hell");
    QCOMPARE(written(longer, 20), written(shorter, 20)); // the window's end counts
    QCOMPARE(std::string(errorOf([&] { writerOf("h\xFF"); }).message().id()), std::string("generate.prompt"));
}

void TestTexts::refusesOtherRuns()
{
    const auto images = errorOf([] {
        const std::vector<data::FieldSpec> inputs{{.name = "image", .shape = {4, 4, 1}}};
        tokenNetworkOf(inputs, {});
    });
    QCOMPARE(std::string(images.message().id()), std::string("generate.no_text"));
    QVERIFY(mentions(images, "\"image\""));
    const auto vocabulary = std::make_shared<const data::Vocabulary>(data::TokenRule(), std::vector<std::string>{"a", "b"});
    const std::vector<data::FieldSpec> inputs{{.name = "text", .shape = {5}, .classes = 4, .vocabulary = vocabulary}};
    const auto outputOf = [](const Shape& shape) { return std::vector<PredictedOutput>{{"dense_1", shape, {}}}; };
    for (const Shape& shape : {Shape{3}, Shape{}, Shape{4, 4}, Shape{5, 3}, Shape{1, 5, 4}})
        QCOMPARE(std::string(errorOf([&] { tokenNetworkOf(inputs, outputOf(shape)); }).message().id()),
                 std::string("generate.no_next"));
    QCOMPARE(tokenNetworkOf(inputs, outputOf({4})).positions, std::int64_t{1});
    QCOMPARE(tokenNetworkOf(inputs, outputOf({5, 4})).positions, std::int64_t{5});
}

NETSMITH_TEST(TestTexts)

} // namespace test_texts

#include "test_texts.moc"
