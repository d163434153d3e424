#include "engine/data/source.h"

#include "engine/core/files/safe_file.h"
#include "engine/core/host_memory.h"
#include "engine/core/parallel.h"
#include "engine/data/random_data.h"
#include "engine/data/sources/synthetic_digits.h"
#include "tests/engine/input/idx_bytes.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>

namespace test_sources {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::data;
using namespace netsmith::test;

namespace {

std::string idThrownBy(const std::function<void()>& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.message().id();
    }
    return "nothing";
}

std::string hashOf(const Field& field, std::int64_t samples)
{
    return sha256(field.all().first(static_cast<std::size_t>(samples * field.spec.sampleBytes())));
}

bool sameBytes(const Field& a, const Field& b)
{
    return std::ranges::equal(a.all(), b.all());
}

/// Sets a variable of the environment while it lives.
class Variable {
public:
    Variable(const char* name, const std::string& value)
        : m_name(name)
    {
        if (const char* before = std::getenv(name))
            m_before = before;
        value.empty() ? unsetenv(name) : setenv(name, value.c_str(), 1);
    }
    ~Variable() { m_before ? setenv(m_name, m_before->c_str(), 1) : unsetenv(m_name); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* m_name;
    std::optional<std::string> m_before;
};

} // namespace

class TestSources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_folder.reset(); }

    void registryIsInOrderAndComplete();
    void unknownSourcesAreRefused();
    void pathsComeFromTheEnvironment();
    void aMissingDataDirIsAnError();
    void looksInOrder();
    void takesPlainAndPackedFiles();
    void saysWhichFileIsMissing();
    void standsInForMnist();
    void nothingStandsInForFashion();
    void refusesBadPairs_data();
    void refusesBadPairs();
    void loadingCanBeStopped();
    void realMnist();
    void builtInSourcesLoad_data();
    void builtInSourcesLoad();
    void digitsDependOnSeedAndNumberAlone();
    void digitsArePinned();
    void madeUpDataIsPinned_data();
    void madeUpDataIsPinned();
    void randomDataIsPinned();
    void randomDataFitsItsFields();
    void fieldsAreFoundByName();
    void memoryThatIsNotThereIsRefused();

private:
    void putMnist(const fs::path& folder, bool packed, std::uint32_t train = 6, std::uint32_t test = 4) const;
    DataPaths only() const { return {m_root, {}, {}}; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestSources::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_root = m_folder->path().toStdString();
}

void TestSources::putMnist(const fs::path& folder, bool packed, std::uint32_t train, std::uint32_t test) const
{
    fs::create_directories(folder);
    const auto put = [&](const std::string& name, const std::string& content) {
        writeFileSafely(folder / (packed ? name + ".gz" : name), packed ? gzipped(content) : content).take();
    };
    put("train-images-idx3-ubyte", idxBytes({train, 28, 28}));
    put("train-labels-idx1-ubyte", idxBytes({train}, 10));
    put("t10k-images-idx3-ubyte", idxBytes({test, 28, 28}, 17));
    put("t10k-labels-idx1-ubyte", idxBytes({test}, 10));
}

