#include "engine/store/checkpoint.h"

#include "engine/core/files/safe_file.h"
#include "engine/core/parallel.h"
#include "engine/store/checkpoint_queue.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <limits>
#include <memory>
#include <thread>

namespace test_checkpoint {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

/// The tiny network with its initial weights.
struct Network {
    explicit Network(Project project = tinyProject(), const std::string& backend = "reference")
        : setup(std::move(project), tinyData(), *backendFor(backend).take(), {})
    {
        setup.network().drawWeights();
    }
    State& state() { return setup.network().state(); }
    const LogicalPlan& plan() { return setup.network().plan(); }
    std::vector<double> arena(Arena arena)
    {
        std::vector<double> values(
            static_cast<std::size_t>(arena == Arena::statistics ? plan().statistics.elements : plan().parameters.elements));
        state().readArena(arena, values).take();
        return values;
    }

    TrainingSetup setup;
};

CheckpointState someState()
{
    CheckpointState state;
    state.position.epoch = 2;
    state.position.counters = {12, 10, 56, 0};
    state.position.sums = {0.1, 10.0, 1.0 / 3.0};
    state.position.best = BestEpoch{0.25, 1, 10};
    state.position.improved = BestEpoch{0.5, 0, 5};
    state.seed = 5;
    state.batch = 5;
    state.precision = "fp32";
    state.fingerprint = {{"threads", "2"}, {"build", "1"}};
    return state;
}

} // namespace

class TestCheckpoint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void comesBackBitForBit();
    void keepsWhatTheHostWouldRound();
    void waitsAsItWasCaptured();
    void stateComesBack();
    void stateRefuses_data();
    void stateRefuses();
    void everyFlippedByteShows();
    void missingFilesShow();
    void newerManifestsAreRefused();
    void refusesAnotherNetwork_data();
    void refusesAnotherNetwork();
    void replacesOneOfTheSameStep();
    void fullDiskLeavesTheOldOne();
    void storeKnowsWhatIsWhole();
    void storeKeepsWhatIsToStay_data();
    void storeKeepsWhatIsToStay();
    void storeLeavesLinksAlone();

private:
    fs::path at(const char* name) const { return m_root / name; }
    OpenFolder opened() const { return OpenFolder::open(m_root).take(); }
    void write(const char* name) const
    {
        Network network;
        writeCheckpoint(opened(), name, takeCheckpoint(network.state(), network.plan(), someState())).take();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestCheckpoint::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestCheckpoint::comesBackBitForBit()
{
    Network network;
    // Numbers that f32 can't represent, as the reference computes them, beside some that it can.
    std::vector<double> weights = network.arena(Arena::weights);
    for (const Segment& segment : network.plan().parameters.segments)
        for (std::int64_t i = 0; i < segment.elements(); ++i)
            weights[static_cast<std::size_t>(segment.offset + i)] =
                segment.id == "dense_1.kernel" ? 1.0 / static_cast<double>(3 + i) : 0.5;
    weights[static_cast<std::size_t>(network.plan().parameters.find("dense_2.bias")->offset)] =
        std::numeric_limits<double>::infinity();
    network.state().writeArena(Arena::weights, std::span<const double>(weights)).take();
    network.state().writeArena(Arena::slot1, std::span<const double>(weights)).take();
    QVERIFY(writeCheckpoint(opened(), "000012", takeCheckpoint(network.state(), network.plan(), someState())));

    const Checkpoint read = readCheckpoint(at("000012")).take();
    QVERIFY(read.state == someState());
    QCOMPARE(read.weights.find("dense_1.kernel")->type, DataType::f64);
    QCOMPARE(read.weights.find("dense_2.kernel")->type, DataType::f64);
    QVERIFY(read.weights.find("dense_1.kernel")->shape == Shape({16, 6}));
    QVERIFY(read.weights.find("batch_normalization_1.moving_variance"));
    QCOMPARE(read.optimizer.tensors.size(), 2 * network.plan().parameters.segments.size());
    QVERIFY(read.optimizer.find("dense_1.kernel/slot1"));

    Network other;
    QVERIFY(other.arena(Arena::weights) != weights);
    restoreWeights(other.state(), other.plan(), read.weights, "w");
    restoreSlots(other.state(), other.plan(), read.optimizer, "o");
    QVERIFY(other.arena(Arena::weights) == weights);
    QVERIFY(other.arena(Arena::slot1) == weights);
    QVERIFY(other.arena(Arena::slot0) == network.arena(Arena::slot0));
    QVERIFY(other.arena(Arena::statistics) == network.arena(Arena::statistics));
}

/// A GPU keeps denormals and the sign of a zero. Where the host trains, its threads flush denormals: no number may pass through
/// their arithmetic.
void TestCheckpoint::keepsWhatTheHostWouldRound()
{
    if (!hasBackend("cpu"))
        QSKIP("this backend is not built");
    Network network(tinyProject(), "cpu"), other(tinyProject(), "cpu");
    const std::uint32_t patterns[] = {0x00000001, 0x80000001, 0x807fffff, 0x80000000, 0x7fc00123, 0xff800000, 0x3f800000};
    const auto bits = std::as_bytes(std::span(patterns));
    const std::int64_t kernel = network.plan().parameters.find("dense_1.kernel")->offset;
    network.state().writeBytes(Arena::weights, kernel + 3, bits).take();
    network.state().writeBytes(Arena::slot0, kernel + 1, bits).take();
    const auto kept = [&](Arena arena, std::int64_t first) {
        std::vector<std::byte> got(bits.size());
        other.state().readBytes(arena, first, got).take();
        return std::ranges::equal(got, bits);
    };
    std::thread([&] {
        flushDenormals();
        writeCheckpoint(opened(), "000012", takeCheckpoint(network.state(), network.plan(), someState())).take();
        const Checkpoint read = readCheckpoint(at("000012")).take();
        restoreWeights(other.state(), other.plan(), read.weights, "w");
        restoreSlots(other.state(), other.plan(), read.optimizer, "o");
    }).join();
    QVERIFY(kept(Arena::weights, kernel + 3));
    QVERIFY(kept(Arena::slot0, kernel + 1));
}

void TestCheckpoint::stateComesBack()
{
    CheckpointState state = someState();
    QVERIFY(stateFromJson(stateToJson(state), "state").take() == state);
    state.position.improved = state.position.best;
    QVERIFY(stateFromJson(stateToJson(state), "state").take() == state);
    state.position.improved.reset(); // nothing stays nothing
    QVERIFY(stateFromJson(stateToJson(state), "state").take() == state);
    state.position.best.reset();
    state.position.sums = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 1e-320};
    state.seed = std::numeric_limits<std::int64_t>::max();
    const CheckpointState read = stateFromJson(stateToJson(state), "state").take();
    QVERIFY(read == state);
}

