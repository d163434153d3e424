#include "gui/inspect/heat_feed.h"

#include "gui/canvas/canvas.h"
#include "gui/training/training_session.h"
#include "gui/widgets/engine_text.h"

#include <utility>

namespace netsmith::gui {

HeatFeed::HeatFeed(TrainingSession& session, Canvas& canvas, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_canvas(&canvas)
{
    connect(&session, &TrainingSession::updated, this, &HeatFeed::follow);
}

void HeatFeed::setHeat(Heat heat)
{
    if (std::exchange(m_heat, heat) == heat)
        return;
    m_session.setMeasuring(heat != Heat::none);
    m_explained.clear();
    m_measures = m_session.snapshot().measures;
    show();
}

void HeatFeed::follow()
{
    if (m_heat != Heat::none && m_session.snapshot().measures != m_measures) {
        m_measures = m_session.snapshot().measures;
        show();
    }
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
    if (!m_measures)
        why = !m_session.isResting() ? QString() : tr("Train the network: then its layers are measured and colored.");
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
