#include "engine/runs/run_card.h"
#include "engine/runs/run_settings.h"
#include "engine/store/run_folder.h"
#include "gui/runs/run_notes.h"
#include "gui/runs/run_trash_window.h"
#include "gui/runs/table/run_table_text.h"
#include "gui/training/training_words.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/notice_bar.h"
#include "gui/widgets/theme.h"
#include "tests/gui/loud_language.h"
#include "tests/gui/runs/run_shelf.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTextBrowser>
#include <QTextEdit>
#include <QToolButton>
#include <QTreeWidget>
#include <QtTest>

#include <cmath>

namespace test_run_changes {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

namespace {

QByteArray textIn(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestRunChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        Theme::instance().apply();
    }

    void renamesAndTagsInPlace()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        shelf.table->setCurrent(shelf.run("b"));
        QTest::keyClick(shelf.table, Qt::Key_F2);
        shelf.answer(u"A better name"_s);
        QTRY_COMPARE(shelf.textAt(1, "name"), u"A better name"_s);
        QCOMPARE(runs::readLabel(shelf.run("b"))->name, "A better name");
        QCOMPARE(shelf.table->current(), shelf.run("b"));
        QTRY_VERIFY(shelf.table->hasFocus()); // the next key is the table's

        QTest::keyClick(shelf.table, Qt::Key_F2);
        shelf.answer(u"never mind"_s, Qt::Key_Escape);
        QTest::mouseClick(shelf.panel.findChild<QToolButton*>(u"tagRunButton"_s), Qt::LeftButton);
        shelf.answer(u" deep,, wide ,deep"_s);
        QTRY_COMPARE(shelf.textAt(1, "tag"), u"deep, wide"_s);
        const runs::RunLabel label = runs::readLabel(shelf.run("b")).take();
        QCOMPARE(label.tags, (std::vector<std::string>{"deep", "wide"}));
        QCOMPARE(label.name, "A better name");

        // The current row may not be selected.
        shelf.table->selectionModel()->setCurrentIndex(shelf.at(0, "name"), QItemSelectionModel::NoUpdate);
        QTest::keyClick(shelf.table, Qt::Key_F2); // nothing: the folder's name again
        shelf.answer(u" "_s);
        QTRY_COMPARE(shelf.textAt(1, "name"), u"b"_s);
    }