void TestCheckpoint::stateRefuses_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("mention");
    const auto row = [](const char* name, const char* from, const char* to, const char* mention) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(mention);
    };
    row("newer", "\"schema\": 2", "\"schema\": 3", "version 3, this Netsmith reads 2");
    row("older", "\"schema\": 2", "\"schema\": 1", "version 1, this Netsmith reads 2");
    row("no schema", "\"schema\": 2,", "", "schema");
    row("no value", "\"value\": 0.25", "\"loss\": 0.25", "/position/best");
    row("negative step", "\"step\": 12", "\"step\": -12", "/position/step");
    row("text for a number", "\"epoch\": 2", "\"epoch\": \"two\"", "/position/epoch");
    row("fraction", "\"epoch\": 2", "\"epoch\": 2.5", "/position/epoch");
    row("other text in sums", "[0.1,", "[\"many\",", "/position/sums/0");
    row("no position", "\"position\": {", "\"place\": {", "position");
    row("number in the fingerprint", "\"threads\": \"2\"", "\"threads\": 2", "/fingerprint/threads");
    row("unknown precision", "\"precision\": \"fp32\"", "\"precision\": \"fp!2\"", "there is no precision \"fp!2\"");
    row("broken", "\"seed\": 5", "\"seed\": 5,,", "JSON");
}

void TestCheckpoint::stateRefuses()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, mention);
    QByteArray text = QByteArray::fromStdString(stateToJson(someState()));
    QVERIFY2(text.contains(from), text);
    text.replace(text.indexOf(from), from.size(), to);
    const auto read = stateFromJson(text.toStdString(), "some state.json");
    QVERIFY(!read);
    QCOMPARE(read.error().kind(), ErrorKind::input);
    QVERIFY2(mentions(read.error(), mention.toStdString()) && mentions(read.error(), "some state.json"), read.error().what());
}

