#include "engine/core/safe_file.h"
#include "engine/data/cifar_source.h"
#include "engine/data/idx_source.h"
#include "gui/data/class_balance.h"
#include "gui/data/data_panel.h"
#include "gui/widgets/controls/name_field.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/theme.h"
#include "tests/engine/data/idx_bytes.h"
#include "tests/engine/data/local_server.h"
#include "tests/gui/training/picture.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QProgressBar>
#include <QPushButton>
#include <QtTest>

#include <span>

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t fakeSamples = 24;

/// A small data set that is to be downloaded from this machine.
class FakeSource final : public data::Source {
public:
    explicit FakeSource(const std::string& url, const std::string& content)
        : m_fields{{.name = "image", .type = DataType::u8, .shape = {4, 4, 1}},
                   {.name = "label", .type = DataType::u8, .classes = 3, .classNames = {"ant", "bee", "fly"}}}
    {
        m_info.id = "fake";
        m_info.title = "Insects";
        m_info.doc = "Three insects.";
        m_info.licence = "CC0";
        m_info.trainCount = fakeSamples;
        m_info.testCount = 6;
        const std::string half = content.substr(0, content.size() / 2);
        for (const char* name : {"a.bin", "b.bin"})
            m_info.files.push_back({name, std::ssize(half), sha256(std::as_bytes(std::span(half))), {url + name}});
        m_info.standIn = "random_images";
    }

    void withoutStandIn() { m_info.standIn.clear(); }

    const data::SourceInfo& info() const override { return m_info; }
    const std::vector<data::FieldSpec>& fields() const override { return m_fields; }
    data::Availability find(const data::DataPaths& paths) const override
    {
        for (const std::filesystem::path& folder : paths.folders())
            if (std::filesystem::exists(folder / "fake" / "b.bin"))
                return {true, Message(NS_MESSAGE("data.origin.folder", "{0} from {1}"), m_info.title, folder.string())};
        return {false, Message(NS_MESSAGE("data.missing", "{0} is not in {1}"), m_info.title, std::string("any folder"))};
    }
    Expected<data::DataSet> load(const data::DataPaths& paths, const data::Watch&) const override
    {
        return data::DataSet{m_info.id, m_info.title, find(paths).where, split(fakeSamples), split(6)};
    }

private:
    data::DataSplit split(std::int64_t count) const
    {
        data::NewField image = data::makeField(m_fields[0], count);
        data::NewField label = data::makeField(m_fields[1], count);
        for (std::int64_t i = 0; i < count * 16; ++i)
            image.bytes[i] = static_cast<std::byte>(i);
        for (std::int64_t i = 0; i < count; ++i)
            label.bytes[i] = static_cast<std::byte>(i % 4 == 3 ? 0 : i % 3);
        return {{std::move(image.field), std::move(label.field)}};
    }

    data::SourceInfo m_info;
    std::vector<data::FieldSpec> m_fields;
};

} // namespace

/// The data set and what is done with it, chosen in the panel and undone in the document.
class TestDataPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void everySourceIsOffered();
    void theListSaysWhatIsHere();
    void choosingIsOneStep();
    void onesOwnTableIsChosenAndRead();
    void columnsAreChosenFromAList();
    void arraysAreListedWhereNothingFits();
    void aStandardisedTargetIsSaved();
    void everySetChoosesItsScale();
    void previewShowsSamplesAndClasses();
    void otherSamplesAreLines();
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
    void theSameFolderIsReadAgain();
    void aWrittenTestFileIsReadAgain();
    void settingsAreSteps();
    void theShareShowsWhereItMatters();
    void partsFollowTheSplit();
    void normalisationSaysWhatItDoes();
    void unknownSetsAreSaid();
    void manyChangesShowTheLast();
    void fitsANarrowDock();
    void everyControlHasAName();