void TestSources::registryIsInOrderAndComplete()
{
    std::vector<std::string> ids;
    for (const Source* source : sources()) {
        const SourceInfo& info = source->info();
        ids.push_back(info.id);
        QVERIFY(!info.title.empty() && info.doc.ends_with('.') && !info.licence.empty());
        if (info.place != SourcePlace::own) { // nothing is known about it without a path
            QVERIFY(source->fields().empty() && info.files.empty() && !source->find({}).available);
            continue;
        }
        QVERIFY(info.trainCount > 0 && info.testCount > 0);
        std::set<std::string> names;
        for (const FieldSpec& field : source->fields()) {
            QVERIFY(names.insert(field.name).second);
            QVERIFY(field.classNames.empty() || std::ssize(field.classNames) == field.classes);
        }
        constexpr std::array<std::string_view, 6> given{"image", "features", "text", "series", "point", "x"};
        constexpr std::array<std::string_view, 4> wanted{"label", "next", "target", "y"};
        const auto isThere = [&](std::string_view name) { return names.contains(std::string(name)); };
        QVERIFY(std::ranges::any_of(given, isThere) && std::ranges::any_of(wanted, isThere));
        for (const RemoteFile& file : info.files) {
            QVERIFY(file.urls.size() >= 2 && file.size > 0);
            QCOMPARE(file.sha256.size(), std::size_t{64});
            for (const std::string& url : file.urls)
                QVERIFY(url.starts_with("https://") && fs::path(url).extension() == fs::path(file.name).extension());
        }
        if (!info.standIn.empty())
            QCOMPARE(source->fields().size(), netsmith::data::source(info.standIn).fields().size());
    }
    QVERIFY(std::ranges::is_sorted(ids));
    QCOMPARE(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
}

void TestSources::unknownSourcesAreRefused()
{
    try {
        source("quetzal");
        QFAIL("an unknown source was found");
    } catch (const Error& error) {
        QCOMPARE(error.what(), "there is no data set \"quetzal\"; \"netsmith-cli data sources\" lists them");
        QCOMPARE(error.kind(), ErrorKind::input);
    }
    try {
        source("mnits");
        QFAIL("an unknown source was found");
    } catch (const Error& error) {
        QCOMPARE(error.what(), "there is no data set \"mnits\"; did you mean \"mnist\"?");
    }
}

void TestSources::pathsComeFromTheEnvironment()
{
    const Variable data("NETSMITH_DATA_DIR", "/somewhere/data"), home("HOME", "/home/me");
    const Variable cache("XDG_CACHE_HOME", "/caches");
    QCOMPARE(dataPaths(m_root).folders(), (std::vector<fs::path>{m_root, "/somewhere/data", "/caches/netsmith/data"}));
    QCOMPARE(dataPaths(m_root).downloadDir(), m_root);
    QCOMPARE(dataPaths().downloadDir(), fs::path("/caches/netsmith/data"));
    const Variable relative("XDG_CACHE_HOME", "caches");
    QCOMPARE(dataPaths().cacheDir, fs::path("/home/me/.cache/netsmith/data"));
    const Variable unset("XDG_CACHE_HOME", ""), homeless("HOME", ""), noData("NETSMITH_DATA_DIR", "");
    QVERIFY(dataPaths().folders().empty());
    QCOMPARE(idThrownBy([] { dataPaths().downloadDir(); }), std::string("data.no_cache"));
}

void TestSources::aMissingDataDirIsAnError()
{
    QCOMPARE(idThrownBy([&] { dataPaths(m_root / "missing"); }), std::string("data.folder"));
}

void TestSources::looksInOrder()
{
    const DataPaths paths{m_root / "a", m_root / "b", m_root / "c"};
    const auto where = [&] { return source("mnist").find(paths).where.text(); };
    putMnist(m_root / "c" / "mnist", true);
    QCOMPARE(where(), "MNIST from " + (m_root / "c" / "mnist").string());
    putMnist(m_root / "b", true);
    QCOMPARE(where(), "MNIST from " + (m_root / "b").string());
    putMnist(m_root / "a" / "MNIST" / "raw", false);
    QCOMPARE(where(), "MNIST from " + (m_root / "a" / "MNIST" / "raw").string());
    putMnist(m_root / "a" / "mnist", false);
    QCOMPARE(where(), "MNIST from " + (m_root / "a" / "mnist").string());
}

void TestSources::takesPlainAndPackedFiles()
{
    putMnist(m_root / "plain", false);
    putMnist(m_root / "packed", true);
    const DataSet plain = source("mnist").load({m_root / "plain", {}, {}}, {}).take();
    const DataSet packed = source("mnist").load({m_root / "packed", {}, {}}, {}).take();
    QCOMPARE(plain.id, std::string("mnist"));
    QCOMPARE(plain.origin.text(), "MNIST from " + (m_root / "plain").string());
    QCOMPARE(plain.train.count(), 6);
    QCOMPARE(plain.test.count(), 4);
    QCOMPARE(plain.train.bytes(), 6 * 785);
    for (const char* name : {"image", "label"}) {
        QVERIFY(sameBytes(plain.train.field(name), packed.train.field(name)));
        QVERIFY(sameBytes(plain.test.field(name), packed.test.field(name)));
    }
    const Field& image = plain.train.field("image");
    QCOMPARE(image.spec.shape.text(), Shape({28, 28, 1}).text());
    QCOMPARE(std::to_integer<int>(image.sample(1)[3]), (784 + 3) % 251);
    QCOMPARE(std::to_integer<int>(plain.train.field("label").sample(5)[0]), 5);
}

void TestSources::saysWhichFileIsMissing()
{
    putMnist(m_root / "mnist", true);
    fs::remove(m_root / "mnist" / "t10k-labels-idx1-ubyte.gz");
    const Availability found = source("mnist").find(only());
    QVERIFY(!found.available);
    QCOMPARE(found.where.text(),
             "MNIST is not complete: " + (m_root / "mnist" / "t10k-labels-idx1-ubyte.gz").string() + " is missing");
    const auto loaded = source("mnist").load(only(), {});
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().message().id(), std::string("data.missing_file"));
}

