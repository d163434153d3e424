#include "engine/train/trainer/trainer.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace netsmith::train {

namespace {

std::string layerName(const Graph& graph, const std::string& id)
{
    const Node* node = graph.find(id);
    return node ? node->label() : id; // in a block its own id says where
}

/// Calls `visit(values)` for an arena's segment, some of its numbers at a time, until it returns false.
template <class F>
void eachPart(State& state, Arena arena, const Segment& segment, F visit)
{
    std::vector<double> buffer(static_cast<std::size_t>(std::min<std::int64_t>(segment.elements(), 1 << 16)));
    for (std::int64_t first = 0; first < segment.elements(); first += std::ssize(buffer)) {
        const auto part = std::span(buffer).first(
            static_cast<std::size_t>(std::min<std::int64_t>(std::ssize(buffer), segment.elements() - first)));
        state.readPart(arena, segment.offset + first, part).take();
        if (!visit(std::span<const double>(part)))
            return;
    }
}

/// The parameter whose gradient has the largest number, or a NaN.
const Segment* largestGradient(CompiledNetwork& network)
{
    const Segment* found = nullptr;
    double largest = -1.0;
    for (const Segment& segment : network.plan().parameters.segments)
        eachPart(network.state(), Arena::gradients, segment, [&](std::span<const double> values) {
            for (const double value : values)
                if (const double size = std::isnan(value) ? HUGE_VAL : std::abs(value); size > largest) {
                    largest = size;
                    found = &segment;
                }
            return true;
        });
    return found;
}

} // namespace

/// The newest, as the run's folder names it: "checkpoints/000007".
std::string Trainer::lastCheckpoint() const
{
    return (m_checkpoint.parent_path().filename() / m_checkpoint.filename()).generic_string();
}

/// Reruns the failed step op by op from the intact weights before it, and throws the finding.
void Trainer::diverged()
{
    throwIfRanksFail();
    CompiledNetwork& network = m_setup.network();
    const NextStep next = m_loop.nextStep();
    const std::int64_t batches = next.batches + (next.last > 0 ? 1 : 0);
    const std::size_t phase = phaseAt(m_setup.project().training, m_loop.at().epoch, step()).phase;
    std::optional<KernelInfo> culprit;
    for (std::int64_t i = 0; i < batches && !culprit; ++i) {
        const bool isLast = i + 1 == batches;
        auto counters = m_loop.at().counters; // the latch keeps the programs from moving them on
        counters[control::position] += i * m_setup.batch();
        counters[control::samples] += i * m_setup.batch();
        const std::int64_t size = isLast && next.last > 0 ? next.last : m_setup.batch();
        network.writeCounters(counters, m_loop.at().groupSteps, size);
        const CompiledNetwork::Sized& sized = network.at(size);
        const CompiledNetwork::Sized::Phase& programs = sized.phases[phase];
        culprit = sized.executable->findNotFinite(programs.forwardBackward).take();
        if (!culprit && !m_options.ranks) // else the update would wait for the other ranks
            culprit = sized.executable->findNotFinite(isLast ? programs.update : programs.accumulate).take();
    }
    Message where(NS_MESSAGE("train.place_step", "the training step"));
    if (culprit && !culprit->origin.empty()) {
        where = Message(NS_MESSAGE("train.place_layer", "{0} ({1})"), layerName(m_setup.project().graph, culprit->origin.front()),
                        culprit->op);
    } else if (culprit) {
        // An op over all gradients at once: each is finite and their norm is not.
        if (const Segment* largest = largestGradient(m_setup.network()))
            where = Message(NS_MESSAGE("train.place_gradients", "the gradients' norm (the largest is of {0})"), largest->id);
    }
    throw Error(ErrorKind::diverged,
                NS_MESSAGE("train.diverged",
                           "at step {0} (epoch {1}) numbers became NaN or infinite, first in {2}. Use a smaller learning rate, "
                           "clip the gradients, or check the range of the data. The last good checkpoint is {3}."),
                step() + 1, m_loop.at().epoch + 1, where, lastCheckpoint());
}

/// An update can overflow even if its gradients did not; such weights must not become a seemingly good checkpoint.
void Trainer::checkWeights()
{
    CompiledNetwork& network = m_setup.network();
    for (const auto& [arena, table] :
         {std::pair(Arena::weights, &network.plan().parameters), std::pair(Arena::statistics, &network.plan().statistics)}) {
        for (const Segment& segment : table->segments) {
            bool finite = true;
            eachPart(network.state(), arena, segment, [&](std::span<const double> values) {
                return finite = std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
            });
            if (!finite)
                throw Error(ErrorKind::diverged,
                            NS_MESSAGE("train.weights",
                                       "step {0} left a NaN or an infinity in {1}; the last good checkpoint is {2}; try "
                                       "a smaller learning rate or less weight decay"),
                            step(), segment.id, lastCheckpoint());
        }
    }
}

} // namespace netsmith::train