private:
    template <class T>
    T* child(const char* name)
    {
        return m_panel->findChild<T*>(QString::fromLatin1(name));
    }
    void open(const std::string& source);
    void open(const std::string& source, std::vector<const data::Source*> sources);
    /// Opens the list of a field and clicks on these.
    void pick(const char* field, const QStringList& names);
    QString note() { return child<NoteBox>("dataNote")->isVisible() ? child<NoteBox>("dataNote")->text() : QString(); }
    QString fact(const char* name) { return child<QLabel>(name)->text(); }
    /// Waits until the stand-in is there and offers the download.
    void awaitOffer() { QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>("dataDownload"), 120000); }

    QTemporaryDir m_root;
    std::unique_ptr<QTemporaryDir> m_cache;
    const std::string m_content = std::string(6000, 'n');
    std::function<test::Reply(const test::Request&)> m_answer;
    std::unique_ptr<test::LocalServer> m_server;
    std::unique_ptr<FakeSource> m_fake;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<DataPanel> m_panel;
};

void TestDataPanel::initTestCase()
{
    Theme::instance().apply();
    qunsetenv("NETSMITH_DATA_DIR"); // so that MNIST is not here
}

void TestDataPanel::init()
{
    m_cache = std::make_unique<QTemporaryDir>(m_root.filePath(u"cache"_s));
    qputenv("XDG_CACHE_HOME", m_cache->path().toUtf8());
    m_answer = [this](const test::Request&) { return test::Reply{.body = m_content.substr(0, m_content.size() / 2)}; };
    m_server = std::make_unique<test::LocalServer>([this](const test::Request& request) { return m_answer(request); });
    m_fake = std::make_unique<FakeSource>(m_server->url("/"), m_content);
    open("fake");
}

void TestDataPanel::cleanup()
{
    m_panel.reset();
    m_document.reset();
    m_server.reset();
}

void TestDataPanel::open(const std::string& source)
{
    std::vector<const data::Source*> sources = data::sources();
    sources.push_back(m_fake.get());
    open(source, std::move(sources));
}

void TestDataPanel::pick(const char* field, const QStringList& names)
{
    auto* edit = child<NameField>(field);
    QVERIFY2(edit && edit->isVisible(), field);
    QTest::mouseClick(edit->findChild<QWidget*>(u"nameListButton"_s), Qt::LeftButton);
    auto* list = edit->findChild<QListWidget*>(u"nameList"_s);
    QVERIFY(list->isVisible());
    for (const QString& name : names) {
        const QList<QListWidgetItem*> items = list->findItems(name, Qt::MatchExactly);
        QVERIFY2(items.size() == 1, qPrintable(name));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(items.front()).center());
    }
    test::savePictures(*list->window(), u"data-list-"_s + QString::fromLatin1(field));
    if (list->isVisible())
        QTest::keyClick(list, Qt::Key_Return);
}