void TestSources::standsInForMnist()
{
    const Resolved missing = resolve("mnist", only());
    QVERIFY(missing.standIn);
    QCOMPARE(missing.source->info().id, std::string("synthetic_digits"));
    QCOMPARE(missing.words.text(), "MNIST is not in " + m_root.string() + "; built-in synthetic digits are used instead");
    putMnist(m_root, true);
    const Resolved there = resolve("mnist", only());
    QVERIFY(!there.standIn);
    QCOMPARE(there.source->info().id, std::string("mnist"));
    QCOMPARE(there.words.text(), "MNIST from " + m_root.string());
}

void TestSources::nothingStandsInForFashion()
{
    QCOMPARE(idThrownBy([&] { resolve("fashion_mnist", only()); }), std::string("data.missing"));
    QCOMPARE(idThrownBy([] { resolve("fashion_mnist", {}); }), std::string("data.missing_anywhere"));
}

void TestSources::refusesBadPairs_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* file, const std::string& content, const char* says) {
        QTest::newRow(name) << QString(file) << QByteArray::fromStdString(content) << QString(says);
    };
    row("fewer labels", "train-labels-idx1-ubyte", idxBytes({5}, 10), "has 6 images but");
    row("more test labels", "t10k-labels-idx1-ubyte", idxBytes({5}, 10), "has 4 images but");
    row("a class too high", "train-labels-idx1-ubyte", idxHeader(8, {6}) + std::string("\0\1\x9\xa\xb\0", 6),
        "sample 3 has the class 10, expected 0 to 9");
    row("class 255", "t10k-labels-idx1-ubyte", idxHeader(8, {4}) + "\xff\1\2\3", "sample 0 has the class 255");
    row("larger images", "train-images-idx3-ubyte", idxBytes({6, 32, 32}), "has samples of 32×32, expected 28×28");
    row("swapped", "train-images-idx3-ubyte", idxBytes({6}, 10), "are images and labels swapped?");
    row("truncated", "train-images-idx3-ubyte", idxBytes({6, 28, 28}).substr(0, 4000), "it is truncated or damaged");
}

void TestSources::refusesBadPairs()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    QFETCH(QString, says);
    putMnist(m_root, false);
    QVERIFY(writeFileSafely(m_root / file.toStdString(), content.toStdString()));
    const auto loaded = source("mnist").load(only(), {});
    QVERIFY(!loaded);
    QVERIFY2(QString(loaded.error().what()).contains(says), loaded.error().what());
    QVERIFY2(QString(loaded.error().what()).contains(file), loaded.error().what());
    QCOMPARE(loaded.error().kind(), ErrorKind::input);
}

void TestSources::loadingCanBeStopped()
{
    putMnist(m_root, false);
    for (const char* id : {"mnist", "synthetic_digits"}) {
        std::stop_source stop;
        int told = 0;
        const Watch watch{[&](const Progress&) {
                              ++told;
                              stop.request_stop();
                          },
                          stop.get_token()};
        const auto loaded = source(id).load(only(), watch);
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().message().id(), std::string("data.cancelled"));
        QCOMPARE(told, 1);
    }
}

void TestSources::realMnist()
{
    const DataPaths paths{{}, dataPaths().environmentDir, {}};
    if (!source("mnist").find(paths).available)
        QSKIP("NETSMITH_DATA_DIR names no folder with MNIST");
    const DataSet set = source("mnist").load(paths, {}).take();
    QCOMPARE(set.train.count(), 60000);
    QCOMPARE(set.test.count(), 10000);
    // Counts of each class: LeCun's files.
    std::array<int, 10> seen{};
    for (const std::byte label : set.train.field("label").all())
        ++seen[std::to_integer<std::size_t>(label)];
    QCOMPARE(seen, (std::array<int, 10>{5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949}));
    double sum = 0;
    for (const std::byte pixel : set.train.field("image").all())
        sum += std::to_integer<int>(pixel);
    QVERIFY(std::abs(sum / 60000 / 784 / 255 - 0.1307) < 0.00005);
}

