#include "engine/interop/tensorboard.h"

#include "engine/interop/record.h"
#include "engine/runs/tensorboard_curves.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/engine/runs/made_runs.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>

namespace test_tensorboard {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::interop;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

std::string_view bytes(const char* text, std::size_t size)
{
    return {text, size};
}

std::uint64_t numberAt(std::string_view text, std::size_t at, std::size_t size)
{
    std::uint64_t number = 0;
    std::memcpy(&number, text.data() + at, size);
    return number;
}

/// The payloads of a file of records; checks each length and checksum.
std::vector<std::string> payloadsOf(std::string_view file)
{
    const auto masked = [](std::string_view part) {
        const std::uint32_t crc = crc32c(part);
        return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
    };
    std::vector<std::string> payloads;
    while (!file.empty()) {
        if (file.size() < 16 || numberAt(file, 8, 4) != masked(file.substr(0, 8)))
            return {};
        const auto length = static_cast<std::size_t>(numberAt(file, 0, 8));
        if (file.size() < 16 + length || numberAt(file, 12 + length, 4) != masked(file.substr(12, length)))
            return {};
        payloads.emplace_back(file.substr(12, length));
        file.remove_prefix(16 + length);
    }
    return payloads;
}

/// The one file that TensorBoard would read from a folder.
fs::path eventFileIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().filename().string().find("tfevents") != std::string::npos)
            files.push_back(entry.path());
    return files.size() == 1 ? files.front() : fs::path();
}

/// A Python with TensorBoard installed, or nothing.
QString pythonWithTensorBoard()
{
    for (const QString& python :
         {qEnvironmentVariable("NETSMITH_PYTHON"), QDir::homePath() + u"/peers/bin/python"_s, u"python3"_s}) {
        QProcess process;
        process.start(python, {u"-c"_s, u"import tensorboard"_s});
        if (!python.isEmpty() && process.waitForStarted() && process.waitForFinished(120000) && process.exitCode() == 0)
            return python;
    }
    return {};
}

} // namespace

/// Event files, byte for byte and as TensorBoard reads them.
class TestTensorBoard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void sumsAreRight();
    void recordsAreFramed();
    void messagesAreAsTensorBoardHasThem();
    void numbersThatAreNoneAreLeftOut();
    void exportsARun();
    void exportsAgainInPlace();
    void exportsTheFoldsThatAreThere();
    void exportRefuses();
    void growsWhileARunIsTrained();
    void goesOnBehindACheckpoint();
    void tellsTheLossScale();
    void tensorBoardReadsIt();

