#include "gui/inspect/heat_feed.h"

#include "gui/canvas/canvas.h"
#include "gui/inspect/moment_measures.h"
#include "gui/training/training_session.h"
#include "gui/widgets/engine_text.h"

#include <utility>

namespace netsmith::gui {

HeatFeed::HeatFeed(TrainingSession& session, const Document& document, Canvas& canvas, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_moment(new MomentMeasures(session, document, this))
    , m_canvas(&canvas)
{
    connect(&session, &TrainingSession::updated, this, &HeatFeed::follow);
    connect(&session, &TrainingSession::askedChanged, this, &HeatFeed::follow);
    connect(m_moment, &MomentMeasures::changed, this, [this] {
        m_measures = shown();
        show(); // also if there are none: why
    });
}

void HeatFeed::setJobs(WindowJobs& jobs)
{
    m_moment->setJobs(jobs);
}

void HeatFeed::setHeat(Heat heat)
{
    if (std::exchange(m_heat, heat) == heat)
        return;
    m_session.setMeasuring(heat != Heat::none);
    m_moment->setWanted(heat != Heat::none);
    m_explained.clear();
    m_measures = shown();
    show();
}

/// Of the live run, or the last one as it ended; of a chosen moment or run only what is measured of that.
std::shared_ptr<const inspect::StepMeasures> HeatFeed::shown() const
{
    const auto& live = m_session.snapshot().measures;
    return live && !m_session.asksChosen() ? live : m_moment->latest();
}

void HeatFeed::follow()
{
    if (m_heat == Heat::none || shown() == m_measures)
        return;
    m_measures = shown();
    show();
}

void HeatFeed::show()
{
    if (!m_canvas)
        return;
    if (m_heat == Heat::none) {
        m_canvas->setTint(std::nullopt, TintSource::heat);
        return;
    }
    m_canvas->setTint(HeatWords::tint(m_measures ? *m_measures : inspect::StepMeasures(), m_heat), TintSource::heat);
    explain();
}

void HeatFeed::explain()
{
    const bool ofUnits = m_heat == Heat::dead || m_heat == Heat::saturated;
    QString why;
    if (!m_measures && m_moment->problem())
        why = messageText(*m_moment->problem());
    else if (!m_measures && !m_session.isResting() && m_session.asksChosen())
        why = tr("The layers of a saved run are measured when nothing trains.");
    else if (!m_measures)
        why = !m_session.isResting() || m_moment->isBusy() ? QString()
                                                           : tr("Train the network: then its layers are measured and colored.");
    else if (m_heat == Heat::peak && m_measures->peak == 0.0)
        why = tr("The peak of this device is not known. Run \"netsmith-cli devices --benchmark\" once to measure it.");
    else if (ofUnits && m_measures->unobserved)
        why = messageText(*m_measures->unobserved);
    else if (HeatWords::tint(*m_measures, m_heat).nodes.empty() && ofUnits)
        why = m_heat == Heat::dead ? tr("No layer of this network has ReLU units.")
                                   : tr("No activation of this network can saturate.");
    if (std::exchange(m_explained, why) != why && !why.isEmpty())
        m_canvas->refuse(why);
}

} // namespace netsmith::gui
