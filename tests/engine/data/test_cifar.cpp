#include "engine/core/files/safe_file.h"
#include "engine/data/cifar_source.h"
#include "tests/engine/input/idx_bytes.h"
#include "tests/test_program.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace test_cifar {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::data;
using namespace netsmith::test;

namespace {

/// Records whose pixel p of channel c of picture i is (i + 7·p + 50·c) mod 256.
std::string records(int count, int labels, int firstClass)
{
    std::string out;
    for (int i = 0; i < count; ++i) {
        for (int label = 0; label < labels; ++label)
            out += static_cast<char>(label + 1 == labels ? firstClass + i : 200); // a coarse label that is no valid fine one
        for (int channel = 0; channel < 3; ++channel)
            for (int pixel = 0; pixel < 1024; ++pixel)
                out += static_cast<char>(i + 7 * pixel + 50 * channel);
    }
    return out;
}

} // namespace

/// The data sets that come as archives of their own: the files in them.
class TestCifar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_root = m_folder->path().toStdString();
    }
    void cleanup() { m_folder.reset(); }

    void binaryFilesAreTurnedToPixels();
    void fineLabelsAreTaken();
    void wrongFilesAreSentences();
    void theArchiveIsReadAsItIs();
    void saysWhereToGetIt();
    void emnistIsTurned();
    void emnistLettersBeginAtOne();

