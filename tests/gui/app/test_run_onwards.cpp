#include "tests/gui/app/studio_fixture.h"

#include "gui/app/language.h"
#include "gui/runs/table/run_table.h"
#include "gui/settings/initial/matching_table.h"
#include "gui/widgets/labels/notice_bar.h"
#include "tests/gui/app/cut_off.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <QtTest>

namespace test_run_onwards {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // milliseconds

} // namespace

/// What a run is good for afterwards: its weights to begin from, and what is exported of it.
class TestRunOnwards : public QObject {
    Q_OBJECT

public Q_SLOTS:
    void takeUrl(const QUrl& url) { m_opened << url; }

private Q_SLOTS:
    void initTestCase() { qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string())); }
    void init();
    void cleanup();
    void weightsThatFitAreTakenAtOnce();
    void aDifferingHeadIsShownFirst();
    void aRunIsChosenInTheWindow();
    void aReportIsWrittenAndOpened();
    void aReportThatCantBeWrittenSaysWhy();
    void aRunIsExportedAsWhatWasChosen_data();
    void aRunIsExportedAsWhatWasChosen();

private:
    MainWindow& window() { return m_studio->window(); }
    std::optional<InitialWeights> weights() { return initialWeightsOf(window().document().project()); }
    QString barText()
    {
        QString text;
        for (const auto* label : m_studio->child<QWidget>("runExportBar")->findChildren<QLabel*>())
            text += label->text();
        return text;
    }
    void press(const char* button) { QTest::mouseClick(m_studio->child<QToolButton>(button), Qt::LeftButton); }

    SmallTraining m_data;
    QList<QUrl> m_opened;
    std::unique_ptr<StudioFixture> m_studio;
};

/// A run is selected in the table.
void TestRunOnwards::init()
{
    m_studio = std::make_unique<StudioFixture>();
    const QString path = m_studio->path(u"small.netsmith"_s);
    QVERIFY(saveProject(deepProject(), path.toStdString()).hasValue());
    window().files().open(path);
    awaitFiles(window());
    window().session().startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
    window().raisePanel("runsDock");
    auto* table = m_studio->child<RunTable>("runsTree");
    QTRY_COMPARE(table->model()->rowCount(), 1);
    table->setCurrentIndex(table->model()->index(0, RunTableModel::columnOf("name")));
    QTRY_VERIFY(m_studio->child<QToolButton>("beginFromRunButton")->isEnabled());
}

void TestRunOnwards::cleanup()
{
    QDesktopServices::unsetUrlHandler(u"file"_s);
    m_studio.reset();
}

void TestRunOnwards::weightsThatFitAreTakenAtOnce()
{
    savePictures(*m_studio->child<QWidget>("runsPanel"), u"runs-verbs"_s);
    press("beginFromRunButton");
    QTRY_VERIFY_WITH_TIMEOUT(weights(), patience);
    QVERIFY(!window().findChild<QWidget*>(u"initialWeightsWindow"_s));
    QCOMPARE(std::filesystem::path(weights()->path).parent_path().filename(), std::filesystem::path("checkpoints"));
    QCOMPARE(weights()->sha256.size(), std::size_t{64});
    QVERIFY(window().bars().shows(u"initialWeightsBar"_s));
    QString said;
    for (const auto* label : m_studio->child<QWidget>("initialWeightsBar")->findChildren<QLabel*>())
        said += label->text();
    QVERIFY2(said.contains(u"#1, step "_s), qPrintable(said)); // the run's name, not its folder's
    QCOMPARE(window().document().undoStack().count(), 1);
    m_studio->press("initialWeightsShow");
    QTRY_VERIFY2(m_studio->child<QLabel>("initialWeightsValue")->text().endsWith(u" · 6 of 6"_s),
                 qPrintable(m_studio->child<QLabel>("initialWeightsValue")->text()));
    QVERIFY2(m_studio->child<QLabel>("initialWeightsValue")->text().startsWith(u"#1, step "_s),
             qPrintable(m_studio->child<QLabel>("initialWeightsValue")->text()));
    savePictures(window(), u"weights-of-run"_s);
    window().document().undoStack().undo();
    QVERIFY(!weights());
}

void TestRunOnwards::aDifferingHeadIsShownFirst()
{
    window().document().editGraph(u"Edit"_s, [](Graph& graph) { graph.find("dense_1")->parameters["units"] = std::int64_t{5}; });
    press("beginFromRunButton");
    QTRY_VERIFY(window().findChild<QWidget*>(u"initialWeightsWindow"_s)
                && m_studio->child<QWidget>("initialWeightsWindow")->isVisible());
    QVERIFY(!weights());
    auto* accept = m_studio->child<QPushButton>("initialWeightsAccept");
    QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled(), patience);
    QCOMPARE(m_studio->child<QLabel>("initialWeightsSummary")->text(),
             u"4 of 6 weights are taken; dense_1 keeps its random weights."_s);
    QTest::mouseClick(accept, Qt::LeftButton);
    QTRY_VERIFY(weights());
}

