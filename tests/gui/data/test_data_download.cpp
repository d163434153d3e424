#include "engine/core/files/safe_file.h"
#include "engine/data/cifar_source.h"
#include "engine/data/idx_source.h"
#include "gui/data/class_balance.h"
#include "tests/engine/input/idx_bytes.h"
#include "tests/gui/data/data_panel_fixture.h"
#include "tests/test_program.h"

#include <QComboBox>
#include <QProcess>
#include <QProgressBar>

#include <span>

namespace test_data_download {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Sets with missing files are downloaded in the panel.
class TestDataDownload : public QObject, DataPanelFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { hideData(); }
    void init() { begin(); }
    void cleanup() { end(); }
    void aStandInOffersTheDownload();
    void missingDataOfferTheDownloadToo();
    void downloadBringsTheData();
    void everybodyHearsOfADownload();
    void publishedSetsAreFetched_data();
    void publishedSetsAreFetched();
    void downloadIsCancelled();
    void downloadThatFailsSaysWhatToDo();
    void otherBytesAreRefused();
    void aFolderIsLookedIntoFirst();
};

void TestDataDownload::aStandInOffersTheDownload()
{
    awaitOffer();
    QVERIFY(note().contains(u"Insects"_s) && note().contains(u"random images"_s));
    QVERIFY(!note().contains(u"netsmith-cli"_s)); // the window does not refer to commands
    QVERIFY(child<QPushButton>("dataDownload")->text().contains(u"KiB"_s));
}

/// A set without a stand-in, like CIFAR-10.
void TestDataDownload::missingDataOfferTheDownloadToo()
{
    m_panel.reset(); // it reads the set on another thread
    m_fake->withoutStandIn();
    open("fake");
    awaitOffer();
    QVERIFY2(note().contains(u"Insects is not in"_s), qPrintable(note()));
    QVERIFY(child<QPushButton>("dataDownload")->text().contains(u"KiB"_s));
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_VERIFY(child<QLabel>("trainSamplesFact")); // there are no facts before
    QTRY_COMPARE(fact("trainSamplesFact"), QString::number(fakeSamples));
    QVERIFY(note().isEmpty());
}

void TestDataDownload::downloadBringsTheData()
{
    awaitOffer();
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QVERIFY(child<QProgressBar>("dataProgress")->isVisible());
    QTRY_COMPARE(fact("trainSamplesFact"), QString::number(fakeSamples));
    QVERIFY(!child<QProgressBar>("dataProgress")->isVisible());
    QVERIFY(note().isEmpty());
    QVERIFY(child<ClassBalance>("classBalance")->accessibleDescription().contains(u"bee: "_s));
    QCOMPARE(m_document->undoStack().count(), 0); // a download is no edit
    QCOMPARE(child<QComboBox>("dataSourceField")->currentData().toString(), u"fake"_s); // in its new group
}

void TestDataDownload::everybodyHearsOfADownload()
{
    awaitOffer();
    int heard = 0;
    connect(m_document.get(), &Document::changed, this, [&heard](const Change& change) { heard += change.data ? 1 : 0; });
    const std::uint64_t before = m_document->dataRevision();
    QSignalSpy read(&m_panel->worker(), &DataWorker::previewReady);
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_COMPARE(read.count(), 1);
    QCOMPARE(heard, 1); // fields, targets, Try it: all read it again
    QVERIFY(m_document->dataRevision() != before);
    QVERIFY(!m_panel->worker().isBusy()); // and the data is not read twice
}

void TestDataDownload::publishedSetsAreFetched_data()
{
    QTest::addColumn<QString>("id");
    QTest::newRow("CIFAR-10, one archive") << u"cifar10"_s;
    QTest::newRow("Fashion-MNIST, four files") << u"fashion_mnist"_s;
}