void TestSources::builtInSourcesLoad_data()
{
    QTest::addColumn<QString>("id");
    for (const Source* source : sources())
        if (source->info().files.empty() && source->find({}).available)
            QTest::newRow(source->info().id.c_str()) << QString::fromStdString(source->info().id);
}

void TestSources::builtInSourcesLoad()
{
    QFETCH(QString, id);
    const Source& wanted = source(id.toStdString());
    QVERIFY(wanted.find({}).available);
    std::vector<std::int64_t> told;
    const Watch watch{[&](const Progress& progress) { told.push_back(progress.done); }, {}};
    const DataSet set = wanted.load({}, watch).take();
    QVERIFY(std::ranges::adjacent_find(told, std::greater_equal()) == told.end() || wanted.info().id.ends_with("_digits"));
    for (const auto& [split, count] : {std::pair{&set.train, wanted.info().trainCount}, {&set.test, wanted.info().testCount}}) {
        QCOMPARE(split->fields.size(), wanted.fields().size());
        for (std::size_t i = 0; i < split->fields.size(); ++i) {
            const Field& field = split->fields[i];
            QCOMPARE(field.count, count);
            QCOMPARE(field.spec.name, wanted.fields()[i].name);
            QCOMPARE(field.spec.shape.text(), wanted.fields()[i].shape.text());
            checkClasses(field, "built in");
        }
        if (std::ranges::find(split->fields, "label", [](const Field& field) { return field.spec.name; }) == split->fields.end())
            continue; // its numbers are not classes
        const int classes = split->field("label").spec.classes;
        std::vector<std::int64_t> seen(static_cast<std::size_t>(classes));
        for (const std::byte label : split->field("label").all())
            ++seen[std::to_integer<std::size_t>(label)];
        for (const std::int64_t of : seen)
            QVERIFY(of > count / classes * 8 / 10 && of < count / classes * 12 / 10);
    }
    QVERIFY(!sameBytes(set.train.fields[0], set.test.fields[0]));
}

void TestSources::digitsDependOnSeedAndNumberAlone()
{
    const DataSplit whole = drawDigits(300, 5, 0, {});
    setThreadCount(3);
    const DataSplit threads = drawDigits(300, 5, 0, {});
    setThreadCount(1);
    const DataSplit part = drawDigits(100, 5, 200, {});
    setThreadCount(0);
    const DataSplit other = drawDigits(300, 6, 0, {});
    for (const char* name : {"image", "label"}) {
        QVERIFY(sameBytes(whole.field(name), threads.field(name)));
        QVERIFY(!sameBytes(whole.field(name), other.field(name)));
        for (std::int64_t i = 0; i < 100; ++i)
            QVERIFY(std::ranges::equal(part.field(name).sample(i), whole.field(name).sample(200 + i)));
    }
}

void TestSources::digitsArePinned()
{
    // Accuracies reported on these digits hold only while they stay the same.
    const DataSplit digits = drawDigits(500, 20, 0, {});
    QCOMPARE(hashOf(digits.field("label"), 500), std::string("a1ede6e8fba900e8956806463ef41499f33368ed21cf39159bbc2f75e5776737"));
    QCOMPARE(hashOf(digits.field("image"), 500), std::string("2cc06932879d3164eca4426acdbbf3f606d09f701cf62cb409f1487b145956c8"));
}

void TestSources::madeUpDataIsPinned_data()
{
    QTest::addColumn<QString>("hash");
    const std::map<std::string, const char*> hashes{
        {"curve", "fb2420c9cac66dd699aacda9672eac5083008d041954f7f3925462d01c55b3e7"},
        {"points", "76de0ca253903b884e3cf22d70e16eb08970382c049a26921221bb526817af7a"},
        {"random_images", "7dda5d11eef50e360a4bedd299f07ebb3bc3f3a6f9b9109abf7368f0d18dccbb"},
        {"shifted_digits", "70bab98479f8dc481134aab75b8085ed27a68fcd59900ea7a8571655ad8458ca"},
        {"synthetic_digits", "8fc520f26cc9d3a245078c81458bd24096ba93019c131950b808dbe49419f2a2"},
        {"synthetic_flowers", "baa2cea43237de8b3fea5ddac6603f0cda3e386e5a5990b1d31b5613724a481b"},
        {"synthetic_reviews", "9af0bbe150e91ff9a93ea6f15c729ce20c035ae4d0697c5c6db350d7df3e3d54"},
        {"synthetic_waves", "fa2fb5b9a33cd7926369031e90879539ab61b170a90f40c6aa2be32365e70cd5"},
    };
    for (const Source* source : sources())
        if (source->info().files.empty() && source->find({}).available)
            QTest::newRow(source->info().id.c_str()) << (hashes.contains(source->info().id) ? hashes.at(source->info().id) : "");
}

