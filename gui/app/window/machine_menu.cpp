#include "gui/app/window/machine_menu.h"

#include "gui/jobs/machine_use.h"
#include "gui/jobs/window_jobs.h"

#include <QActionGroup>
#include <QMenu>
#include <QThread>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

MachineMenu::MachineMenu(QMenu& menu, const WindowJobs& jobs)
    : QObject(&menu)
    , m_jobs(jobs)
    , m_threads(menu.addMenu(QString()))
    , m_placement(menu.addMenu(QString()))
    , m_fuse(add(
          menu, nullptr, u"fuseAction"_s, [](train::MachineSettings& settings, int) { settings.fuse = !settings.fuse; }, 0))
{
    m_threads->setObjectName(u"threadsMenu"_s);
    m_placement->setObjectName(u"placementMenu"_s);
    for (QMenu* each : {m_threads, m_placement})
        each->setToolTipsVisible(true);
    auto* counts = new QActionGroup(this);
    const auto offer = [&](int threads) {
        m_threadChoices << add(
            *m_threads, counts, u"threads%1Action"_s.arg(threads),
            [](train::MachineSettings& settings, int value) { settings.threads = value; }, threads);
    };
    offer(0);
    for (int threads = 1; threads < QThread::idealThreadCount(); threads *= 2)
        offer(threads);
    auto* places = new QActionGroup(this);
    for (const train::SamplePlacement placement : train::samplePlacements) {
        const std::string_view id = idOf(placement);
        m_placements << add(
            *m_placement, places, u"placement_%1Action"_s.arg(QLatin1StringView(id.data(), static_cast<qsizetype>(id.size()))),
            [](train::MachineSettings& settings, int value) { settings.placement = static_cast<train::SamplePlacement>(value); },
            static_cast<int>(placement));
    }
    connect(&MachineUse::instance(), &MachineUse::changed, this, &MachineMenu::refresh);
    connect(&jobs, &WindowJobs::changed, this, &MachineMenu::refresh);
    retranslate();
}

QAction* MachineMenu::add(QMenu& menu, QActionGroup* group, const QString& name, void (*change)(train::MachineSettings&, int),
                          int value)
{
    QAction* action = menu.addAction(QString());
    action->setObjectName(name);
    action->setCheckable(true);
    action->setData(value);
    if (group)
        group->addAction(action);
    connect(action, &QAction::triggered, this, [this, change, value] {
        train::MachineSettings settings = MachineUse::instance().settings();
        change(settings, value);
        MachineUse::instance().set(settings);
        refresh();
    });
    return action;
}

void MachineMenu::refresh()
{
    const train::MachineSettings& settings = MachineUse::instance().settings();
    const QString whyNot = m_jobs.isTraining() ? tr("Stop training first") : m_jobs.whyNot(JobKind::run);
    const auto show = [&](QAction& action, bool chosen, const QString& tip) {
        action.setChecked(chosen);
        action.setEnabled(whyNot.isEmpty());
        action.setToolTip(whyNot.isEmpty() ? tip : whyNot);
        action.setStatusTip(action.toolTip());
    };
    for (QAction* each : m_threadChoices)
        show(*each, each->data().toInt() == settings.threads,
             each->data().toInt() == 0 ? tr("Compute with every core of the processor")
                                       : tr("Leave the other cores to other programs"));
    const QStringList tips{tr("Keep all samples in the device's memory if they take at most half of what is free"),
                           tr("Keep all samples in the device's memory if they take at most three quarters of what is free"),
                           tr("Load the samples in parts during training: slower, with the least memory")};
    for (qsizetype i = 0; i < m_placements.size(); ++i)
        show(*m_placements[i], train::samplePlacements[static_cast<std::size_t>(i)] == settings.placement, tips[i]);
    show(*m_fuse, settings.fuse, tr("Compute layers that follow each other at once: faster, with the same results up to rounding"));
}

void MachineMenu::retranslate()
{
    m_threads->setTitle(tr("T&hreads"));
    m_placement->setTitle(tr("Samples in memor&y"));
    m_fuse->setText(tr("Fuse &operations"));
    for (QAction* each : m_threadChoices)
        each->setText(each->data().toInt() == 0 ? tr("One for each core (%1)").arg(QThread::idealThreadCount())
                                                : tr("%n thread(s)", nullptr, each->data().toInt()));
    const QStringList names{tr("&Automatically"), tr("&All of them"), tr("In &parts")};
    for (qsizetype i = 0; i < m_placements.size(); ++i)
        m_placements[i]->setText(names[i]);
    refresh();
}

} // namespace netsmith::gui