/// The real data sets with their own readers, from files of a few samples served by this machine.
void TestDataDownload::publishedSetsAreFetched()
{
    QFETCH(QString, id);
    const data::Source& real = data::source(id.toStdString());
    std::map<std::string, std::string> served;
    if (id == u"cifar10"_s) {
        QTemporaryDir folder;
        for (int i = 1; i <= 6; ++i) {
            const std::string name = i > 5 ? "test_batch.bin" : "data_batch_" + std::to_string(i) + ".bin";
            std::string records;
            for (char kind = 0; kind < 10; ++kind)
                records += kind + std::string(3072, static_cast<char>(kind * 20));
            writeFileSafely(folder.filePath(QString::fromStdString(name)).toStdString(), records).take();
        }
        const QTemporaryDir beside;
        QProcess tar;
        tar.start(u"tar"_s, {u"-czf"_s, beside.filePath(u"all.tar.gz"_s), u"-C"_s, folder.path(), u"."_s});
        QVERIFY(tar.waitForFinished() && tar.exitCode() == 0);
        const std::vector<std::byte> archive = readFile(beside.filePath(u"all.tar.gz"_s).toStdString(), 1 << 20).take();
        served["cifar-10-binary.tar.gz"] = std::string(reinterpret_cast<const char*>(archive.data()), archive.size());
    } else {
        served["train-images-idx3-ubyte.gz"] = test::gzipped(test::idxBytes({50, 28, 28}));
        served["train-labels-idx1-ubyte.gz"] = test::gzipped(test::idxBytes({50}, 10));
        served["t10k-images-idx3-ubyte.gz"] = test::gzipped(test::idxBytes({20, 28, 28}));
        served["t10k-labels-idx1-ubyte.gz"] = test::gzipped(test::idxBytes({20}, 10));
    }
    data::SourceInfo info = real.info();
    for (data::RemoteFile& file : info.files) {
        QVERIFY2(served.contains(file.name), file.name.c_str());
        const std::string& content = served.at(file.name);
        file.size = std::ssize(content);
        file.sha256 = sha256(std::as_bytes(std::span(content)));
        file.urls = {m_server->url("/" + file.name)};
    }
    answer([served](const test::Request& request) { return test::Reply{.body = served.at(request.path.substr(1))}; });
    std::unique_ptr<data::Source> source;
    if (id == u"cifar10"_s)
        source = std::make_unique<data::CifarSource>(
            info, real.fields(), std::vector<std::filesystem::path>{"cifar10"},
            data::CifarLayout{
                .train = {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin"},
                .test = {"test_batch.bin"},
                .archive = "cifar-10-binary.tar.gz"});
    else
        source = std::make_unique<data::IdxSource>(info, real.fields(), std::vector<std::filesystem::path>{"fashion_mnist"});
    open(id.toStdString(), {source.get()});
    awaitOffer();
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_VERIFY(child<QLabel>("trainSamplesFact") && fact("trainSamplesFact") == u"50"_s);
    QVERIFY2(note().isEmpty(), qPrintable(note()));
    QVERIFY(child<QWidget>("sampleGrid")->isVisible());
    QVERIFY(
        child<ClassBalance>("classBalance")->accessibleDescription().contains(id == u"cifar10"_s ? u"ship: "_s : u"Sandal: "_s));
    m_panel.reset(); // before the source that it lists
}

void TestDataDownload::downloadIsCancelled()
{
    awaitOffer();
    answer([this](const test::Request& request) {
        test::Reply reply{.body = m_content.substr(0, m_content.size() / 2)};
        if (request.path == "/b.bin") {
            reply.cut = 1000;
            reply.hold = true; // the rest never comes
        }
        return reply;
    });
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    auto* progress = child<QProgressBar>("dataProgress");
    QTRY_VERIFY(progress->maximum() > 0 && progress->value() > progress->maximum() / 2); // over both files, not for each
    QTest::mouseClick(child<QPushButton>("dataCancel"), Qt::LeftButton);
    QTRY_VERIFY(child<QPushButton>("dataRetry"));
    QVERIFY(note().contains(u"stopped"_s));
    QVERIFY(!m_panel->worker().isBusy());
    answer(ownContent());
    QTest::mouseClick(child<QPushButton>("dataRetry"), Qt::LeftButton);
    QTRY_COMPARE(fact("trainSamplesFact"), QString::number(fakeSamples));
}

void TestDataDownload::downloadThatFailsSaysWhatToDo()
{
    awaitOffer();
    answer([](const test::Request&) { return test::Reply{.status = "404 Not Found"}; });
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_VERIFY(child<QPushButton>("dataRetry"));
    QVERIFY(note().contains(u"try again"_s));
    QVERIFY(!note().contains(u"404"_s));
    auto* details = child<QLabel>("dataDetails");
    QVERIFY(!details->isVisible());
    QTest::mouseClick(child<QPushButton>("dataDetailsButton"), Qt::LeftButton);
    QVERIFY(details->isVisible() && details->text().contains(u"404"_s));
    answer(ownContent());
    QTest::mouseClick(child<QPushButton>("dataRetry"), Qt::LeftButton);
    QTRY_COMPARE(fact("trainSamplesFact"), QString::number(fakeSamples));
}

void TestDataDownload::otherBytesAreRefused()
{
    awaitOffer();
    answer([this](const test::Request&) { return test::Reply{.body = std::string(m_content.size() / 2, 'x')}; });
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_VERIFY(child<QPushButton>("dataRetry"));
    QVERIFY(child<QLabel>("dataDetails")->text().contains(u"SHA-256"_s));
}

void TestDataDownload::aFolderIsLookedIntoFirst()
{
    awaitOffer();
    QVERIFY(QDir(m_root.path()).mkpath(u"mine/fake"_s));
    QFile file(m_root.filePath(u"mine/fake/b.bin"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    m_panel->useFolder(m_root.filePath(u"mine"_s), "fake");
    QTRY_VERIFY(child<QLabel>("dataOrigin")->text().contains(u"mine"_s));
    QVERIFY(note().isEmpty());
    QCOMPARE(m_document->dataDir(), std::filesystem::path(m_root.filePath(u"mine"_s).toStdString())); // where runs look too
    m_panel->useFolder(m_root.filePath(u"mine"_s), "random_images");
    QCOMPARE(m_document->project().data.source, std::string("random_images"));
}

NETSMITH_WINDOW_TEST(TestDataDownload)

} // namespace test_data_download

#include "test_data_download.moc"
