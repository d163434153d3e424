#include "engine/twin/twin.h"

#include "engine/catalog/catalog.h"
#include "engine/predict/field_types.h"
#include "engine/train/precision_name.h"

#include <algorithm>
#include <cmath>

namespace netsmith::twin {
namespace {

CheckedProject checked(const Project& project, const train::LoadedData& loaded)
{
    return train::checkProject(project, fieldTypes(train::divideData(project, loaded).trainSplit()));
}

/// Before anything is allocated: whether the project trains at all, and both copies of it fit.
TwinMemory estimateMemory(const Project& project, const train::LoadedData& loaded, Backend& backend, const TwinOptions& options)
{
    const train::TrainingData data = train::divideData(project, loaded);
    const DeviceInfo device = train::deviceNamed(backend, project.training.device);
    const std::vector<FieldType> fields = fieldTypes(data.trainSplit());
    const CheckedProject own = train::checkProject(project, fields);
    const CheckedProject exactProject = train::checkProject(options.format.exact(own), fields);
    const CheckedProject lowProject = train::checkProject(options.format.applied(own), fields);
    train::checkTraining(lowProject, data.trainCount(), device);
    const std::vector<std::int64_t> batches = batchesFor(project.training.batch, data.trainCount(), data.validationCount());
    const NetworkRequest exact{exactProject, Precision::fp32, {.fuse = options.fuse}};
    const NetworkRequest low{lowProject, options.format.precision, {.fuse = options.fuse}};
    return checkTwinMemory(backend, device, exact, low, batches, options.watch);
}

/// The parts of an arena that belong to a layer, concatenated.
std::vector<double> partsOf(const SegmentTable& table, const std::string& node, bool trainableAlone,
                            const std::vector<double>& arena)
{
    std::vector<double> parts;
    for (const Segment& segment : table.segments)
        if (segment.id.starts_with(node + ".") && (segment.trainable || !trainableAlone))
            parts.insert(parts.end(), arena.begin() + segment.offset, arena.begin() + segment.offset + segment.elements());
    return parts;
}

} // namespace

Twin::Twin(Project project, train::LoadedData data, Backend& backend, const TwinOptions& options)
    : m_backend(backend)
    , m_options(options)
    , m_data(std::move(data))
    , m_memory(estimateMemory(project, m_data, backend, options))
    , m_exact(options.format.exact(checked(project, m_data)), m_data, backend, options.fuse, options.watch)
    , m_low(std::make_unique<TwinCopy>(options.format.applied(checked(project, m_data)), m_data, backend, options.fuse,
                                       options.watch))
{
}

void Twin::keepInFp32(const std::vector<std::string>& layers)
{
    Project wanted = m_low->setup().project();
    wanted.training.fp32Layers = layers;
    const train::TrainingData& data = setup().data();
    const std::vector<FieldType> fields = fieldTypes(data.trainSplit());
    const Project project = format().applied(train::checkProject(wanted, fields));
    train::checkTraining(train::checkProject(project, fields), data.trainCount(), setup().device());
    const Project before = m_low->setup().project();
    const TwinCopy::Lasting lasting = m_low->lasting();
    const auto become = [&](const Project& copied, const PreparingWatch& watch) {
        m_low.reset(); // there is room for one
        m_low = std::make_unique<TwinCopy>(copied, m_data, m_backend, m_options.fuse, watch);
        m_low->goOn(lasting, m_epoch);
    };
    try {
        become(project, m_options.watch);
    } catch (...) { // no memory for it, or it was stopped
        const auto lose = [&](auto why) {
            m_low.reset();
            throw Error(ErrorKind::resources,
                        NS_MESSAGE("twin.lost", "the copy in {0} could not be recreated, so the comparison ends: {1}"),
                        format().name(), std::move(why));
        };
        try {
            become(before, {});
        } catch (const Error& error) {
            lose(error.message());
        } catch (const std::exception& error) {
            lose(std::string(error.what()));
        }
        throw;
    }
}

TwinStep Twin::step()
{
    const std::vector<double> rates = setup().learningRates().at(steps(), m_schedules);
    TwinStep taken{.step = steps() + 1, .epoch = m_epoch + 1, .learningRate = rates.front()};
    const std::size_t phase = phaseAt(setup().project().training, m_epoch, steps()).phase;
    taken.lowLoss = m_low->step(rates, phase);
    if (taken.lowLoss) // else both are where they were
        taken.loss = m_exact.step(rates, phase);
    taken.lossScale = m_low->lossScale();
    taken.skipped = m_low->skipped();
    if (taken.loss && m_exact.samplesLeft() == 0)
        endEpoch();
    return taken;
}

void Twin::endEpoch()
{
    if (const train::LearningRates& rates = setup().learningRates(); rates.followLoss())
        rates.epochEnded(m_exact.epochLoss(), m_schedules);
    ++m_epoch;
    m_exact.beginEpoch(m_epoch);
    m_low->beginEpoch(m_epoch);
}

std::vector<double> Twin::exactWeights(std::string_view parameter)
{
    const std::vector<double> all = m_exact.read(Arena::weights);
    const Segment& segment = *m_exact.plan().parameters.find(parameter);
    return {all.begin() + segment.offset, all.begin() + segment.offset + segment.elements()};
}

bool Twin::canMeasure()
{
    return !isLost() && m_exact.samplesLeft() >= setup().batch();
}

TwinMoment Twin::measure()
{
    m_exact.look();
    m_low->look();
    TwinMoment moment{.step = steps(),
                      .format = format(),
                      .range = format().range(),
                      .lossScale = m_low->lossScale(),
                      .skipped = m_low->skipped()};
    compareTensors(moment);
    compareArena(moment, Arena::gradients);
    compareArena(moment, Arena::weights);
    compareOneStep(moment);
    return moment;
}

/// Two trainings drift apart regardless of precision, like two that differ only in the last digit. The effect of the precision
/// shows if both have equal weights.
void Twin::compareOneStep(TwinMoment& moment)
{
    const std::vector<double> own = m_low->read(Arena::weights);
    m_low->writeWeights(m_exact.read(Arena::weights));
    m_low->look();
    TwinMoment equal{.format = moment.format, .range = moment.range};
    compareTensors(equal);
    compareArena(equal, Arena::gradients);
    for (std::size_t i = 0; i < moment.layers.size(); ++i) {
        moment.layers[i].stepArriving = equal.layers[i].arriving;
        moment.layers[i].stepGradient = equal.layers[i].gradient;
    }
    m_low->writeWeights(own);
}

void Twin::compareTensors(TwinMoment& moment)
{
    const double batch = static_cast<double>(setup().batch());
    const std::vector<LayerTensors>& others = m_low->plan().layers;
    for (const LayerTensors& exact : m_exact.plan().layers) {
        TwinLayer& layer = moment.layers.emplace_back();
        layer.node = exact.node;
        const auto low = std::ranges::find(others, exact.node, &LayerTensors::node);
        if (low == others.end() || exact.output == noTensor || low->output == noTensor)
            continue;
        layer.activation = compare(m_exact.read(exact.output), m_low->read(low->output), 1.0, moment.range);
        if (exact.gradient == noTensor || low->gradient == noTensor)
            continue;
        const std::vector<double> arriving = m_exact.read(exact.gradient);
        layer.arriving = compare(arriving, m_low->read(low->gradient), m_low->gradientScale(), moment.range);
        layer.arrivingExponents = exponentsOf(arriving, 1.0 / batch);
    }
}

void Twin::compareArena(TwinMoment& moment, Arena arena)
{
    const bool gradients = arena == Arena::gradients;
    const std::vector<double> exact = m_exact.read(arena), low = m_low->read(arena);
    for (TwinLayer& layer : moment.layers) {
        const std::vector<double> own = partsOf(m_exact.plan().parameters, layer.node, gradients, exact);
        if (own.empty())
            continue;
        const std::vector<double> others = partsOf(m_low->plan().parameters, layer.node, gradients, low);
        (gradients ? layer.gradient : layer.weights) = compare(own, others, gradients ? m_low->gradientScale() : 1.0, moment.range);
        if (gradients)
            layer.gradientExponents = exponentsOf(own, 1.0 / static_cast<double>(setup().batch()));
    }
}

std::optional<Message> endBehind(const TwinStep& step, const TwinFormat& low)
{
    if (step.loss)
        return std::nullopt;
    return Message(NS_MESSAGE("twin.diverged", "the copy in {0} produced a NaN or an infinity at step {1}"),
                   step.lowLoss ? train::precisionName(Precision::fp32) : low.name(), step.step);
}

TwinResult runTwin(Twin& twin, const TwinRun& run)
{
    if (run.steps < 1 || run.every < 1)
        throw Error(ErrorKind::input, NS_MESSAGE("twin.steps", "can't measure {0:step|steps} every {1}; choose 1 or more of each"),
                    run.steps, run.every);
    TwinResult result;
    const auto measure = [&] {
        result.moments.push_back(twin.measure());
        if (run.moment)
            run.moment(result.moments.back());
    };
    std::int64_t next = 0; // to be measured
    while (twin.steps() < run.steps && !twin.over() && !run.stop.stop_requested() && !result.ended) {
        if (twin.steps() >= next && twin.canMeasure()) {
            measure();
            next = twin.steps() + run.every;
        }
        const TwinStep step = twin.step();
        result.steps.push_back(step);
        if (run.step)
            run.step(step);
        result.ended = endBehind(step, twin.format());
    }
    const bool together = !result.ended || !result.steps.back().lowLoss;
    if (together && twin.canMeasure() && (result.moments.empty() || result.moments.back().step != twin.steps()))
        measure();
    result.advice = adviceOf(result.moments);
    return result;
}

} // namespace netsmith::twin