void TestDataPanel::open(const std::string& source, std::vector<const data::Source*> sources)
{
    m_panel.reset();
    m_document = std::make_unique<Document>();
    Project project;
    project.data.source = source;
    m_document->reset(project, {});
    DataShelf shelf;
    shelf.sources = std::move(sources);
    shelf.download = {.protocols = "http", .patienceSeconds = 30};
    m_panel = std::make_unique<DataPanel>(*m_document, shelf);
    m_panel->resize(260, 900);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TestDataPanel::everySourceIsOffered()
{
    auto* choice = child<QComboBox>("dataSourceField");
    int offered = 0;
    for (int i = 0; i < choice->count(); ++i) {
        QVERIFY(!choice->itemText(i).isEmpty());
        offered += choice->itemData(i).isValid() ? 1 : 0;
    }
    QCOMPARE(offered, static_cast<int>(data::sources().size()) + 1);
    QCOMPARE(choice->currentData().toString(), u"fake"_s);
    // What can be used at once comes first, one's own files last; the groups' names can't be chosen.
    const auto row = [&](const char* id) { return choice->findData(QString::fromLatin1(id)); };
    QVERIFY(0 < row("synthetic_digits") && row("synthetic_digits") < row("fake") && row("fake") < row("csv"));
    QVERIFY(!choice->itemData(0).isValid());
    QVERIFY(!(choice->model()->index(0, 0).flags() & Qt::ItemIsEnabled));
    choice->showPopup();
    test::savePictures(*choice->view()->window(), u"data-sources"_s);
    choice->hidePopup();
}

void TestDataPanel::theListSaysWhatIsHere()
{
    const auto* choice = child<QComboBox>("dataSourceField");
    const auto state = [&](const char* id) {
        return choice->itemData(choice->findData(QString::fromLatin1(id)), Qt::AccessibleTextRole).toString();
    };
    QVERIFY(state("synthetic_digits").contains(u"built in"_s));
    QVERIFY(state("mnist").contains(u"download"_s) && state("mnist").contains(u"MiB"_s));
    QVERIFY(state("fake").contains(u"download"_s));
    awaitOffer();
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_VERIFY(state("fake").contains(u"here"_s));
}

void TestDataPanel::choosingIsOneStep()
{
    auto* choice = child<QComboBox>("dataSourceField");
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Home);
    QTRY_COMPARE(m_document->project().data.source, choice->itemData(1).toString().toStdString()); // the first that is ready
    QCOMPARE(m_document->undoStack().count(), 1);
    m_document->undoStack().undo();
    QCOMPARE(choice->currentData().toString(), u"fake"_s);
}

void TestDataPanel::onesOwnTableIsChosenAndRead()
{
    const QString path = m_root.filePath(u"flowers.csv"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("size;kind\n");
    for (int i = 0; i < 20; ++i)
        file.write(QByteArray::number(i) + (i % 2 ? ";rose\n" : ";lily\n"));
    file.close();
    QVERIFY(!child<QPushButton>("dataChoosePlace")->isVisible());
    m_panel->choose("csv");
    QTRY_COMPARE(note(), u"Choose the file that holds your samples."_s);
    QVERIFY(child<QWidget>("dataParameters")->isVisible());

    QTest::mouseClick(child<QPushButton>("dataChoosePlace"), Qt::LeftButton);
    auto* dialog = child<QFileDialog>("dataPlaceDialog");
    QVERIFY(dialog);
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    auto* name = dialog->findChild<QLineEdit*>(u"fileNameEdit"_s);
    name->setText(path);
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(m_document->project().data.path, path.toStdString());
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("classBalance")->isVisible(), 120000);
    QVERIFY(note().isEmpty());
    QVERIFY(child<ClassBalance>("classBalance")->accessibleDescription().contains(u"rose"_s));
    QCOMPARE(m_document->project().data.validation, std::string("split")); // it has no part to judge by
    QCOMPARE(m_document->project().data.validationShare, 0.2);
    const auto* why = child<QLabel>("splitWhy");
    QVERIFY2(why->isVisible() && why->text().contains(u"20"_s), qPrintable(why->text())); // which is said
    m_document->undoStack().undo(); // one step: where the samples are and which of them judge
    QVERIFY(m_document->project().data.path.empty());
    QCOMPARE(m_document->project().data.validation, std::string("test"));
    m_document->undoStack().redo();
    QCOMPARE(m_document->project().data.validation, std::string("split"));

    m_panel->choose("image_folder");
    QTRY_COMPARE(note(), u"Choose the folder that holds your samples."_s);
    QCOMPARE(child<QPushButton>("dataChoosePlace")->text(), u"Choose a folder…"_s);
    m_panel->choose("random_images");
    QVERIFY(!child<QPushButton>("dataChoosePlace")->isVisible());
    QVERIFY(!child<QWidget>("dataParameters")->isVisible());
}