/// The fields of the first samples, one after the other. The sample projects reach their goals on these.
void TestSources::madeUpDataIsPinned()
{
    QFETCH(QString, hash);
    const DataSet set = source(QTest::currentDataTag()).load({}, {}).take();
    std::string bytes;
    for (const DataSplit* split : {&set.train, &set.test})
        for (const Field& field : split->fields)
            for (std::int64_t i = 0; i < 20; ++i)
                bytes.append(reinterpret_cast<const char*>(field.sample(i).data()), field.sample(i).size());
    QCOMPARE(QString::fromStdString(sha256(std::as_bytes(std::span(bytes)))), hash);
}

void TestSources::randomDataIsPinned()
{
    const DataSplit split =
        randomSplit({{.name = "x", .type = DataType::f32}, {.name = "token", .type = DataType::i32, .classes = 1000}}, 3, 1);
    const auto numbersOf = [&]<class T>(const char* field, T) {
        std::array<T, 3> numbers{};
        std::memcpy(numbers.data(), split.field(field).all().data(), sizeof numbers);
        return numbers;
    };
    QCOMPARE(numbersOf("x", float()), (std::array{0x1.cf4326p-1f, 0x1.ed4358p-3f, 0x1.80ec5ep-1f}));
    QCOMPARE(numbersOf("token", std::int32_t()), (std::array{362, 8, 970}));
}

void TestSources::randomDataFitsItsFields()
{
    const std::vector<FieldSpec> fields{{.name = "x", .type = DataType::f32, .shape = {4, 5}},
                                        {.name = "token", .type = DataType::i32, .shape = {7}, .classes = 1000},
                                        {.name = "pixel", .type = DataType::u8, .shape = {3}},
                                        {.name = "y", .type = DataType::f64}};
    const DataSplit split = randomSplit(fields, 200, 9);
    QCOMPARE(split.count(), 200);
    QCOMPARE(split.bytes(), 200 * (80 + 28 + 3 + 8));
    checkClasses(split.field("token"), "random");
    float low = 1, high = 0;
    for (std::int64_t i = 0; i < 200 * 20; ++i) {
        float value = 0;
        std::memcpy(&value, split.field("x").all().data() + i * 4, 4);
        low = std::min(low, value);
        high = std::max(high, value);
    }
    QVERIFY(low >= 0 && low < 0.01f && high < 1 && high > 0.99f);
    setThreadCount(1);
    const DataSplit again = randomSplit(fields, 200, 9);
    setThreadCount(0);
    for (const FieldSpec& field : fields)
        QVERIFY(sameBytes(split.field(field.name), again.field(field.name)));
    QCOMPARE(idThrownBy([] { randomSplit({{.name = "h", .type = DataType::bf16}}, 1, 1); }), std::string("data.random_type"));
}

void TestSources::fieldsAreFoundByName()
{
    const DataSplit split = randomSplit({{.name = "image", .shape = {2}}, {.name = "label"}}, 3, 1);
    QCOMPARE(&split.field("label"), &split.fields[1]);
    try {
        split.field("lable");
        QFAIL("a missing field was found");
    } catch (const Error& error) {
        QCOMPARE(error.what(), "the data has no field \"lable\"; it has: image, label");
    }
    QCOMPARE(DataSplit().count(), 0);
    QCOMPARE(idThrownBy([] { makeField({.name = "x", .shape = {1 << 30, 1 << 30}}, 1000); }), std::string("data.field_size"));
}

/// The kernel would promise all of it, and kill the program when it uses the memory.
void TestSources::memoryThatIsNotThereIsRefused()
{
    const std::int64_t all = hostMemory().total;
    if (all == 0)
        QSKIP("this machine does not report its memory");
    QCOMPARE(idThrownBy([=] { allocateBytes(all); }), std::string("data.memory"));
    QVERIFY(allocateBytes(1000) != nullptr);
}

NETSMITH_TEST(TestSources)

} // namespace test_sources

#include "test_sources.moc"