private:
    fs::path at(const char* name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestTensorBoard::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

/// RFC 3720, B.4, and the polynomial's usual check value.
void TestTensorBoard::sumsAreRight()
{
    std::string rising, falling;
    for (int i = 0; i < 32; ++i) {
        rising += static_cast<char>(i);
        falling += static_cast<char>(31 - i);
    }
    QCOMPARE(crc32c(std::string(32, '\0')), 0x8a9136aau);
    QCOMPARE(crc32c(std::string(32, '\xff')), 0x62a8ab43u);
    QCOMPARE(crc32c(rising), 0x46dd794eu);
    QCOMPARE(crc32c(falling), 0x113fdb5cu);
    QCOMPARE(crc32c("123456789"), 0xe3069283u);
    QCOMPARE(crc32c(""), 0u);
}

void TestTensorBoard::recordsAreFramed()
{
    const std::string record = recordOf("abc");
    // The checksums are those that TensorBoard's own code computes for the length and for "abc".
    QCOMPARE(record, std::string(bytes("\x03\0\0\0\0\0\0\0\xb0\x99\x49\x0e", 12)) + "abc" + "\x6e\x57\xf1\x21");
    QCOMPARE(payloadsOf(record + recordOf("")), (std::vector<std::string>{"abc", ""}));
}

void TestTensorBoard::messagesAreAsTensorBoardHasThem()
{
    // wall_time (1, double), file_version (3, text)
    QCOMPARE(payloadsOf(eventHead(1.0)).at(0), std::string(bytes("\x09\0\0\0\0\0\0\xf0\x3f\x1a\x0d", 11)) + "brain.Event:2");
    // step (2, varint), summary (5) { value (1) { tag (1, text), simple_value (2, float) } }
    QCOMPARE(payloadsOf(eventRecord({1.0, 300, {{"loss", 0.5}}})).at(0),
             std::string(bytes("\x09\0\0\0\0\0\0\xf0\x3f\x10\xac\x02\x2a\x0d\x0a\x0b\x0a\x04", 18)) + "loss"
                 + std::string(bytes("\x15\0\0\0\x3f", 5)));
    // session_log (7) { status (1) = START }
    QCOMPARE(payloadsOf(eventRestart(1.0, 8)).at(0), std::string(bytes("\x09\0\0\0\0\0\0\xf0\x3f\x10\x08\x3a\x02\x08\x01", 15)));
}

void TestTensorBoard::numbersThatAreNoneAreLeftOut()
{
    QCOMPARE(eventRecord({1.0, 2, {{"a", NAN}, {"b", 1.0}, {"c", INFINITY}}}), eventRecord({1.0, 2, {{"b", 1.0}}}));
}

void TestTensorBoard::exportsARun()
{
    writeRun(at("run"), madeRecord());
    const auto files = runs::exportCurves(at("run"), at("board"));
    QCOMPARE(files.size(), std::size_t{2});
    QCOMPARE(files[0].parent_path(), at("board") / "train");
    QCOMPARE(files[1].parent_path(), at("board") / "validation");
    QVERIFY(files[0].filename().string().starts_with("events.out.tfevents.1767323045."));
    const auto trained = payloadsOf(contentOf(files[0])), validated = payloadsOf(contentOf(files[1]));
    QCOMPARE(trained.size(), std::size_t{1 + 15 + 3}); // the head, the steps, the epochs
    QCOMPARE(validated.size(), std::size_t{1 + 3});
    QVERIFY(trained[1].find("step/loss") != std::string::npos && trained[1].find("learning_rate") != std::string::npos);
    QVERIFY(trained[6].find("epoch/accuracy") != std::string::npos); // after the fifth step
    QVERIFY(validated[1].find("epoch/loss") != std::string::npos && validated[1].find("val_") == std::string::npos);
}

void TestTensorBoard::exportsAgainInPlace()
{
    writeRun(at("run"), madeRecord());
    const auto files = runs::exportCurves(at("run"), at("board"));
    const std::string content = contentOf(files[0]);
    QVERIFY(runs::exportCurves(at("run"), at("board")) == files);
    QCOMPARE(contentOf(files[0]), content);
    QCOMPARE(eventFileIn(at("board") / "train"), files[0]);
}

/// Whatever a record from anywhere says about the number of folds, its own or those of the folds.
void TestTensorBoard::exportsTheFoldsThatAreThere()
{
    RunRecord parent = madeRecord();
    parent.folds = std::numeric_limits<std::int64_t>::max();
    writeRun(at("run"), parent);
    for (const char* fold : {"2", "10", "03", "other"})
        writeRun(at("run") / "folds" / fold, madeRecord());
    fs::create_directory_symlink(at("run"), at("run") / "folds" / "4");
    const auto files = runs::exportCurves(at("run"), at("board"));
    QCOMPARE(files.size(), std::size_t{4});
    QCOMPARE(files[0].parent_path(), at("board") / "fold_2" / "train");
    QCOMPARE(files[3].parent_path(), at("board") / "fold_10" / "validation");
    fs::remove_all(at("run") / "folds");
    QCOMPARE(errorOf([&] { runs::exportCurves(at("run"), at("board")); }).message().id(), std::string("interop.no_rows"));
}

void TestTensorBoard::exportRefuses()
{
    QCOMPARE(errorOf([&] { runs::exportCurves(at("nowhere"), at("board")); }).message().id(), std::string("run.none"));
    RunRecord record = madeRecord();
    record.epochsDone = 0;
    writeRun(at("run"), record);
    QCOMPARE(errorOf([&] { runs::exportCurves(at("run"), at("board")); }).message().id(), std::string("interop.no_rows"));
    QVERIFY(!fs::exists(at("board")));
    writeRun(at("full"), madeRecord());
    std::ofstream(at("a file")) << "x";
    QCOMPARE(errorOf([&] { runs::exportCurves(at("full"), at("a file")); }).message().id(), std::string("folder.make"));
    const FileSizeLimit limit(100); // a full disk
    QCOMPARE(errorOf([&] { runs::exportCurves(at("full"), at("board")); }).kind(), ErrorKind::resources);
    QVERIFY(eventFileIn(at("board") / "train").empty());
}

void TestTensorBoard::growsWhileARunIsTrained()
{
    std::optional<runs::TensorboardCurves> curves;
    std::size_t seen = 0;
    train::TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 1;
    options.events.start = [&](const train::StartEvent& event) {
        curves.emplace(at("board"), event.step, event.validationSamples > 0);
    };
    options.events.step = [&](const train::StepEvent& event) {
        curves->add(event);
        seen = payloadsOf(contentOf(eventFileIn(at("board") / "train"))).size(); // whole records at any time
    };
    options.events.epoch = [&](const train::EpochEvent& event) { curves->add(event); };
    trainTiny("reference", std::move(options));
    QCOMPARE(seen, std::size_t{1 + 15 + 2});
    const auto trained = payloadsOf(contentOf(eventFileIn(at("board") / "train")));
    QCOMPARE(trained.size(), std::size_t{1 + 15 + 3});
    QCOMPARE(payloadsOf(contentOf(eventFileIn(at("board") / "validation"))).size(), std::size_t{1 + 3});
    QVERIFY(trained[5].find("step/accuracy") != std::string::npos);
    // An export afterwards has the same numbers; only the wall times differ.
    const auto files = runs::exportCurves(at("run"), at("afterwards"));
    const auto exported = payloadsOf(contentOf(files[0]));
    for (std::size_t i = 1; i < trained.size(); ++i)
        QCOMPARE(trained[i].substr(9), exported[i].substr(9));
}

void TestTensorBoard::goesOnBehindACheckpoint()
{
    const runs::TensorboardCurves curves(at("board"), 7, false);
    const auto payloads = payloadsOf(contentOf(eventFileIn(at("board") / "train")));
    QCOMPARE(payloads.size(), std::size_t{2});
    QCOMPARE(payloads[1].substr(9), std::string(bytes("\x10\x08\x3a\x02\x08\x01", 6)));
    QVERIFY(!fs::exists(at("board") / "validation"));
    const runs::TensorboardCurves again(at("board"), 0, false); // within the same second: a separate file
    QVERIFY(eventFileIn(at("board") / "train").empty());
}

/// During a run and afterwards, with the skipped steps.
void TestTensorBoard::tellsTheLossScale()
{
    Project project = tinyProject();
    project.training.precision = "fp16-emulated";
    project.training.objectives[0].weight = 1e3; // overflows at first
    std::optional<runs::TensorboardCurves> curves;
    train::TrainOptions options = optionsFor(at("run"));
    options.events.start = [&](const train::StartEvent& event) { curves.emplace(at("board"), event.step, true); };
    options.events.step = [&](const train::StepEvent& event) { curves->add(event); };
    trainTiny("reference", std::move(options), project);
    const auto live = payloadsOf(contentOf(eventFileIn(at("board") / "train")));
    const auto exported = payloadsOf(contentOf(runs::exportCurves(at("run"), at("afterwards"))[0]));
    for (const auto& payloads : {live, exported}) {
        QVERIFY(payloads[1].find("step/loss_scale") != std::string::npos);
        QVERIFY(payloads[1].find("step/skipped") != std::string::npos);
    }
    QCOMPARE(live[1].substr(9), exported[1].substr(9));
    QCOMPARE(live[5].substr(9), exported[5].substr(9));
}

void TestTensorBoard::tensorBoardReadsIt()
{
    const QString python = pythonWithTensorBoard();
    if (python.isEmpty())
        QSKIP("there is no Python with TensorBoard; pip install tensorboard, or name one with NETSMITH_PYTHON");
    writeRun(at("run"), madeRecord());
    runs::exportCurves(at("run"), at("board"));
    QProcess process;
    process.start(python, {QStringLiteral(NETSMITH_SCRIPTS "/read_events.py"), QString::fromStdString(at("board").string())});
    QVERIFY(process.waitForFinished(120000));
    const QByteArray err = process.readAllStandardError();
    QVERIFY2(process.exitCode() == 0, err);
    const QJsonObject runs = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    QCOMPARE(runs.keys(), (QStringList{u"train"_s, u"validation"_s}));
    const QJsonObject train = runs[u"train"_s].toObject(), validation = runs[u"validation"_s].toObject();
    QCOMPARE(train.keys(),
             (QStringList{u"epoch/accuracy"_s, u"epoch/loss"_s, u"learning_rate"_s, u"step/accuracy"_s, u"step/loss"_s}));
    QCOMPARE(validation.keys(), (QStringList{u"epoch/accuracy"_s, u"epoch/loss"_s}));
    QCOMPARE(train[u"step/loss"_s].toArray().size(), 15);
    const QJsonArray last = validation[u"epoch/loss"_s].toArray().last().toArray();
    QCOMPARE(last[0].toInt(), 15);
    QCOMPARE(static_cast<float>(last[1].toDouble()), 1.0f / 3.0f + 0.25f);
    QVERIFY(last[2].toDouble() > 1767323045.0);
}

NETSMITH_TEST(TestTensorBoard)

} // namespace test_tensorboard

#include "test_tensorboard.moc"
