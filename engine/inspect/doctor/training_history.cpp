#include "engine/inspect/doctor/training_history.h"

#include "engine/core/median.h"

namespace netsmith::inspect {
namespace {

constexpr std::size_t stepsAtMost = 2048, measuresKept = 32;

} // namespace

void TrainingHistory::addStep(std::int64_t step, double loss)
{
    ++m_count;
    if (m_steps.size() > 1 && m_inLast < m_group) {
        Step& last = m_steps.back();
        last.step = step;
        last.loss += (loss - last.loss) / static_cast<double>(++m_inLast);
        return;
    }
    if (m_steps.size() > stepsAtMost) { // pairs become one; the first stays alone, since no update came before it
        std::size_t to = 1;
        for (std::size_t from = 1; from + 1 < m_steps.size(); from += 2)
            m_steps[to++] = {m_steps[from + 1].step, (m_steps[from].loss + m_steps[from + 1].loss) / 2.0};
        m_steps.resize(to);
        m_group *= 2;
    }
    m_steps.push_back({step, loss});
    m_inLast = 1;
}

void TrainingHistory::addMeasures(std::shared_ptr<const StepMeasures> measures)
{
    std::vector<double> updates;
    for (const LayerMeasures& layer : measures->layers)
        if (layer.update)
            updates.push_back(*layer.update);
    m_largestUpdate = std::max(m_largestUpdate, medianOf(std::move(updates)));
    if (m_measures.size() == measuresKept)
        m_measures.erase(m_measures.begin());
    m_measures.push_back(std::move(measures));
}

} // namespace netsmith::inspect
