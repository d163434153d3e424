#include "gui/widgets/theme.h"
#include "tests/gui/runs/run_shelf.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

// Measures opening, sorting, filtering and grouping the table of many runs, until it is painted; and the longest time that an event
// blocked the window. Prints JSON, milliseconds. Run: QT_QPA_PLATFORM=offscreen build/release/bin/bench_run_table [runs]

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

/// Records the time of the slowest event.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth++ > 0) {
            const bool taken = QApplication::notify(receiver, event);
            --m_depth;
            return taken;
        }
        QElapsedTimer clock;
        clock.start();
        const bool taken = QApplication::notify(receiver, event);
        longest = std::max(longest, static_cast<double>(clock.nsecsElapsed()) / 1e6);
        --m_depth;
        return taken;
    }

    double longest = 0.0;

private:
    int m_depth = 0;
};

} // namespace

int main(int argc, char** argv)
{
    TimedApplication application(argc, argv);
    Theme::instance().apply();
    const int count = argc > 1 ? std::atoi(argv[1]) : 10000;
    test::RunShelf shelf;
    for (int i = 0; i < count; ++i) {
        RunRecord record = test::madeRecord(i);
        record.started = "2026-01-" + std::to_string(10 + i % 20) + "T03:04:05Z";
        record.precision = i % 3 == 0 ? "bf16" : "fp32";
        record.settingsHash = std::string(60, 'b') + std::to_string(1000 + i / 5 % 1000);
        record.bestEpoch = record.epochsDone;
        shelf.add("20260101-000000-net-" + std::to_string(i), record);
    }
    (void)runs::RunStore(shelf.run("").parent_path()).list(); // writes the index
    shelf.panel.resize(1400, 400);
    shelf.panel.show();
    (void)QTest::qWaitForWindowExposed(&shelf.panel);
    QAbstractItemModel& model = *shelf.table->model();

    QJsonObject out{{u"runs"_s, count}};
    const auto measure = [&](const QString& name, const auto& begin, const auto& done) {
        QApplication::processEvents();
        application.longest = 0.0;
        QElapsedTimer clock;
        clock.start();
        begin();
        const double called = static_cast<double>(clock.nsecsElapsed()) / 1e6; // as when triggered by an event
        if (!QTest::qWaitFor(done, 60000))
            std::exit(1);
        shelf.table->viewport()->repaint();
        const double whole = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        QTest::qWait(20);
        out[name] = QJsonObject{{u"whole"_s, whole}, {u"longest_event"_s, std::max(called, application.longest)}};
    };
    const auto atOnce = [] { return true; };
    measure(
        u"open"_s, [&] { shelf.panel.setProjectFile(shelf.projectFile()); }, [&] { return model.rowCount() == count; });
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    measure(
        u"read anew"_s, [&] { shelf.panel.setProjectFile(shelf.projectFile()); }, [&] { return reset.count() > 0; });
    for (const char* id : {"best", "name", "precision", "started"})
        measure(
            u"sort by "_s + QString::fromUtf8(id),
            [&] { shelf.table->header()->setSortIndicator(RunTableModel::columnOf(id), Qt::AscendingOrder); }, atOnce);
    auto* filter = shelf.panel.findChild<QLineEdit*>(u"runsFilter"_s);
    const auto choose = [&](const QString& text) {
        measure(
            u"choose "_s + text,
            [&] {
                filter->setText(text);
                QTest::keyClick(filter, Qt::Key_Return);
            },
            atOnce);
    };
    choose(u"precision=bf16 best>0.9"_s);
    choose(u"net-77"_s);
    choose({});
    measure(
        u"choose all rows"_s, [&] { shelf.table->selectAll(); }, atOnce);
    measure(
        u"sort with all chosen"_s,
        [&] { shelf.table->header()->setSortIndicator(RunTableModel::columnOf("best"), Qt::DescendingOrder); }, atOnce);
    shelf.table->clearSelection();
    auto* group = shelf.panel.findChild<QToolButton*>(u"groupRunsButton"_s);
    measure(
        u"group"_s, [&] { group->click(); }, atOnce);
    measure(
        u"sort groups"_s, [&] { shelf.table->header()->setSortIndicator(RunTableModel::columnOf("seconds"), Qt::DescendingOrder); },
        atOnce);
    measure(
        u"ungroup"_s, [&] { group->click(); }, atOnce);
    std::puts(QJsonDocument(out).toJson().constData());
    return 0;
}