void TestCheckpoint::everyFlippedByteShows()
{
    write("000012");
    for (const char* name : {"weights.safetensors", "optimizer.safetensors", "state.json"}) {
        const fs::path path = at("000012") / name;
        const std::string good = contentOf(path);
        for (std::size_t i = 0; i < good.size(); i += 1 + good.size() / 50) {
            std::string bad = good;
            bad[i] = static_cast<char>(bad[i] ^ 1);
            QVERIFY(writeFileSafely(path, bad));
            const auto read = readCheckpoint(at("000012"));
            QVERIFY(!read);
            QCOMPARE(read.error().kind(), ErrorKind::input);
            QVERIFY(mentions(read.error(), path.string()));
        }
        QVERIFY(writeFileSafely(path, good.substr(0, good.size() / 2)));
        QVERIFY(mentions(readCheckpoint(at("000012")).error(), "truncated"));
        QVERIFY(writeFileSafely(path, good));
        QVERIFY(readCheckpoint(at("000012")));
    }
}

void TestCheckpoint::missingFilesShow()
{
    for (const char* name : {"weights.safetensors", "optimizer.safetensors", "state.json", "manifest.json"}) {
        write("000012");
        fs::remove(at("000012") / name);
        const auto read = readCheckpoint(at("000012"));
        QVERIFY(!read);
        QCOMPARE(read.error().kind(), ErrorKind::input);
        QVERIFY2(mentions(read.error(), name), read.error().what());
    }
    QCOMPARE(readCheckpoint(at("nowhere")).error().message().id(), std::string("checkpoint.none"));
}

void TestCheckpoint::newerManifestsAreRefused()
{
    write("000012");
    const fs::path path = at("000012") / "manifest.json";
    std::string text = contentOf(path);
    text.replace(text.find("\"schema\": 1"), 11, "\"schema\": 3");
    QVERIFY(writeFileSafely(path, text));
    QVERIFY(mentions(readCheckpoint(at("000012")).error(), "newer"));
    for (const char* broken : {"", "{}", "[]", "{\"schema\": 1, \"files\": [3]}", "{\"schema\": 1, \"files\": []}"}) {
        QVERIFY(writeFileSafely(path, std::string_view(broken)));
        const auto read = readCheckpoint(at("000012"));
        QVERIFY(!read);
        QCOMPARE(read.error().kind(), ErrorKind::input);
        QVERIFY(mentions(read.error(), "manifest.json"));
    }
}

void TestCheckpoint::refusesAnotherNetwork_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("mention");
    QTest::newRow("another size") << "dense_1.units=7"
                                  << "dense_";
    QTest::newRow("another optimizer") << "optimizer=sgd"
                                       << "slot";
}

void TestCheckpoint::refusesAnotherNetwork()
{
    QFETCH(QString, setting);
    QFETCH(QString, mention);
    write("000012");
    const Checkpoint read = readCheckpoint(at("000012")).take();
    Project project = tinyProject();
    if (setting.startsWith("optimizer"))
        project.training.optimizer = {"sgd", {}, Json::object()};
    else
        applySetting(project, setting.toStdString());
    Network other(project);
    const std::vector<double> before = other.arena(Arena::weights);
    const Error error = errorOf([&] {
        restoreSlots(other.state(), other.plan(), read.optimizer, "a/file");
        restoreWeights(other.state(), other.plan(), read.weights, "a/file");
    });
    QCOMPARE(error.kind(), ErrorKind::input);
    QVERIFY2(mentions(error, mention.toStdString()) && mentions(error, "a/file"), error.what());
    QVERIFY(other.arena(Arena::weights) == before);
}

/// One that is written later has the arrays of when it was captured, whatever training has done since.
void TestCheckpoint::waitsAsItWasCaptured()
{
    Network network;
    CheckpointQueue queue(HeldCheckpoints(opened(), "kept"));
    const std::vector<double> before = network.arena(Arena::weights);
    queue.add(1, takeCheckpoint(network.state(), network.plan(), someState()), {.newest = 2});
    queue.capture();
    const std::int64_t bytes = queue.bytes();
    std::vector<double> after = before;
    for (const Segment& segment : network.plan().parameters.segments) // what is between them is not stored
        for (std::int64_t i = 0; i < segment.elements(); ++i)
            after[static_cast<std::size_t>(segment.offset + i)] += 1.0;
    network.state().writeArena(Arena::weights, std::span<const double>(after)).take();
    queue.add(2, takeCheckpoint(network.state(), network.plan(), someState()), {.newest = 2});
    QCOMPARE(queue.bytes(), 2 * bytes);
    queue.write();

    for (const auto& [name, weights] : {std::pair("kept/000001", before), std::pair("kept/000002", after)}) {
        Network read;
        restoreWeights(read.state(), read.plan(), readCheckpoint(at(name)).take().weights, "file");
        QVERIFY(read.arena(Arena::weights) == weights);
    }
}

