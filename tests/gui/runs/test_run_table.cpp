#include "engine/runs/store/run_store.h"
#include "gui/runs/run_notes.h"
#include "gui/runs/table/run_cell_text.h"
#include "gui/widgets/theme.h"
#include "tests/gui/runs/run_shelf.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QtTest>

#include <fstream>

namespace test_run_table {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

namespace {

/// Counts the cells that a view reads.
class CountingDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    mutable int cells = 0;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ++cells;
        QStyledItemDelegate::initStyleOption(option, index);
    }
};

/// The number of reads of this process; negative if the system does not report it.
std::int64_t readCalls()
{
    std::ifstream file("/proc/self/io");
    std::string word;
    std::int64_t count = -1;
    while (file >> word)
        if (word == "syscr:")
            file >> count;
    return count;
}

} // namespace

/// The runs of a project in rows: order, columns, names.
class TestRunTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        Theme::instance().apply();
    }

    /// A run that a compression made and nobody trained has not ended early.
    void saysWhoEndedEarly()
    {
        runs::RunSummary run;
        run.readable = true;
        run.state = RunState::done;
        run.epochs = 2;
        const std::pair<int, QString> expected[] = {{0, u"Done"_s}, {1, u"Done early"_s}, {2, u"Done"_s}};
        for (const auto& [epochs, word] : expected) {
            run.epochsDone = epochs;
            QCOMPARE(stateLookOf(run).word, word);
        }
    }

    void showsWhatRunsCameTo()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        QCOMPARE(shelf.names(), (QStringList{u"Night shift"_s, u"b"_s, u"a"_s})); // the newest first
        QCOMPARE(shelf.textAt(0, "tag"), u"wide, keep"_s);
        QCOMPARE(shelf.textAt(0, "state"), u"Done"_s);
        QCOMPARE(shelf.textAt(1, "state"), u"Stopped"_s);
        QCOMPARE(shelf.textAt(1, "precision"), u"BF16"_s); // as in the settings
        QCOMPARE(shelf.textAt(1, "samples_per_s"), QString());
        QCOMPARE(shelf.textAt(2, "samples_per_s"), u"1,000"_s);
        QCOMPARE(shelf.textAt(0, "memory"), u"1 MiB"_s);
        QVERIFY(shelf.textAt(0, "best").endsWith(u"%"_s));
        QCOMPARE(shelf.panel.findChild<QLabel*>(u"runsCount"_s)->text(), u"3 run(s)"_s);
        savePictures(shelf.panel, u"run-table"_s);
    }

    void sortsByAnyColumnAndKeepsIt()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        shelf.table->setCurrent(shelf.run("a"));
        const auto click = [&](std::string_view id) {
            QHeaderView* head = shelf.table->header();
            shelf.table->scrollTo(shelf.at(0, id));
            const int x = head->sectionViewportPosition(RunTableModel::columnOf(id)) + 12;
            QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, QPoint(x, head->height() / 2));
        };
        click("samples_per_s");
        QCOMPARE(shelf.names(), (QStringList{u"Night shift"_s, u"a"_s, u"b"_s})); // those without come last
        QCOMPARE(shelf.table->current(), shelf.run("a")); // wherever it is now
        QCOMPARE(shelf.table->chosen(), std::vector{shelf.run("a")});
        click("samples_per_s");
        QCOMPARE(shelf.names(), (QStringList{u"a"_s, u"Night shift"_s, u"b"_s}));

        shelf.table->setColumnHidden(RunTableModel::columnOf("memory"), true);
        shelf.table->setColumnHidden(RunTableModel::columnOf("steps"), false);
        const QString kept = shelf.panel.arrangement();
        QVERIFY(kept.startsWith(u"-samples_per_s shown colour name "_s));
        RunShelf later;
        later.addThree();
        later.panel.setArrangement(kept);
        later.open(3);
        QCOMPARE(later.names(), shelf.names());
        QVERIFY(later.table->isColumnHidden(RunTableModel::columnOf("memory")));
        QVERIFY(!later.table->isColumnHidden(RunTableModel::columnOf("steps")));
        QCOMPARE(later.panel.arrangement(), kept);
        later.panel.setArrangement(u"nonsense of another version"_s);
        QVERIFY(!later.table->isColumnHidden(RunTableModel::columnOf("name")));
    }

    void theBestComesFirst()
    {
        RunShelf shelf;
        const auto add = [&](const std::string& name, const std::string& judgedBy, double best) {
            RunRecord record = madeRecord(1);
            record.judgedBy = judgedBy;
            record.bestEpoch = record.epochsDone;
            record.values = {{judgedBy, best}};
            shelf.add(name, record);
        };
        add("worse", "val_accuracy", 0.8);
        add("best", "val_accuracy", 0.9);
        shelf.open(2);
        QCOMPARE(shelf.names(), (QStringList{u"best"_s, u"worse"_s}));
        QVERIFY(shelf.panel.arrangement().startsWith(u"-best "_s));

        RunShelf losses; // lower is better
        for (const auto& [name, best] : {std::pair("worse", 0.5), {"best", 0.25}, {"middle", 0.3}}) {
            RunRecord record = madeRecord(1);
            record.judgedBy = "val_loss";
            record.bestEpoch = record.epochsDone;
            record.values = {{"val_loss", best}};
            losses.add(name, record);
        }
        RunRecord none = madeRecord(1);
        none.bestEpoch.reset();
        losses.add("none", none);
        RunRecord other = madeRecord(1);
        other.bestEpoch = other.epochsDone;
        losses.add("another measure", other);
        losses.open(5);
        QCOMPARE(losses.names(), (QStringList{u"best"_s, u"middle"_s, u"worse"_s, u"another measure"_s, u"none"_s}));
        losses.table->header()->setSortIndicator(RunTableModel::columnOf("best"), Qt::AscendingOrder);
        QCOMPARE(losses.names(), (QStringList{u"worse"_s, u"middle"_s, u"best"_s, u"another measure"_s, u"none"_s}));
    }

    void settingsThatDifferHaveColumns()
    {
        RunShelf shelf;
        Project project;
        const auto add = [&](const std::string& name, double rate, int seed) {
            project.training.optimizer = {"adam", {{"learning_rate", rate}}};
            shelf.add(name, madeRecord(seed), &project);
        };
        add("a", 0.001, 1);
        add("b", 0.003, 1);
        shelf.open(2);
        const auto* model = static_cast<const RunTableModel*>(shelf.table->model());
        const auto shownIds = [&] {
            QStringList ids;
            for (const int column : shelf.table->shownColumns())
                ids << QString::fromStdString(model->idOf(column));
            return ids;
        };
        const QString rate = u"training.optimizer.learning_rate"_s;
        QCOMPARE(shownIds().indexOf(rate), shownIds().indexOf(u"best"_s) + 1);
        const int column = model->findColumn(rate.toStdString());
        QCOMPARE(model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), u"Learning rate"_s);
        QStringList rates;
        for (int row = 0; row < 2; ++row)
            rates << model->index(row, column).data().toString();
        rates.sort();
        QCOMPARE(rates, (QStringList{u"0.001"_s, u"0.003"_s}));
        for (const char16_t* same : {u"seed", u"batch", u"device", u"precision", u"training.optimizer"})
            QVERIFY2(!shownIds().contains(QString::fromUtf16(same)), qPrintable(QString::fromUtf16(same)));
        savePictures(shelf.panel, u"run-table-settings"_s);

        // Columns that the user hides stay hidden.
        auto* menu = shelf.panel.findChild<QMenu*>(u"runColumnsMenu"_s);
        Q_EMIT menu->aboutToShow();
        menu->findChild<QAction*>(u"column_"_s + rate)->trigger();
        QVERIFY(!shownIds().contains(rate));
        add("c", 0.003, 2);
        shelf.panel.reload();
        QTRY_COMPARE(model->rowCount(), 3);
        QVERIFY(!shownIds().contains(rate));
        QVERIFY(shownIds().contains(u"seed"_s)); // they differ in it now
        QVERIFY2(shelf.panel.arrangement().contains(u" !"_s + rate), qPrintable(shelf.panel.arrangement()));
        shelf.panel.setArrangement({});
        QVERIFY(shownIds().contains(rate));

        // A setting that is the same in all remaining runs has no column.
        for (const char* run : {"a", "c"})
            fs::remove_all(shelf.run(run));
        shelf.panel.reload();
        QTRY_COMPARE(model->rowCount(), 1);
        QVERIFY(!shownIds().contains(rate) && !shownIds().contains(u"seed"_s));
    }

    void runsAreCalledByNumberAndWhatDiffers()
    {
        RunShelf shelf;
        for (const int seed : {1, 2}) {
            RunRecord record = madeRecord(seed);
            record.started = "2026-01-02T03:04:0" + std::to_string(seed) + 'Z';
            shelf.add("20260102-03040" + std::to_string(seed) + "-net", record);
        }
        shelf.open(2);
        QCOMPARE(shelf.names(), (QStringList{u"#2 · seed 2"_s, u"#1 · seed 1"_s}));
        QCOMPARE(shelf.panel.nameOf(shelf.run("20260102-030401-net")), u"#1 · seed 1"_s);
        QCOMPARE(shelf.panel.namesOf({shelf.run("20260102-030401-net"), shelf.run("nowhere")}),
                 (std::vector<QString>{u"#1"_s, QString()})); // for a single run
        shelf.type(u"#2"_s);
        QCOMPARE(shelf.names(), QStringList{u"#2 · seed 2"_s});
        shelf.type(u"20260102-030401"_s); // a folder's name finds it too
        QCOMPARE(shelf.names(), QStringList{u"#1 · seed 1"_s});
    }

    void verbsHaveTheirWordsWhereThereIsRoom()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        const auto worded = [&] {
            QStringList names;
            for (const QToolButton* button : shelf.panel.findChildren<QToolButton*>())
                if (button->isVisible() && button->objectName().endsWith(u"Button"_s) && button->defaultAction()
                    && button->toolButtonStyle() == Qt::ToolButtonTextBesideIcon)
                    names << button->objectName();
            return names;
        };
        shelf.panel.resize(2400, 320);
        QTRY_COMPARE(worded().size(), 13); // all
        shelf.panel.resize(1040, 320);
        QTRY_VERIFY(worded().size() < 13);
        QVERIFY(worded().contains(u"openRunButton"_s) && worded().contains(u"compareRunsButton"_s));
        QVERIFY(!worded().contains(u"copyRunsButton"_s));
        const auto* first = shelf.panel.findChild<QToolButton*>(u"openRunButton"_s);
        const auto* last = shelf.panel.findChild<QToolButton*>(u"exportRunsButton"_s);
        QTRY_COMPARE(last->y(), first->y()); // in one row
    }

    void staysWhereItWasScrolledTo()
    {
        RunShelf shelf;
        for (int i = 10; i < 60; ++i)
            shelf.add("run-" + std::to_string(i), madeRecord(i));
        shelf.open(50);
        shelf.table->setCurrent(shelf.run("run-59"));
        QScrollBar* bar = shelf.table->verticalScrollBar();
        constexpr int value = 20;
        bar->setValue(value);
        QCOMPARE(bar->value(), value);
        runs::changeLabel(shelf.run("run-11"), [](runs::RunLabel& label) { label.notes = "other"; });
        shelf.panel.setProjectFile(shelf.projectFile()); // read again
        QTRY_COMPARE(shelf.textAt(48, "notes"), u"other"_s);
        QCOMPARE(bar->value(), value);
        QCOMPARE(shelf.table->current(), shelf.run("run-59"));

        fs::remove_all(shelf.run("run-59"));
        shelf.panel.setProjectFile(shelf.projectFile());
        QTRY_COMPARE(shelf.table->model()->rowCount(), 49);
        QCOMPARE(shelf.table->current(), shelf.run("run-58")); // the current row stays
        QVERIFY(shelf.table->chosen().empty());
    }

    void aRunThatBeginsMovesNoRow()
    {
        RunShelf shelf;
        shelf.addThree();
        RunTableModel model;
        model.setRuns(runs::RunStore(shelf.run("").parent_path()).list());
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        const auto state = [&](int row) { return model.index(row, RunTableModel::columnOf("state")).data().toString(); };
        QCOMPARE(state(1), u"Stopped"_s);
        model.setLive(shelf.run("b"));
        QCOMPARE(state(1), u"Training"_s);
        model.setLive({});
        QCOMPARE(state(1), u"Stopped"_s);
        QCOMPARE(reset.count(), 0); // an open editor stays
    }

    void showsWhatCantBeRead()
    {
        RunShelf shelf;
        shelf.addThree();
        std::ofstream(shelf.run("b") / "run.json") << "{";
        shelf.open(3);
        const int row = static_cast<int>(shelf.names().indexOf(u"b"_s));
        QCOMPARE(shelf.textAt(row, "state"), u"Unreadable"_s);
        QVERIFY(!shelf.textAt(row, "error").isEmpty());
        QCOMPARE(shelf.textAt(row, "seconds"), QString());
        shelf.table->setCurrent(shelf.run("b"));
        QVERIFY(!shelf.panel.findChild<QAction*>(u"resumeRunAction"_s)->isEnabled());
        QVERIFY(!shelf.panel.findChild<QAction*>(u"renameRunAction"_s)->isEnabled());
        QVERIFY(shelf.panel.findChild<QAction*>(u"deleteRunAction"_s)->isEnabled());
    }

    void groupsWhatDiffersInSeedsAlone()
    {
        RunShelf shelf;
        for (const int seed : {1, 2, 3}) { // best: 0.751, 0.752, 0.753
            RunRecord record = madeRecord(seed);
            record.bestEpoch = record.epochsDone;
            shelf.add("same-" + std::to_string(seed), record);
        }
        RunRecord other = madeRecord(4);
        other.precision = "bf16";
        shelf.add("other", other);
        shelf.add("torn", madeRecord(5));
        std::ofstream(shelf.run("torn") / "run.json") << "{";
        shelf.open(5);
        auto* group = shelf.panel.findChild<QToolButton*>(u"groupRunsButton"_s);
        group->setFocus();
        QTest::keyClick(group, Qt::Key_Space);
        QCOMPARE(shelf.table->model()->rowCount(), 3);
        shelf.table->header()->setSortIndicator(RunTableModel::columnOf("precision"), Qt::DescendingOrder);
        QCOMPARE(shelf.textAt(2, "name"), u"torn"_s); // an unreadable run repeats nothing, and is not hidden
        QCOMPARE(shelf.textAt(2, "state"), u"Unreadable"_s);
        QCOMPARE(shelf.textAt(0, "name"), u"made, 3 run(s)"_s);
        QCOMPARE(shelf.textAt(0, "precision"), u"FP32"_s);
        QCOMPARE(shelf.textAt(0, "best"), u"75.2 % ± 0.1 %"_s);
        QCOMPARE(shelf.textAt(0, "seed"), QString());
        QCOMPARE(shelf.textAt(0, "memory"), u"1 MiB"_s); // the same in all
        QCOMPARE(shelf.textAt(1, "name"), u"other"_s);
        savePictures(shelf.panel, u"run-table-groups"_s);
        shelf.table->setCurrentIndex(shelf.at(0, "name"));
        QCOMPARE(shelf.table->chosen().size(), 3u);
        QVERIFY(!shelf.panel.findChild<QAction*>(u"renameRunAction"_s)->isEnabled());
        QSignalSpy opened(&shelf.panel, &RunsPanel::runOpened);
        QTest::keyClick(shelf.table, Qt::Key_Space); // the eyes of all of them
        QTRY_COMPARE(opened.count(), 3);
        group->click();
        QCOMPARE(shelf.table->model()->rowCount(), 5);
    }

    void isNamedForScreenReaders()
    {
        RunShelf shelf;
        shelf.addThree();
        shelf.open(3);
        QVERIFY(!shelf.table->accessibleName().isEmpty());
        QVERIFY(!shelf.panel.findChild<QLineEdit*>(u"runsFilter"_s)->accessibleName().isEmpty());
        QVERIFY(!shelf.panel.findChild<RunNotes*>()->accessibleName().isEmpty());
        for (const int column : shelf.table->shownColumns())
            QVERIFY(!shelf.table->model()->headerData(column, Qt::Horizontal, Qt::AccessibleTextRole).toString().isEmpty());
    }

    /// A run may come from anywhere: texts as long as a file would be laid out at each painting.
    void boundsWhatOthersWrote()
    {
        RunShelf shelf;
        RunRecord record = madeRecord(1);
        record.title.assign(1'000'000, 'x');
        writeRun(shelf.run("long"), record);
        runs::changeLabel(shelf.run("long"), [](runs::RunLabel& label) { label.add(std::string(2000, 't')); });
        shelf.open(1);
        const QString project = shelf.textAt(0, "project");
        QVERIFY2(project.endsWith(u'…') && project.size() == 1000, qPrintable(QString::number(project.size())));
        QCOMPARE(shelf.textAt(0, "tag").size(), 1000);
        QCOMPARE(shelf.at(0, "tag").data(Qt::EditRole).toString().size(), 2000); // the editor gets the whole text
    }

    void readsNoMoreOfTenThousandThanIsSeen()
    {
        constexpr int count = 10000;
        RunShelf shelf;
        for (int i = 0; i < count; ++i) {
            const fs::path run = shelf.run("run-" + std::to_string(i));
            fs::create_directories(run);
            RunRecord record = madeRecord(i);
            record.bestEpoch = record.epochsDone;
            std::ofstream(run / "run.json") << toJson(record);
        }
        QCOMPARE(runs::RunStore(shelf.run("").parent_path()).list().size(), static_cast<std::size_t>(count)); // writes the index
        auto* delegate = new CountingDelegate(shelf.table);
        shelf.table->setItemDelegate(delegate);
        const std::int64_t before = readCalls();
        shelf.open(count);
        QCoreApplication::processEvents();
        if (before >= 0)
            QVERIFY2(readCalls() - before < count / 10, qPrintable(QString::number(readCalls() - before)));
        constexpr int inSight = 40 * 60; // rows and columns of a window that is larger, measured and painted
        QVERIFY(delegate->cells > 0);
        QVERIFY2(delegate->cells < 4 * inSight, qPrintable(QString::number(delegate->cells)));
        delegate->cells = 0;
        shelf.type(u"run-77 seed>=7000"_s);
        QCOMPARE(shelf.panel.findChild<QLabel*>(u"runsCount"_s)->text(), u"100 of 10,000"_s);
        shelf.table->header()->setSortIndicator(RunTableModel::columnOf("best"), Qt::AscendingOrder);
        QCoreApplication::processEvents();
        QVERIFY2(delegate->cells < 4 * inSight, qPrintable(QString::number(delegate->cells)));
    }
};

NETSMITH_WINDOW_TEST(TestRunTable)

} // namespace test_run_table

#include "test_run_table.moc"