private:
    void put(const fs::path& path, const std::string& content) const
    {
        fs::create_directories((m_root / path).parent_path());
        writeFileSafely(m_root / path, content).take();
    }
    void putCifar10(const fs::path& folder) const
    {
        for (int i = 1; i <= 5; ++i)
            put(folder / ("data_batch_" + std::to_string(i) + ".bin"), records(2, 1, i));
        put(folder / "test_batch.bin", records(3, 1, 0));
    }
    DataPaths paths() const { return {m_root, {}, {}}; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestCifar::binaryFilesAreTurnedToPixels()
{
    for (const char* folder : {"cifar-10-batches-bin", "cifar10/cifar-10-batches-bin", "."}) {
        init();
        putCifar10(folder);
        const DataSet set = source("cifar10").load(paths(), {}).take();
        QCOMPARE(set.train.count(), 10);
        QCOMPARE(set.test.count(), 3);
        const auto picture = set.train.field("image").sample(3); // the second of the second file
        for (int pixel = 0; pixel < 1024; ++pixel)
            for (int channel = 0; channel < 3; ++channel)
                QCOMPARE(std::to_integer<int>(picture[static_cast<std::size_t>(pixel * 3 + channel)]),
                         (1 + 7 * pixel + 50 * channel) % 256);
        QCOMPARE(std::to_integer<int>(set.train.field("label").sample(3)[0]), 3);
        QCOMPARE(set.train.field("label").spec.classNames[3], std::string("cat"));
    }
}

void TestCifar::fineLabelsAreTaken()
{
    put("cifar-100-binary/train.bin", records(4, 2, 90));
    put("cifar-100-binary/test.bin", records(2, 2, 0));
    const DataSet set = source("cifar100").load(paths(), {}).take();
    QCOMPARE(set.train.count(), 4);
    QCOMPARE(std::to_integer<int>(set.train.field("label").sample(3)[0]), 93);
    QCOMPARE(std::to_integer<int>(set.train.field("image").sample(3)[0]), 3);
    const std::vector<std::string>& names = set.train.field("label").spec.classNames;
    QCOMPARE(names.size(), std::size_t{100});
    QVERIFY(std::ranges::is_sorted(names));
}

void TestCifar::wrongFilesAreSentences()
{
    const auto problem = [&] {
        const auto loaded = source("cifar10").load(paths(), {});
        return loaded ? std::string("none") : loaded.error().message().id();
    };
    putCifar10("");
    QCOMPARE(problem(), std::string("none"));
    put("data_batch_3.bin", records(2, 1, 0).substr(1));
    QCOMPARE(problem(), std::string("data.cifar.size"));
    put("data_batch_3.bin", "");
    QCOMPARE(problem(), std::string("data.cifar.size"));
    put("data_batch_3.bin", records(2, 1, 9)); // the second would be of class 10
    QCOMPARE(problem(), std::string("data.label"));
    fs::remove(m_root / "data_batch_3.bin");
    QCOMPARE(problem(), std::string("data.missing_file"));
    QCOMPARE(QString::fromStdString(source("cifar10").find(paths()).where.text()),
             QString("CIFAR-10 is not complete: %1/data_batch_3.bin is missing").arg(QString::fromStdString(m_root.string())));
}

/// The archive as it is downloaded, without unpacking it.
void TestCifar::theArchiveIsReadAsItIs()
{
    const auto pack = [&](const char* parts) {
        fs::create_directories(m_root / "cifar10");
        const fs::path archive = m_root / "cifar10/cifar-10-binary.tar.gz";
        QProcess tar;
        tar.start("tar", {"czf", archive.c_str(), "-C", (m_root / parts).c_str(), "."});
        QVERIFY(tar.waitForFinished() && tar.exitCode() == 0);
    };
    const auto problem = [&] {
        const auto loaded = source("cifar10").load(paths(), {});
        return loaded ? std::string("none") : loaded.error().what();
    };
    putCifar10("unpacked/cifar-10-batches-bin");
    put("unpacked/cifar-10-batches-bin/readme.html", "<html>");
    pack("unpacked");
    const DataSet set = source("cifar10").load(paths(), {}).take();
    QCOMPARE(set.train.count(), 10);
    QCOMPARE(set.test.count(), 3);
    QCOMPARE(std::to_integer<int>(set.train.field("label").sample(3)[0]), 3);
    QCOMPARE(std::to_integer<int>(set.train.field("image").sample(3)[1]), (1 + 50) % 256);

    fs::remove(m_root / "unpacked/cifar-10-batches-bin/test_batch.bin");
    pack("unpacked");
    QVERIFY(problem().ends_with("can't be unpacked: test_batch.bin is not in it; delete it and download it again"));
    put("unpacked/cifar-10-batches-bin/test_batch.bin", records(1, 1, 0).substr(1));
    pack("unpacked");
    QVERIFY(problem().find("cifar-10-binary.tar.gz:test_batch.bin has 3072 bytes") != std::string::npos);
    const std::string whole = readTextFile(m_root / "cifar10/cifar-10-binary.tar.gz").take();
    put("cifar10/cifar-10-binary.tar.gz", whole.substr(0, whole.size() / 2));
    QVERIFY(problem().find("can't be unpacked: ") != std::string::npos);
    put("cifar10/cifar-10-binary.tar.gz", "no archive");
    QVERIFY(problem().find("can't be unpacked: ") != std::string::npos);
}

void TestCifar::saysWhereToGetIt()
{
    const QString folder = QString::fromStdString(m_root.string());
    const auto words = [&](const char* id) { return QString::fromStdString(source(id).find(paths()).where.text()); };
    QCOMPARE(words("cifar10"), "CIFAR-10 is not in " + folder);
    QCOMPARE(source("cifar10").find({}).where.id(), std::string("data.missing_anywhere"));
    QCOMPARE(words("emnist"),
             "EMNIST is not in " + folder
                 + "; get it from https://www.nist.gov/itl/products-and-services/emnist-dataset and unpack it there");
    QCOMPARE(source("emnist").find({}).where.id(), std::string("data.absent_anywhere"));
}

void TestCifar::emnistIsTurned()
{
    const auto put4 = [&](const std::string& set, std::uint32_t below) {
        for (const char* part : {"train", "test"}) {
            const std::string stem = "gzip/emnist-" + set + "-" + part;
            put(stem + "-images-idx3-ubyte.gz", gzipped(idxBytes({5, 28, 28}, 251)));
            put(stem + "-labels-idx1-ubyte.gz", gzipped(idxBytes({5}, below)));
        }
    };
    put4("digits", 10);
    QVERIFY(!source("emnist").find(paths()).available); // the balanced one
    const DataSettings digits{.source = "emnist", .parameters = {{"set", std::string("digits")}}};
    const auto source = sourceFor(digits, paths());
    QCOMPARE(source->info().trainCount, 240000);
    QCOMPARE(source->fields()[1].classes, 10);
    const DataSet set = source->load(paths(), {}).take();
    const auto picture = set.train.field("image").sample(1);
    for (int y = 0; y < 28; ++y)
        for (int x = 0; x < 28; ++x)
            QCOMPARE(std::to_integer<int>(picture[static_cast<std::size_t>(y * 28 + x)]), (784 + x * 28 + y) % 251);
}

void TestCifar::emnistLettersBeginAtOne()
{
    const DataSettings letters{.source = "emnist", .parameters = {{"set", std::string("letters")}}};
    for (const char* part : {"train", "test"}) {
        const std::string stem = std::string("emnist/emnist-letters-") + part;
        put(stem + "-images-idx3-ubyte", idxBytes({2, 28, 28}));
        put(stem + "-labels-idx1-ubyte", idxHeader(8, {2}) + '\x01' + '\x1a');
    }
    const DataSet set = sourceFor(letters, paths())->load(paths(), {}).take();
    QCOMPARE(std::to_integer<int>(set.train.field("label").sample(0)[0]), 0);
    QCOMPARE(std::to_integer<int>(set.train.field("label").sample(1)[0]), 25);
    QCOMPARE(set.train.field("label").spec.classNames[25], std::string("Z"));
    put("emnist/emnist-letters-train-labels-idx1-ubyte", idxHeader(8, {2}) + '\x01' + std::string(1, '\0')); // not a letter
    QVERIFY(!sourceFor(letters, paths())->load(paths(), {}));
}

NETSMITH_TEST(TestCifar)

} // namespace test_cifar

#include "test_cifar.moc"