void TestCheckpoint::replacesOneOfTheSameStep()
{
    write("000012");
    Network network;
    CheckpointState state = someState();
    state.position.epoch = 3;
    QVERIFY(writeCheckpoint(opened(), "000012", takeCheckpoint(network.state(), network.plan(), state)));
    QCOMPARE(readCheckpoint(at("000012")).take().state.position.epoch, 3);
    QCOMPARE(std::distance(fs::directory_iterator(m_root), {}), 1);
}

void TestCheckpoint::fullDiskLeavesTheOldOne()
{
    write("000012");
    Network network;
    CheckpointState state = someState();
    state.position.epoch = 3;
    for (const rlim_t bytes : {rlim_t{0}, rlim_t{600}, rlim_t{1500}}) {
        const FileSizeLimit limit(bytes);
        const auto written = writeCheckpoint(opened(), "000012", takeCheckpoint(network.state(), network.plan(), state));
        QVERIFY(!written);
        QCOMPARE(written.error().kind(), ErrorKind::resources);
    }
    QCOMPARE(readCheckpoint(at("000012")).take().state.position.epoch, 2);
    QCOMPARE(std::distance(fs::directory_iterator(m_root), {}), 1);
}

void TestCheckpoint::storeKnowsWhatIsWhole()
{
    m_root /= "kept";
    const HeldCheckpoints store(OpenFolder::open(m_root.parent_path()).take(), "kept");
    QVERIFY(store.steps().empty() && !store.newest());
    QCOMPARE(store.at(1875), at("001875"));
    QCOMPARE(store.at(12345678), at("12345678"));
    QCOMPARE(store.folder().path(), m_root);
    for (const char* name : {"000010", "000002", "12345678"})
        write(name);
    for (const char* name : {"000020.new", "000030", "best", "42"})
        fs::create_directories(at(name));
    QVERIFY(writeFileSafely(at("42") / "manifest.json", "{}")); // not a name that the store writes
    QCOMPARE(store.steps(), (std::vector<std::int64_t>{2, 10, 12345678}));
    QCOMPARE(*store.newest(), at("12345678"));
    store.removeAfter(2);
    QCOMPARE(store.steps(), (std::vector<std::int64_t>{2}));
}

void TestCheckpoint::storeKeepsWhatIsToStay_data()
{
    QTest::addColumn<int>("keep");
    QTest::addColumn<int>("best");
    QTest::addColumn<QList<int>>("left");
    QTest::newRow("two and an old best") << 2 << 1 << QList<int>{1, 4, 5};
    QTest::newRow("two, the best among them") << 2 << 4 << QList<int>{4, 5};
    QTest::newRow("at least one") << 0 << -1 << QList<int>{5};
    QTest::newRow("more than there are") << 9 << 2 << QList<int>{1, 2, 3, 4, 5};
}

void TestCheckpoint::storeKeepsWhatIsToStay()
{
    QFETCH(int, keep);
    QFETCH(int, best);
    QFETCH(QList<int>, left);
    const HeldCheckpoints store(opened(), "kept");
    for (int step = 1; step <= 5; ++step) {
        fs::create_directories(store.at(step));
        QVERIFY(writeFileSafely(store.at(step) / "manifest.json", "{}"));
    }
    KeptCheckpoints kept{.newest = keep};
    if (best >= 0)
        kept.others.push_back(best);
    store.removeAllBut(keptOf(store.steps(), kept));
    QCOMPARE(store.steps(), std::vector<std::int64_t>(left.begin(), left.end()));
}

void TestCheckpoint::storeLeavesLinksAlone()
{
    const fs::path outside = m_root / "outside";
    const HeldCheckpoints store(opened(), "checkpoints");
    for (const fs::path& folder : {outside, store.at(5)}) {
        fs::create_directories(folder);
        QVERIFY(writeFileSafely(folder / "manifest.json", "{}"));
    }
    for (const int step : {1, 9})
        fs::create_directory_symlink(outside, store.at(step));
    QCOMPARE(store.steps(), std::vector<std::int64_t>{5});
    store.removeAfter(5);
    store.removeAllBut(std::vector<std::int64_t>{5});
    QVERIFY(fs::exists(outside / "manifest.json"));
    QVERIFY(fs::is_symlink(store.at(1)) && fs::is_symlink(store.at(9)));
}

NETSMITH_TEST(TestCheckpoint)

} // namespace test_checkpoint

#include "test_checkpoint.moc"
