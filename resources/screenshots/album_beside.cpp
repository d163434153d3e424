#include "engine/graph/project/project_file.h"
#include "gui/canvas/canvas.h"
#include "gui/compare/compare_panel.h"
#include "gui/compress/compress_page.h"
#include "gui/compress/stage_list.h"
#include "gui/progress/run_actions.h"
#include "gui/runs/table/run_table.h"
#include "gui/settings/initial/initial_weights_row.h"
#include "gui/settings/settings_panel.h"
#include "gui/steps/layer_table.h"
#include "gui/steps/steps_panel.h"
#include "gui/training/preflight_outcome.h"
#include "resources/screenshots/album.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <utility>

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace netsmith::pictures {

void Album::takeMenus()
{
    for (const QString& state : m_states.filter(u"menu-"_s)) {
        auto* menu = m_window.findChild<QMenu*>(state.mid(5) + u"Menu"_s);
        if (!menu)
            refuse("there is no such menu", state);
        menu->popup(m_window.mapToGlobal(QPoint(0, 0)));
        page(state, nullptr, menu);
        menu->close();
    }
}

void Album::takeShelf()
{
    if (!m_states.contains(u"shelf"_s) && !m_states.contains(u"shelf-here"_s))
        return;
    m_window.findChild<QAction*>(u"modelShelfAction"_s)->trigger();
    auto* shelf = m_window.findChild<QWidget*>(u"modelShelfWindow"_s);
    auto* list = shelf->findChild<QTreeWidget*>(u"modelShelfList"_s);
    waitFor([list] { return list->currentItem() != nullptr; });
    settle();
    const auto choose = [&](bool isHere) { // the first that is on this machine, or is not
        for (int i = 0; i < list->topLevelItemCount(); ++i) {
            list->setCurrentItem(list->topLevelItem(i));
            if (shelf->findChild<QPushButton*>(u"modelShelfWeights"_s)->isEnabled() == isHere)
                return;
        }
    };
    choose(false);
    page(u"shelf"_s, nullptr, shelf);
    choose(true);
    page(u"shelf-here"_s, nullptr, shelf);
    shelf->close();
}

void Album::takeFineTuning()
{
    for (const QString& state : m_states.filter(u"fine-tuning-"_s)) {
        const int before = m_window.document().undoStack().index();
        m_window.document().selection().select(state.mid(12).toStdString());
        m_window.findChild<QAction*>(u"fineTuneAction"_s)->trigger();
        settle();
        page(state, "trainingSettingsDock");
        m_window.document().undoStack().setIndex(before);
    }
}

void Album::takeFork()
{
    if (m_states.filter(u"fork"_s).isEmpty())
        return;
    TrainingSession& session = m_window.session();
    m_window.findChild<QSlider*>(u"momentSlider"_s)->setValue(0);
    settle();
    m_window.findChild<QPushButton*>(u"momentFork"_s)->click();
    waitFor([&] { return session.state() == TrainingState::preFlight && session.preflight() && session.preflight()->complete; });
    page(u"fork-card"_s, "trainingSettingsDock");
    session.train();
    waitFor([&] { return session.state() == TrainingState::finished || session.state() == TrainingState::failed; });
    page(u"fork-done"_s, "runsDock");
    if (!m_states.contains(u"fork-run-card"_s))
        return;
    auto* table = m_window.findChild<RunTable*>();
    waitFor([&] { return table->model()->rowCount() > 1; });
    const int name = RunTableModel::columnOf("name");
    for (int row = 0; row < table->model()->rowCount(); ++row)
        if (table->model()->index(row, name).data().toString() == session.nameOf(session.placeOfRun()))
            table->setCurrentIndex(table->model()->index(row, name));
    m_window.findChild<QToolButton*>(u"cardOfRunButton"_s)->click();
    auto* card = m_window.findChild<QWidget*>(u"runCardWindow"_s);
    waitFor([card] { return !card->findChild<QTextBrowser*>(u"runCardText"_s)->toPlainText().isEmpty(); });
    page(u"fork-run-card"_s, nullptr, card);
    card->close();
}

void Album::takeExport()
{
    if (!m_states.contains(u"export"_s))
        return;
    auto* table = m_window.findChild<RunTable*>();
    m_window.raisePanel("runsDock");
    waitFor([&] { return table->model()->rowCount() > 0; });
    table->setCurrentIndex(table->model()->index(0, RunTableModel::columnOf("name")));
    for (const Look& look : m_looks) { // a dialog keeps its language
        wear(look);
        m_window.findChild<QAction*>(u"exportRunAction"_s)->trigger();
        auto* dialog = m_window.findChild<QFileDialog*>(u"runExportDialog"_s);
        settle();
        const QList<Look> all = std::exchange(m_looks, {look});
        page(u"export"_s, nullptr, dialog);
        m_looks = all;
        delete dialog;
    }
}

void Album::takeCompression()
{
    if (std::ranges::none_of(m_states,
                             [](const QString& state) { return state.startsWith(u"compress"_s) && state != u"compress-none"_s; }))
        return;
    m_window.openPage(u"compress"_s);
    auto* compressing = m_window.findChild<CompressPage*>();
    const CompressSession& session = compressing->session();
    waitFor([&] { return !compressing->chosen().empty() && !compressing->isReading(); });
    page(u"compress-before"_s, "compress");
    auto* start = m_window.findChild<QPushButton*>(u"compressStart"_s);
    start->click();
    waitFor([&] { return (session.progress().training && session.share() > 0.3) || !session.isLive(); });
    page(u"compress-running"_s, "compress");
    waitFor([&] { return !session.isLive() && !compressing->isReading(); });
    settle();
    page(u"compress"_s, "compress");
    page(u"compress-whole"_s, "compress", compressing);
    if (m_states.contains(u"compress-family"_s)) { // of three chains
        auto* stages = m_window.findChild<StageList*>();
        for (const std::vector<StageDraft>& chain : {std::vector<StageDraft>{{"prune", {{"share", 0.8}}}, {"quantize"}},
                                                     std::vector<StageDraft>{{"sparsify", {{"share", 0.9}}}, {"cluster"}}}) {
            stages->setStages(chain);
            start->click();
            waitFor([&] { return !session.isLive() && !compressing->isReading(); });
            settle();
        }
        page(u"compress-family"_s, "compress", compressing);
    }
    m_window.openPage(u"network"_s);
}

void Album::takeStarts()
{
    if (m_states.filter(u"starts"_s).isEmpty())
        return;
    m_window.openPage(u"compare"_s);
    auto* by = m_window.findChild<QComboBox*>(u"compareBy"_s);
    by->setCurrentIndex(by->count() - 1);
    settle();
    page(u"starts-none"_s, "compare");
    if (m_states.contains(u"starts-row"_s) || m_states.contains(u"starts"_s) || m_states.contains(u"starts-done"_s)) {
        const TrainingSession& training = m_window.session();
        auto& row = m_window.findChild<TrainingSettingsPanel*>()->initialWeights();
        if (training.run()) {
            row.beginFrom(training.placeOfRun());
            waitFor([&] { return initialWeightsOf(m_window.document().project()).has_value(); });
        }
        settle();
        page(u"starts-row"_s, "trainingSettingsDock");
        m_window.openPage(u"compare"_s);
        settle();
        page(u"starts"_s, "compare");
    }
    if (m_states.contains(u"starts-done"_s)) {
        m_window.findChild<QPushButton*>(u"compareStart"_s)->click();
        const CompareSession& session = m_window.findChild<ComparePanel*>()->session();
        waitFor([&] { return !session.isLive(); });
        settle();
        page(u"starts-done"_s, "compare");
    }
    m_window.openPage(u"network"_s);
}

void Album::takeStepsOf(StepsPanel& steps)
{
    auto* view = steps.findChild<QAbstractItemView*>(u"stepsTable"_s);
    const auto* where = steps.findChild<QLabel*>(u"stepsWhere"_s);
    for (const auto& [way, words] : {std::pair{StepWay::forward, u"steps-forward-"_s}, {StepWay::back, u"steps-back-"_s}})
        for (const QString& state : m_states.filter(words)) {
            steps.findChild<QPushButton*>(u"stepsFirst"_s)->click();
            const auto isThere = [&] { return steps.stage()->way == way && where->text().endsWith(state.mid(words.size())); };
            for (std::size_t i = 0; i < steps.stages().size() && !isThere(); ++i)
                steps.findChild<QPushButton*>(u"stepsNext"_s)->click();
            if (!isThere())
                refuse("a step does not come to this layer", state);
            view->setCurrentIndex(steps.table().index(0, 0));
            settle();
            page(state, "stepsDock");
        }
}

} // namespace netsmith::pictures