void TestDataPanel::columnsAreChosenFromAList()
{
    const std::string path = m_root.filePath(u"houses.csv"_s).toStdString();
    std::string text = "id,rooms,age,area,price\n";
    for (int i = 0; i < 40; ++i)
        text += std::to_string(i) + ',' + std::to_string(i % 5 + 1) + ',' + std::to_string(i % 7) + ',' + std::to_string(i * 3)
            + ".5," + std::to_string(i * 7) + ".5\n";
    writeFileSafely(path, text).take();
    m_panel->choose("csv");
    QVERIFY(child<NameField>("targetField")->names().isEmpty()); // there is no file yet, but a name can be typed
    m_document->edit(u"Place"_s, [&](Project& project) { project.data.path = path; });
    const auto columns = [this] { return child<NameField>("targetField")->names(); };
    QTRY_COMPARE(columns(), (QStringList{u"id"_s, u"rooms"_s, u"age"_s, u"area"_s, u"price"_s}));
    const auto parameter = [this](const char* name) {
        const ParameterMap& parameters = m_document->project().data.parameters;
        const auto found = parameters.find(name);
        return found == parameters.end() ? QString() : QString::fromStdString(std::get<std::string>(found->second));
    };
    const int before = m_document->undoStack().count();
    pick("targetField", {u"area"_s, u"price"_s}); // several can be learned
    QCOMPARE(parameter("target"), u"area, price"_s);
    QCOMPARE(m_document->undoStack().count(), before + 1);
    pick("leaveOutField", {u"id"_s});
    QCOMPARE(parameter("leave_out"), u"id"_s);
    pick("weightsField", {u"rooms"_s}); // one
    QCOMPARE(parameter("weights"), u"rooms"_s);
    QTRY_VERIFY(m_document->dataFacts().fields().size() == 3);
    test::savePictures(*m_panel, u"data-table"_s);
    pick("targetField", {u"area"_s}); // which it was: it is taken off
    QCOMPARE(parameter("target"), u"price"_s);
    while (m_document->undoStack().index() > before)
        m_document->undoStack().undo();
    QCOMPARE(parameter("target"), QString());
    QCOMPARE(child<NameField>("targetField")->text(), QString());
}

void TestDataPanel::arraysAreListedWhereNothingFits()
{
    QDir(m_root.path()).mkpath(u"arrays"_s);
    for (const char* name : {"left_train.npy", "left_test.npy", "price_train.npy"})
        writeFileSafely(m_root.filePath(u"arrays/"_s + QString::fromLatin1(name)).toStdString(), "no array at all").take();
    m_document->edit(u"Data"_s, [&](Project& project) {
        project.data.source = "npy";
        project.data.path = m_root.filePath(u"arrays/left_train.npy"_s).toStdString();
    });
    QTRY_COMPARE(child<NameField>("inputsField")->names(), (QStringList{u"left"_s, u"price"_s}));
    pick("inputsField", {u"left"_s});
    QCOMPARE(std::get<std::string>(m_document->project().data.parameters.at("inputs")), std::string("left"));
}

void TestDataPanel::aStandardisedTargetIsSaved()
{
    m_panel->choose("csv");
    auto* box = child<QCheckBox>("standardiseTargetField");
    QVERIFY(box && box->isVisible() && !box->isChecked());
    const int before = m_document->undoStack().count();
    QTest::keyClick(box, Qt::Key_Space);
    const auto isSet = [this] { return m_document->project().data.parameters.contains("standardise_target"); };
    QVERIFY(isSet());
    QCOMPARE(m_document->undoStack().count(), before + 1);
    const QString file = m_root.filePath(u"standardised.netsmith"_s);
    QVERIFY(m_document->save(file));
    QCOMPARE(loadProject(file.toStdString())->data.parameters, m_document->project().data.parameters);
    m_document->undoStack().undo();
    QVERIFY(!isSet() && !box->isChecked());
    m_document->undoStack().redo();
    QVERIFY(isSet() && box->isChecked());
}

void TestDataPanel::everySetChoosesItsScale()
{
    const auto* effect = child<QLabel>("dataEffect");
    m_document->edit(u"Divide"_s, [](Project& project) { project.data.divide = 128.0; });
    m_panel->choose("csv");
    QCOMPARE(m_document->project().data.divide, 0.0);
    m_panel->choose("random_images");
    QCOMPARE(m_document->project().data.divide, 0.0);
    QVERIFY2(effect->text().contains(u"from 0 to 1."_s), qPrintable(effect->text()));
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QCOMPARE(m_document->project().data.divide, 128.0);
}