void TestRunOnwards::aRunIsChosenInTheWindow()
{
    window().actions()["initialWeightsAction"]->trigger();
    auto* chooser = m_studio->child<QWidget>("initialWeightsWindow");
    QVERIFY(QTest::qWaitForWindowExposed(chooser));
    auto* button = m_studio->child<QToolButton>("initialWeightsRun");
    QVERIFY(button->isEnabled());
    QTimer::singleShot(0, this, [] { // the menu has an event loop of its own
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions().front()).center());
    });
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QPushButton>("initialWeightsAccept")->isEnabled(), patience);
    QCOMPARE(m_studio->child<MatchingTable>("matchingTable")->model()->rowCount(), 6);
}

void TestRunOnwards::aReportIsWrittenAndOpened()
{
    const QString file = m_studio->path(u"report.html"_s);
    press("exportRunButton");
    m_studio->typeFile("runExportDialog", file);
    QTRY_VERIFY_WITH_TIMEOUT(barText().contains(u"report.html"_s), patience);
    savePictures(*m_studio->child<QWidget>("runsPanel"), u"runs-report"_s);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray page = written.readAll();
    QVERIFY(page.contains("<svg"));
    QVERIFY(page.trimmed().endsWith("</html>"));
    QDesktopServices::setUrlHandler(u"file"_s, this, "takeUrl");
    m_studio->press("runExportVerb");
    QCOMPARE(m_opened, QList<QUrl>{QUrl::fromLocalFile(file)});
    QVERIFY(!m_studio->child<QWidget>("runExportBar")->isVisible());
}

void TestRunOnwards::aReportThatCantBeWrittenSaysWhy()
{
    press("exportRunButton");
    m_studio->typeFile("runExportDialog", u"/proc/no.html"_s);
    QTRY_VERIFY_WITH_TIMEOUT(barText().contains(u"could not be exported"_s), patience);
    QVERIFY2(barText().contains(u"/proc/no.html"_s), qPrintable(barText()));
    m_studio->press("runExportVerb"); // asks again
    QVERIFY(m_studio->child<QWidget>("runExportDialog")->isVisible());
    QTRY_COMPARE(cutOff(*m_studio->child<QWidget>("runsPanel")).join(u'\n'), QString());
}

void TestRunOnwards::aRunIsExportedAsWhatWasChosen_data()
{
    QTest::addColumn<int>("line"); // of the dialog's kinds
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("ONNX") << 1 << u"onnx"_s << QByteArray("dense_1");
    QTest::newRow("packed") << 2 << u"nsm"_s << QByteArray("netsmith-model");
    QTest::newRow("Keras") << 3 << u"py"_s << QByteArray("import keras");
    QTest::newRow("PyTorch") << 4 << u"py"_s << QByteArray("import torch");
    QTest::newRow("drawing") << 5 << u"svg"_s << QByteArray("<svg");
}

void TestRunOnwards::aRunIsExportedAsWhatWasChosen()
{
    QFETCH(int, line);
    QFETCH(QString, suffix);
    QFETCH(QByteArray, content);
    press("exportRunButton");
    auto* dialog = m_studio->child<QFileDialog>("runExportDialog");
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    auto* kinds = dialog->findChild<QComboBox*>(u"fileTypeCombo"_s);
    for (int i = 0; i < line; ++i)
        QTest::keyClick(kinds, Qt::Key_Down);
    const auto* name = dialog->findChild<QLineEdit*>(u"fileNameEdit"_s);
    QVERIFY2(name->text().endsWith(u"."_s + suffix), qPrintable(name->text()));
    if (line == 3)
        savePictures(*dialog, u"run-export"_s);
    const QString file = m_studio->path(u"model"_s);
    m_studio->typeFile("runExportDialog", file);
    QTRY_VERIFY_WITH_TIMEOUT(barText().contains(u"is exported to"_s), patience);
    QFile written(file + u"."_s + suffix);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY(written.readAll().contains(content));
    if (suffix == u"py"_s)
        QVERIFY(QFile::exists(file + u".safetensors"_s));
    QDesktopServices::setUrlHandler(u"file"_s, this, "takeUrl");
    m_opened.clear();
    m_studio->press("runExportVerb");
    QCOMPARE(m_opened, QList<QUrl>{QUrl::fromLocalFile(QFileInfo(file).path())});
    press("exportRunButton"); // the kind chosen last is offered first
    QCOMPARE(m_studio->child<QFileDialog>("runExportDialog")->findChild<QComboBox*>(u"fileTypeCombo"_s)->currentIndex(), line);
}

NETSMITH_WINDOW_TEST(TestRunOnwards)

} // namespace test_run_onwards

#include "test_run_onwards.moc"
