#include "gui/data/class_balance.h"
#include "gui/data/data_panel.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The data set and what is done with it, chosen in the panel and undone in the document.
class TestDataPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_panel.reset(); }
    void everySourceIsOffered();
    void choosingIsOneStep();
    void previewShowsSamplesAndClasses();
    void aStandInIsSaidAndDownloadFailsInWords();
    void settingsAreSteps();
    void theShareShowsWhereItMatters();
    void manyChangesShowTheLast();

private:
    template <class T>
    T* child(const char* name)
    {
        return m_panel->findChild<T*>(QString::fromLatin1(name));
    }
    QTemporaryDir m_folder;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<DataPanel> m_panel;
};

void TestDataPanel::initTestCase()
{
    Theme::instance().apply();
    qunsetenv("NETSMITH_DATA_DIR"); // so that MNIST is not here
    qputenv("XDG_CACHE_HOME", m_folder.path().toUtf8());
}

void TestDataPanel::init()
{
    m_document = std::make_unique<Document>();
    Project project;
    project.data.source = "synthetic_digits";
    m_document->reset(project, {});
    m_panel = std::make_unique<DataPanel>(*m_document);
    m_panel->resize(260, 700);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TestDataPanel::everySourceIsOffered()
{
    const auto* choice = child<QComboBox>("dataSourceField");
    QCOMPARE(choice->count(), static_cast<int>(data::sources().size()));
    QCOMPARE(choice->currentData().toString(), u"synthetic_digits"_s);
    for (int i = 0; i < choice->count(); ++i)
        QVERIFY(!choice->itemText(i).isEmpty());
}

void TestDataPanel::choosingIsOneStep()
{
    auto* choice = child<QComboBox>("dataSourceField");
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Home);
    QTRY_COMPARE(m_document->project().data.source, data::sources().front()->info().id);
    QCOMPARE(m_document->undoStack().count(), 1);
    m_document->undoStack().undo();
    QCOMPARE(choice->currentData().toString(), u"synthetic_digits"_s);
}

void TestDataPanel::previewShowsSamplesAndClasses()
{
    QSignalSpy ready(&m_panel->worker(), &DataWorker::previewReady);
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, 120000);
    QVERIFY(child<QWidget>("sampleGrid")->isVisible());
    QVERIFY(child<ClassBalance>("classBalance")->accessibleDescription().contains(u"9: "_s));
    QVERIFY(!child<NoteBox>("dataNote")->isVisible());
}

void TestDataPanel::aStandInIsSaidAndDownloadFailsInWords()
{
    QSignalSpy ready(&m_panel->worker(), &DataWorker::previewReady);
    m_panel->choose("mnist");
    QTRY_VERIFY_WITH_TIMEOUT(child<NoteBox>("dataNote")->isVisible(), 120000);
    // Without a protocol that is allowed no mirror answers, as without a network.
    m_panel->worker().setDownloadOptions({.protocols = "none", .patienceSeconds = 1});
    QTest::mouseClick(child<QPushButton>("dataDownload"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>("dataRetry"), 60000);
    QVERIFY(child<NoteBox>("dataNote")->text().size() > 10);
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
    QCOMPARE(m_document->project().data.divide, 255.0);
}

void TestDataPanel::theShareShowsWhereItMatters()
{
    auto* share = child<QLineEdit>("validationShareField");
    QVERIFY(share && !share->isVisible());
    m_document->edit(u"Split"_s, [](Project& project) { project.data.validation = "split"; });
    QVERIFY(share->isVisible());
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

QTEST_MAIN(TestDataPanel)
#include "test_data_panel.moc"