void TestDataPanel::previewShowsSamplesAndClasses()
{
    m_panel->choose("random_images");
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("sampleGrid")->isVisible(), 120000);
    QVERIFY(child<ClassBalance>("classBalance")->accessibleDescription().contains(u"9: "_s));
    QCOMPARE(fact("trainSamplesFact").remove(u','), u"5000"_s);
    QVERIFY(note().isEmpty());
}

void TestDataPanel::otherSamplesAreLines()
{
    m_panel->choose("synthetic_reviews");
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("sampleList")->isVisible(), 120000);
    QVERIFY(!child<QWidget>("sampleGrid")->isVisible());
    QVERIFY(child<QWidget>("sampleList")->accessibleDescription().contains(u' ')); // words
    m_panel->choose("random_images");
    QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("sampleGrid")->isVisible(), 120000);
    QVERIFY(!child<QWidget>("sampleList")->isVisible());
}

void TestDataPanel::aStandInOffersTheDownload()
{
    awaitOffer();
    QVERIFY(note().contains(u"Insects"_s) && note().contains(u"random images"_s));
    QVERIFY(!note().contains(u"netsmith-cli"_s)); // this is the window
    QVERIFY(child<QPushButton>("dataDownload")->text().contains(u"KiB"_s));
}

/// A set for which nothing stands in, as CIFAR-10 is.
void TestDataPanel::missingDataOfferTheDownloadToo()
{
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

void TestDataPanel::downloadBringsTheData()
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

void TestDataPanel::everybodyHearsOfADownload()
{
    awaitOffer();
    int heard = 0;
    connect(m_document.get(), &Document::changed, this, [&heard](const Change& change) { heard += change.data ? 1 : 0; });
    const std::uint64_t before = m_document->dataRevision();
    QSignalSpy read(&m_panel->worker(), &DataWorker::previewReady);
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_COMPARE(read.count(), 1);
    QCOMPARE(heard, 1); // fields, targets, pages that try the network: all look again
    QVERIFY(m_document->dataRevision() != before);
    QVERIFY(!m_panel->worker().isBusy()); // and what has just been read is not read twice
}

void TestDataPanel::publishedSetsAreFetched_data()
{
    QTest::addColumn<QString>("id");
    QTest::newRow("CIFAR-10, one archive") << u"cifar10"_s;
    QTest::newRow("Fashion-MNIST, four files") << u"fashion_mnist"_s;
}

/// The sets of these names with their own readers, from files of a few samples that this machine serves.
void TestDataPanel::publishedSetsAreFetched()
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
    m_answer = [&served](const test::Request& request) { return test::Reply{.body = served.at(request.path.substr(1))}; };
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

void TestDataPanel::downloadIsCancelled()
{
    awaitOffer();
    m_answer = [this](const test::Request& request) {
        test::Reply reply{.body = m_content.substr(0, m_content.size() / 2)};
        if (request.path == "/b.bin") {
            reply.cut = 1000;
            reply.hold = true; // the rest never comes
        }
        return reply;
    };
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    auto* progress = child<QProgressBar>("dataProgress");
    QTRY_VERIFY(progress->maximum() > 0 && progress->value() > progress->maximum() / 2); // over both files, not each
    QTest::mouseClick(child<QPushButton>("dataCancel"), Qt::LeftButton);
    QTRY_VERIFY(child<QPushButton>("dataRetry"));
    QVERIFY(note().contains(u"stopped"_s));
    QVERIFY(!m_panel->worker().isBusy());
    m_answer = [this](const test::Request&) { return test::Reply{.body = m_content.substr(0, m_content.size() / 2)}; };
    QTest::mouseClick(child<QPushButton>("dataRetry"), Qt::LeftButton);
    QTRY_COMPARE(fact("trainSamplesFact"), QString::number(fakeSamples));
}

void TestDataPanel::downloadThatFailsSaysWhatToDo()
{
    awaitOffer();
    m_answer = [](const test::Request&) { return test::Reply{.status = "404 Not Found"}; };
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_VERIFY(child<QPushButton>("dataRetry"));
    QVERIFY(note().contains(u"try again"_s));
    QVERIFY(!note().contains(u"404"_s));
    auto* details = child<QLabel>("dataDetails");
    QVERIFY(!details->isVisible());
    QTest::mouseClick(child<QPushButton>("dataDetailsButton"), Qt::LeftButton);
    QVERIFY(details->isVisible() && details->text().contains(u"404"_s));
    m_answer = [this](const test::Request&) { return test::Reply{.body = m_content.substr(0, m_content.size() / 2)}; };
    QTest::mouseClick(child<QPushButton>("dataRetry"), Qt::LeftButton);
    QTRY_COMPARE(fact("trainSamplesFact"), QString::number(fakeSamples));
}

void TestDataPanel::otherBytesAreRefused()
{
    awaitOffer();
    m_answer = [this](const test::Request&) { return test::Reply{.body = std::string(m_content.size() / 2, 'x')}; };
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_VERIFY(child<QPushButton>("dataRetry"));
    QVERIFY(child<QLabel>("dataDetails")->text().contains(u"SHA-256"_s));
}

void TestDataPanel::aFolderIsLookedIntoFirst()
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

void TestDataPanel::theSameFolderIsReadAgain()
{
    awaitOffer();
    QVERIFY(QDir(m_root.path()).mkpath(u"again"_s));
    m_panel->useFolder(m_root.filePath(u"again"_s), "fake"); // nothing is in it yet
    awaitOffer();
    QVERIFY(QDir(m_root.path()).mkpath(u"again/fake"_s));
    writeFileSafely(m_root.filePath(u"again/fake/b.bin"_s).toStdString(), "b").take();
    m_panel->useFolder(m_root.filePath(u"again"_s), "fake");
    QTRY_VERIFY(child<QLabel>("dataOrigin") && child<QLabel>("dataOrigin")->text().contains(u"again"_s));
    QVERIFY(note().isEmpty());
}

void TestDataPanel::aWrittenTestFileIsReadAgain()
{
    const auto write = [this](const QString& name, int rows) {
        std::string text = "size;kind\n";
        for (int i = 0; i < rows; ++i)
            text += std::to_string(i) + (i % 2 ? ";rose\n" : ";lily\n");
        writeFileSafely(m_root.filePath(name).toStdString(), text).take();
    };
    write(u"train.csv"_s, 20);
    write(u"test.csv"_s, 6);
    m_document->edit(u"Data"_s, [&](Project& project) {
        project.data.source = "csv";
        project.data.path = m_root.filePath(u"train.csv"_s).toStdString();
        project.data.parameters["test_file"] = std::string("test.csv");
    });
    QTRY_VERIFY(child<QLabel>("testSamplesFact") && fact("testSamplesFact") == u"6"_s);
    write(u"test.csv"_s, 9);
    QTRY_COMPARE(fact("testSamplesFact"), u"9"_s);
}

void TestDataPanel::settingsAreSteps()
{
    auto* divide = child<QLineEdit>("divideField");
    QVERIFY(divide);
    divide->setFocus();
    divide->selectAll();
    QTest::keyClicks(divide, u"128"_s);
    QTest::keyClick(divide, Qt::Key_Return);
    QCOMPARE(m_document->project().data.divide, 128.0);
    QCOMPARE(m_document->undoStack().count(), 1);
    m_document->undoStack().undo();
    QCOMPARE(m_document->project().data.divide, 0.0);
}

void TestDataPanel::theShareShowsWhereItMatters()
{
    auto* share = child<QLineEdit>("validationShareField");
    QVERIFY(share && !share->isVisible());
    m_document->edit(u"Split"_s, [](Project& project) { project.data.validation = "split"; });
    QVERIFY(share->isVisible());
}

void TestDataPanel::partsFollowTheSplit()
{
    m_panel->choose("random_images");
    const auto parts = [this] { return fact("trainsOnFact").remove(u',') + u'+' + fact("judgedByFact").remove(u','); };
    QCOMPARE(parts(), u"5000+1000"_s);
    m_document->edit(u"Split"_s, [](Project& project) { project.data.validation = "split"; });
    QCOMPARE(parts(), u"4500+500"_s);
    m_document->edit(u"Share"_s, [](Project& project) { project.data.validationShare = 0.2; });
    QCOMPARE(parts(), u"4000+1000"_s);
    m_document->edit(u"None"_s, [](Project& project) { project.data.validation = "none"; });
    QCOMPARE(parts(), u"5000+none"_s);
}

void TestDataPanel::normalisationSaysWhatItDoes()
{
    const auto* effect = child<QLabel>("dataEffect");
    QVERIFY(effect->text().contains(u"from 0 to 1."_s));
    m_document->edit(u"Centre"_s, [](Project& project) {
        project.data.subtract = 127.5;
        project.data.divide = 127.5;
    });
    QVERIFY2(effect->text().contains(u"from -1 to 1."_s) || effect->text().contains(u"from −1 to 1."_s),
             qPrintable(effect->text()));
    m_panel->choose("synthetic_reviews"); // numbers of tokens are none to reckon with
    QVERIFY(!child<QLineEdit>("divideField")->isVisible() && !child<QLineEdit>("subtractField")->isVisible());
    m_panel->choose("synthetic_digits");
    QVERIFY(child<QLineEdit>("divideField")->isVisible());
}

void TestDataPanel::unknownSetsAreSaid()
{
    awaitOffer();
    m_document->edit(u"Foreign"_s, [](Project& project) { project.data.source = "cifar_1000"; });
    QCOMPARE(child<QComboBox>("dataSourceField")->currentIndex(), -1);
    QVERIFY(!child<QWidget>("sampleGrid")->isVisible());
    bool said = false;
    for (const QLabel* label : m_panel->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains(u"cifar_1000"_s));
    QVERIFY(said);
}

void TestDataPanel::manyChangesShowTheLast()
{
    QSignalSpy ready(&m_panel->worker(), &DataWorker::previewReady);
    for (int i = 0; i < 6; ++i)
        m_panel->choose(i % 2 ? "synthetic_digits" : "mnist");
    m_panel->choose("random_images");
    QTRY_VERIFY_WITH_TIMEOUT(!ready.isEmpty() && !m_panel->worker().isBusy(), 120000);
    QCOMPARE(ready.back().front().value<DataPreview>().source, std::string("random_images"));
}

void TestDataPanel::fitsANarrowDock()
{
    m_panel->resize(228, 900);
    awaitOffer();
    m_answer = [](const test::Request&) { return test::Reply{.status = "404 Not Found"}; };
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QVERIFY2(m_panel->minimumSizeHint().width() <= 228, qPrintable(QString::number(m_panel->minimumSizeHint().width())));
    QTRY_VERIFY(child<QPushButton>("dataRetry"));
    QTest::mouseClick(child<QPushButton>("dataDetailsButton"), Qt::LeftButton);
    QVERIFY2(m_panel->minimumSizeHint().width() <= 228, qPrintable(QString::number(m_panel->minimumSizeHint().width())));
}

void TestDataPanel::everyControlHasAName()
{
    awaitOffer();
    for (const QWidget* widget : m_panel->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || widget->inherits("QAbstractItemView") || !widget->isVisible())
            continue;
        const auto* asButton = qobject_cast<const QAbstractButton*>(widget);
        const auto* asLabel = qobject_cast<const QLabel*>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (asButton && !asButton->text().isEmpty())
                     || (asLabel && !asLabel->text().isEmpty()),
                 qPrintable(widget->objectName()));
    }
}

QTEST_MAIN(TestDataPanel)
#include "test_data_panel.moc"