    void keepsWhatIsTypedWhileRunsAreRead()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        shelf.table->setCurrent(shelf.run("b"));
        QTest::keyClick(shelf.table, Qt::Key_F2);
        shelf.add("d", madeRecord(4));
        shelf.panel.setProjectFile(shelf.projectFile());
        QSignalSpy opened(&shelf.panel, &RunsPanel::runOpened);
        shelf.panel.findChild<QAction*>(u"openRunAction"_s)->trigger();
        QTRY_COMPARE(opened.count(), 1); // read after the list
        QCOMPARE(shelf.table->model()->rowCount(), 3);
        shelf.answer(u"typed"_s);
        QTRY_COMPARE(shelf.table->model()->rowCount(), 4);
        QTRY_COMPARE(runs::readLabel(shelf.run("b"))->name, "typed");
    }

    void keepsNotes()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        shelf.table->setCurrent(shelf.run("a"));
        QTest::mouseClick(shelf.panel.findChild<QToolButton*>(u"noteRunButton"_s), Qt::LeftButton);
        auto* notes = shelf.panel.findChild<RunNotes*>();
        QVERIFY(notes->isVisible());
        QTRY_VERIFY(notes->hasFocus());
        QTest::keyClicks(notes, u"The first"_s);
        QTest::keyClick(notes, Qt::Key_Return);
        QTest::keyClicks(notes, u"of all"_s);
        savePictures(shelf.panel, u"run-table-notes"_s);
        shelf.table->setCurrent(shelf.run("b")); // of another run
        QCOMPARE(notes->toPlainText(), QString());
        QTRY_COMPARE(runs::readLabel(shelf.run("a"))->notes, "The first\nof all");
        QTRY_COMPARE(shelf.textAt(2, "notes"), u"The first of all"_s);
        QVERIFY(shelf.at(2, "notes").data(Qt::ToolTipRole).toString().contains(u"The first\nof all"_s));
        QVERIFY(!fs::exists(runs::labelPathOf(shelf.run("b"))));
        notes->setFocus();
        QTest::keyClicks(notes, u"not meant"_s);
        QTest::keyClick(notes, Qt::Key_Escape);
        QCOMPARE(notes->toPlainText(), QString());
    }

    void deletesAndBringsBack()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        QSignalSpy hidden(&shelf.panel, &RunsPanel::runHidden);
        shelf.table->setCurrent(shelf.run("c"));
        QTest::keyClick(shelf.table, Qt::Key_Delete);
        QTRY_COMPARE(shelf.names(), (QStringList{u"b"_s, u"a"_s}));
        QVERIFY(!fs::exists(shelf.run("c")));
        QCOMPARE(hidden.count(), 1);
        auto* bar = shelf.panel.findChild<NoticeBar*>(u"runDeletedBar"_s);
        QVERIFY(bar->isVisible());
        QVERIFY(bar->accessibleName().contains(u"Night shift"_s));
        savePictures(shelf.panel, u"run-table-deleted"_s);
        auto* undo = shelf.panel.findChild<QPushButton*>(u"restoreRunButton"_s);
        undo->setFocus();
        QTest::keyClick(undo, Qt::Key_Space);
        QTRY_COMPARE(shelf.names(), (QStringList{u"Night shift"_s, u"b"_s, u"a"_s}));
        QVERIFY(!bar->isVisible());

        shelf.table->selectAll();
        QTest::keyClick(shelf.table, Qt::Key_Delete);
        QTRY_COMPARE(shelf.table->model()->rowCount(), 0);
        QVERIFY(bar->accessibleName().contains(u"3 run(s)"_s));
        QTest::mouseClick(undo, Qt::LeftButton);
        QTRY_COMPARE(shelf.table->model()->rowCount(), 3);
    }

    void whatWasDeletedIsInTheTrash()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        shelf.table->selectAll();
        QTest::keyClick(shelf.table, Qt::Key_Delete);
        QTRY_COMPARE(shelf.table->model()->rowCount(), 0);
        QTest::mouseClick(shelf.panel.findChild<QPushButton*>(u"trashButton"_s), Qt::LeftButton); // also visible without runs
        auto* window = shelf.panel.findChild<QWidget*>(u"runTrashWindow"_s);
        QVERIFY(window && window->isVisible());
        auto* list = window->findChild<QTreeWidget*>(u"trashList"_s);
        QTRY_COMPARE(list->topLevelItemCount(), 3);
        const QDateTime first = QDateTime::fromString(u"2026-01-02T03:04:05Z"_s, Qt::ISODate);
        QCOMPARE(list->topLevelItem(0)->text(1), QLocale().toString(first.toLocalTime(), QLocale::ShortFormat));
        savePictures(*window, u"run-trash"_s);
        auto* restore = window->findChild<QPushButton*>(u"trashRestore"_s);
        QVERIFY(!restore->isEnabled());
        const QString name = list->topLevelItem(0)->text(0);
        list->setCurrentItem(list->topLevelItem(0));
        QTest::mouseClick(restore, Qt::LeftButton);
        QTRY_COMPARE(shelf.names(), QStringList{name});
        QTRY_COMPARE(list->topLevelItemCount(), 2);

        // Deleted permanently only after a confirmation; restored runs stay.
        auto* sure = window->findChild<NoticeBar*>(u"trashSureBar"_s);
        QVERIFY(!sure->isVisible());
        QTest::mouseClick(window->findChild<QPushButton*>(u"trashPurge"_s), Qt::LeftButton);
        QVERIFY(sure->isVisible());
        QVERIFY2(sure->accessibleName().contains(u"2 run(s)"_s), qPrintable(sure->accessibleName()));
        QCOMPARE(list->topLevelItemCount(), 2);
        QTest::mouseClick(window->findChild<QPushButton*>(u"trashReally"_s), Qt::LeftButton);
        QTRY_COMPARE(list->topLevelItemCount(), 0);
        QVERIFY(runs::RunStore(shelf.projectFile().parent_path() / "runs").deleted().empty());
        QCOMPARE(shelf.names(), QStringList{name});
    }

    /// Only runs that were listed are deleted permanently.
    void whatIsNotListedIsNotPurged()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        runs::RunStore store(shelf.projectFile().parent_path() / "runs");
        (void)store.remove("a");
        (void)store.remove("b");
        QTest::mouseClick(shelf.panel.findChild<QPushButton*>(u"trashButton"_s), Qt::LeftButton);
        auto* window = shelf.panel.findChild<QWidget*>(u"runTrashWindow"_s);
        auto* list = window->findChild<QTreeWidget*>(u"trashList"_s);
        QTRY_COMPARE(list->topLevelItemCount(), 2);
        (void)store.remove("c"); // by another program, say
        QTest::mouseClick(window->findChild<QPushButton*>(u"trashPurge"_s), Qt::LeftButton);
        QTest::mouseClick(window->findChild<QPushButton*>(u"trashReally"_s), Qt::LeftButton);
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(store.deleted().size(), std::size_t{1});
        QCOMPARE(store.deleted()[0].folder.filename().string(), std::string("c"));
    }

    void windowsGoWithTheirProject()
    {
        RunShelf shelf;
        shelf.addThree();
        for (const char* run : {"a", "b", "c"})
            saveProject(Project{}, projectPathOf(shelf.run(run))).take();
        shelf.open(3);
        shelf.table->setCurrentIndex(shelf.at(0, "name"));
        QTest::mouseClick(shelf.panel.findChild<QPushButton*>(u"trashButton"_s), Qt::LeftButton);
        QTest::mouseClick(shelf.panel.findChild<QToolButton*>(u"cardOfRunButton"_s), Qt::LeftButton);
        auto* trash = shelf.panel.findChild<QWidget*>(u"runTrashWindow"_s);
        auto* card = shelf.panel.findChild<QWidget*>(u"runCardWindow"_s);
        QVERIFY(trash->isVisible() && card->isVisible());
        shelf.panel.setProjectFile(shelf.projectFile()); // the same again
        QVERIFY(trash->isVisible() && card->isVisible());
        shelf.panel.setProjectFile({});
        QVERIFY(!trash->isVisible() && !card->isVisible());
        QCOMPARE(shelf.table->model()->rowCount(), 0);
    }

    /// A folder that makes the library throw: the error is shown, and the studio goes on.
    void whatIsThrownIsSaid()
    {
        RunTrashWindow window(nullptr);
        window.open({});
        QTRY_VERIFY(window.findChild<NoteBox*>(u"trashProblem"_s)->isVisible());
    }

    void aRunHasItsCard()
    {
        RunShelf shelf;
        shelf.addThree();
        for (const char* run : {"a", "b", "c"})
            saveProject(Project{}, projectPathOf(shelf.run(run))).take();
        shelf.open(3);
        shelf.table->setCurrentIndex(shelf.at(0, "name"));
        QTest::mouseClick(shelf.panel.findChild<QToolButton*>(u"cardOfRunButton"_s), Qt::LeftButton);
        auto* window = shelf.panel.findChild<QWidget*>(u"runCardWindow"_s);
        QVERIFY(window && window->isVisible());
        auto* copy = window->findChild<QPushButton*>(u"runCardCopy"_s);
        QVERIFY(!copy->isEnabled()); // it is read on another thread, which may take long
        const auto* progress = window->findChild<QLabel*>(u"runCardProgress"_s);
        QCOMPARE(progress->text(), u"Reading"_s);
        QTRY_VERIFY(copy->isEnabled());
        QCOMPARE(progress->text(), QString());
        auto* browser = window->findChild<QTextBrowser*>(u"runCardText"_s);
        const QString text = browser->toPlainText();
        const runs::RunFacts facts = runs::readFacts(shelf.table->current());
        int told = 0;
        for (const runs::CardSection& section : runs::cardOf(facts))
            for (const runs::CardFact& fact : section.facts) {
                if (fact.id == "started" || fact.id == "precision" || runs::settingValueTitle(fact.id, fact.value) != fact.value)
                    continue; // shown in a readable form
                const QString value =
                    fact.value == fact.quantity ? quantityTitle(fact.quantity) : QString::fromStdString(fact.value);
                QVERIFY2(text.contains(value.simplified().left(20)), fact.value.c_str());
                ++told;
            }
        QVERIFY(told > 5);
        const QDateTime started = QDateTime::fromString(QString::fromStdString(facts.record.started), Qt::ISODate);
        QVERIFY(text.contains(QLocale().toString(started.toLocalTime(), QLocale::ShortFormat)));
        for (const char16_t* row : {u"Precision\\s+FP32", u"Optimizer\\s+Adam"})
            QVERIFY2(text.contains(QRegularExpression(u"\\b%1\\b"_s.arg(QString::fromUtf16(row)))), qPrintable(text));
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text().toStdString(), runs::cardMarkdown(facts.name, runs::cardOf(facts)));
        savePictures(*window, u"run-card"_s);

        const LoudLanguage loud; // values that are words are translated
        QTRY_VERIFY(browser->toPlainText().contains(u"STATE"_s));
        for (const char16_t* word : {u"DONE", u"ON", u"TINY IMAGES"})
            QVERIFY2(browser->toPlainText().contains(QRegularExpression(u"\\b%1\\b"_s.arg(QString::fromUtf16(word)))),
                     qPrintable(browser->toPlainText()));
    }

    void leavesARunThatIsTrained()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        const auto lock = RunFolder::lock(OpenFolder::open(shelf.run("b")).take());
        shelf.table->selectAll();
        QTest::keyClick(shelf.table, Qt::Key_Delete);
        QTRY_COMPARE(shelf.names(), QStringList{u"b"_s});
        QVERIFY(fs::exists(shelf.run("b")));
        QVERIFY(shelf.panel.findChild<NoticeBar*>(u"runProblemBar"_s)->isVisible());
    }

    void groupsGoIntoFilesWithTheirSpread()
    {
        RunShelf shelf;
        const Project project = smallProject(3);
        for (const int seed : {1, 2}) {
            RunRecord record = madeRecord(seed);
            record.seconds = 10.0 + seed;
            shelf.add(seed == 1 ? "a" : "b", record, &project);
        }
        RunRecord other = madeRecord(3);
        other.precision = "bf16";
        shelf.add("c", other, &project);
        shelf.open(3);
        auto& model = static_cast<RunTableModel&>(*shelf.table->model());
        model.setGrouped(true);
        QTRY_COMPARE(model.rowCount(), 2);
        const std::vector<int> rows{0, 1}, seconds{RunTableModel::columnOf("seconds")};
        const runs::TextRows text = runTableText(model, rows, seconds, TableReader::program);
        QCOMPARE(text.front(), (std::vector<std::string>{"seconds.mean", "seconds.deviation", "runs"}));
        const std::size_t pair = text[1][2] == "2" ? 1 : 2;
        QCOMPARE(text[pair][0], std::string("11.5"));
        QVERIFY(std::abs(std::stod(text[pair][1]) - std::sqrt(0.5)) < 1e-6);
        QCOMPARE(text[3 - pair][2], std::string("1"));
        QCOMPARE(text[3 - pair][1], std::string()); // one run has no spread
    }

    void goesIntoFilesAndToTheClipboard()
    {
        RunShelf shelf;
        shelf.addThree();
        runs::changeLabel(shelf.run("b"), [](runs::RunLabel& label) { label.name = "a, \"b\" | c"; });
        shelf.panel.setArrangement(u"started shown name precision seconds samples_per_s !seed"_s);
        shelf.open(3);
        shelf.panel.findChild<QToolButton*>(u"exportRunsButton"_s)->click();
        auto* dialog = shelf.panel.findChild<QFileDialog*>(u"runsExportDialog"_s);
        QVERIFY(dialog && !dialog->isModal());
        const QString csv = shelf.folder.filePath(u"out.csv"_s), markdown = shelf.folder.filePath(u"out.md"_s);
        Q_EMIT dialog->fileSelected(csv);
        Q_EMIT dialog->fileSelected(markdown);
        QTRY_COMPARE(textIn(csv),
                     "name,precision,seconds,samples_per_s\na,fp32,12.501,1000\n\"a, \"\"b\"\" | c\",bf16,12.502,\n"
                     "Night shift,fp32,3,250\n");
        QTRY_COMPARE(textIn(markdown),
                     "| Name | Precision | Time | Samples/s |\n| --- | --- | --- | --- |\n| a | FP32 | 13 s | 1,000 |\n"
                     "| a, \"b\" \\| c | BF16 | 13 s |  |\n| Night shift | FP32 | 3 s | 250 |\n");
        const QString picture = shelf.folder.filePath(u"out.png"_s);
        Q_EMIT dialog->fileSelected(picture);
        QTRY_COMPARE(QImage(picture).size(), shelf.table->size() * 2);
        Q_EMIT dialog->fileSelected(shelf.folder.filePath(u"not/there.csv"_s));
        QTRY_VERIFY(shelf.panel.findChild<NoticeBar*>(u"runProblemBar"_s)->isVisible());
        dialog->close();

        shelf.panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&shelf.panel));
        shelf.table->setCurrent(shelf.run("c"));
        shelf.table->setFocus();
        QTest::keyClick(shelf.table, Qt::Key_C, Qt::ControlModifier);
        const QMimeData* data = QGuiApplication::clipboard()->mimeData();
        QCOMPARE(data->text(),
                 u"| Name | Precision | Time | Samples/s |\n| --- | --- | --- | --- |\n"
                 "| Night shift | FP32 | 3 s | 250 |\n"_s);
        QCOMPARE(data->data(u"text/csv"_s), "name,precision,seconds,samples_per_s\nNight shift,fp32,3,250\n");
    }

    void saysWhatDiffers()
    {
        RunShelf shelf;
        Project project = smallProject(3);
        shelf.add("a", madeRecord(1), &project);
        project.training.batch = 16;
        project.training.optimizer = {"sgd", {{"momentum", 0.5}}};
        project.data.shuffle = !project.data.shuffle;
        project.graph.nodes.back().parameters["units"] = std::int64_t{12};
        RunRecord record = madeRecord(2);
        record.started = "2026-02-02T03:04:05Z";
        shelf.add("b", record, &project);
        shelf.open(2);
        auto* differ = shelf.panel.findChild<QToolButton*>(u"compareRunsButton"_s);
        shelf.table->setCurrent(shelf.run("a"));
        QVERIFY(!differ->isEnabled()); // there is nothing to compare with
        shelf.table->selectAll();
        differ->setFocus();
        QTest::keyClick(differ, Qt::Key_Space);
        auto* text = shelf.panel.findChild<QTextEdit*>(u"runDifferenceText"_s);
        QTRY_VERIFY(text->isVisible());
        QVERIFY(!shelf.table->isVisible());
        QVERIFY(!differ->isVisible()); // no actions on hidden runs
        QTRY_VERIFY(text->hasFocus());
        const QString said = text->toPlainText();
        for (const char16_t* word : {u"Batch", u"16", u"Units 10 → 12", u"Changed", u"Dense", u"dense_1", u"Accuracy, validation"})
            QVERIFY2(said.contains(QString::fromUtf16(word)), qPrintable(said));
        for (const char16_t* key : {u"training.", u"epochs", u"units", u"val_accuracy"}) // titles of the panels, not keys
            QVERIFY2(!said.contains(QString::fromUtf16(key)), qPrintable(said));
        QVERIFY2(!said.contains(u"Optimizer: Momentum"_s), qPrintable(said)); // no other setting has this title
        savePictures(shelf.panel, u"run-table-differs"_s);
        for (const char16_t* word : {u"Optimizer", u"SGD", u"Momentum", u"Shuffle", u"On", u"Off"})
            QVERIFY2(said.contains(QString::fromUtf16(word)), qPrintable(said));
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(!text->isVisible());
        QVERIFY(shelf.table->isVisible());
        QVERIFY(shelf.table->hasFocus());
    }

    void asksForTheProjectOfARun()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        QSignalSpy asked(&shelf.panel, &RunsPanel::projectAsked);
        shelf.table->selectAll();
        QVERIFY(!shelf.panel.findChild<QToolButton*>(u"projectOfRunButton"_s)->isEnabled());
        shelf.table->setCurrent(shelf.run("b"));
        QTest::mouseClick(shelf.panel.findChild<QToolButton*>(u"projectOfRunButton"_s), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().value<fs::path>(), projectPathOf(shelf.run("b")));
    }
};

NETSMITH_WINDOW_TEST(TestRunChanges)

} // namespace test_run_changes

#include "test_run_changes.moc"
