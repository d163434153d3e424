#include "engine/inspect/preflight.h"
#include "engine/predict/memory_check.h"

#include "engine/catalog/catalog.h"
#include "engine/core/three_digits.h"
#include "engine/graph/blocks/blocks.h"
#include "engine/inspect/amount_words.h"
#include "engine/inspect/figures.h"
#include "engine/predict/field_types.h"
#include "engine/train/setup.h"
#include "engine/train/trainer/checkpoint_pacer.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

/// The preflight of one run, step by step.
class Look {
public:
    Look(const Project& project, Backend& backend, const PreflightOptions& options)
        : m_project(project)
        , m_backend(backend)
        , m_options(options)
    {
    }

    Preflight run()
    {
        findData();
        const DeviceInfo device = train::deviceNamed(m_backend, m_project.training.device);
        m_out.warnings = train::checkTraining(m_checked, m_out.samples.train, device);
        m_out.features = featureSavings(request(), m_out.samples);
        if (m_out.features.words)
            m_out.warnings.push_back(*m_out.features.words);
        describe(device);
        estimateMemory(device);
        if (m_out.fits)
            measure();
        return std::move(m_out);
    }

private:
    const TrainingSettings& training() const { return m_project.training; }
    const PreparingWatch& watch() const { return m_options.watch; }
    NetworkRequest request() const
    {
        return {m_checked,
                precisionFrom(training().precision),
                {.fuse = m_options.fuse, .measures = false},
                {},
                {},
                m_out.features.features};
    }

    void findData()
    {
        if (m_options.data) {
            const train::TrainingData data = train::divideData(m_project, *m_options.data);
            m_split = data.trainSplit();
            m_checked = train::checkProject(m_project, fieldTypes(m_split));
            m_out.samples = sampleCounts(data);
            m_out.data = data.loaded.words;
            m_out.standIn = data.loaded.standIn;
            return;
        }
        const data::Resolved found = data::resolve(m_project.data, data::dataPaths(m_options.dataDir));
        m_specs = found.source->fields();
        m_checked = train::checkProject(m_project, fieldTypes(m_specs));
        m_out.samples = sampleCounts(m_project, *found.source);
        m_out.data = found.words;
        m_out.standIn = found.standIn;
    }

    void describe(const DeviceInfo& device)
    {
        m_out.device = device.id;
        m_out.deviceName = device.name;
        m_out.precision = training().precision;
        m_out.batch = training().batch;
        m_out.epochs = training().epochs;
        FiguresCache cache;
        m_out.parameters = figures(m_project.graph, m_checked.shapes(), cache).total.parameters;
        m_out.stepsPerEpoch = train::trainingLength(training(), m_out.samples.train).stepsPerEpoch;
        m_out.memoryFree = device.memoryFree;
        m_out.memoryTotal = device.memoryTotal;
    }

    void estimateMemory(const DeviceInfo& device)
    {
        m_out.memory = memoryEstimate(m_checked, m_out.samples, m_backend, m_options.fuse, watch());
        if (auto words = crashWarning(m_out.memory.weights + m_out.memory.optimizer, training()))
            m_out.warnings.push_back(std::move(*words));
        if (auto words = placementWords(m_project, m_out.samples, m_backend))
            m_out.warnings.push_back(std::move(*words));
        // Data that was read already reduces the host's free memory.
        const bool ofHost = placementOf(m_project, m_out.samples, device).ofDevice == 0;
        const std::int64_t held = m_options.data && ofHost ? m_out.memory.data : 0;
        m_out.fits = m_out.memory.total() - held <= device.memoryFree;
        const std::int64_t most = m_out.fits ? m_out.samples.train : m_out.batch - 1;
        const std::int64_t data = m_out.memory.data - held;
        m_out.largestBatch = largestBatch(m_backend, request(), most, device.memoryFree - data, watch());
        if (m_out.fits) // including its smaller last batches, which the search ignores
            m_out.largestBatch = std::max(m_out.largestBatch, m_out.batch);
        else
            m_out.warnings.push_back(
                Message(
                    m_out.largestBatch > 0
                        ? NS_MESSAGE("preflight.memory", "a batch of {0} does not fit into the memory of {1}; one of {2} does")
                        : NS_MESSAGE("preflight.memory_never",
                                     "a batch of {0} does not fit into the memory of {1}, and no other one does: make the network "
                                     "smaller or close other programs"),
                    m_out.batch, device.id, m_out.largestBatch)
                    .with({.cause = MessageFacts::Cause::tooLarge, .batch = m_out.largestBatch}));
    }

    void measure()
    {
        try {
            TrainingSteps steps(m_project, m_options.fuse, m_backend, samplesFor(m_out.batch), watch(), m_out.features.features);
            m_out.precisions = layerPrecisions(steps.plan());
            m_out.time = timeOf(steps, m_options.timing);
            m_out.layers = layerTimes(steps, watch());
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::diverged)
                throw;
            m_out.warnings.push_back(error.message());
            return;
        }
        adviseOnKernels();
        adviseOnBatch();
    }

    data::DataSplit samplesFor(std::int64_t batch) const { return m_options.data ? m_split : noiseFor(m_specs, batch); }

    RunTime timeOf(TrainingSteps& steps, const TimingGoal& goal) const
    {
        const auto batch = static_cast<double>(steps.batch());
        const double step = secondsOf([&] { return steps.launch(); }, goal, watch());
        double epoch = step * static_cast<double>(m_out.samples.train) / batch;
        if (m_out.samples.validation > 0)
            epoch += secondsOf([&] { return steps.evaluate(); }, {goal.steps, goal.seconds / 4}, watch())
                * static_cast<double>(m_out.samples.validation) / batch;
        double features = 0.0;
        if (!m_out.features.features.empty())
            features =
                steps.computeFeatures().seconds * static_cast<double>(m_out.samples.train + m_out.samples.validation) / batch;
        return {step, epoch, features + epoch * static_cast<double>(m_out.epochs), features};
    }

    void adviseOnKernels()
    {
        for (const LayerTime& layer : m_out.layers) {
            const auto percent = static_cast<std::int64_t>(layer.share * 100.0 + 0.5);
            const auto plain = std::ranges::find_if(layer.kernels, [](const std::string& kernel) { return isPlain(kernel); });
            const Node* node = m_project.graph.find(drawnNode(layer.node));
            if (node && plain != layer.kernels.end() && percent > 0)
                m_out.warnings.emplace_back(
                    NS_MESSAGE("preflight.plain_kernel",
                               "{0} runs on a plain kernel ({1}) for lack of a fast one; it takes {2} % of a step"),
                    node->label(), *plain, percent);
            if (!node && layer.share > 0.5)
                m_out.warnings.emplace_back(
                    NS_MESSAGE(
                        "preflight.update",
                        "{0} % of a step goes into updating the weights, whatever the batch; a larger batch means fewer steps"),
                    percent);
        }
    }

    /// Small steps leave a device idle in between; whether this is the case is measured with a batch four times as large.
    void adviseOnBatch()
    {
        constexpr double shortStep = 0.020; // seconds; longer ones are busy
        const std::int64_t larger = 4 * m_out.batch;
        if (m_out.time->step > shortStep || larger > std::min(m_out.largestBatch, m_out.samples.train / 4))
            return;
        Project other = m_project;
        other.training.batch = larger;
        RunTime time;
        try {
            TrainingSteps steps(other, m_options.fuse, m_backend, samplesFor(larger), watch(), m_out.features.features);
            time = timeOf(steps, {m_options.timing.steps, m_options.timing.seconds / 4});
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::diverged)
                throw;
            return; // it is trained with its own batch
        }
        if (time.epoch * 1.5 > m_out.time->epoch)
            return;
        m_out.faster = FasterBatch{larger, time.epoch};
        m_out.warnings.push_back(
            Message(NS_MESSAGE("preflight.small_batch",
                               "a batch of {0} leaves {1} idle part of the time: with {2} an epoch takes {3} instead of {4}"),
                    m_out.batch, m_out.device, larger, durationWords(time.epoch, m_out.time->epoch),
                    durationWords(m_out.time->epoch))
                .with({.batch = larger}));
    }

    const Project& m_project;
    Backend& m_backend;
    const PreflightOptions& m_options;
    std::vector<data::FieldSpec> m_specs;
    data::DataSplit m_split;
    CheckedProject m_checked;
    Preflight m_out;
};

} // namespace

std::optional<Message> crashWarning(std::int64_t checkpointBytes, const TrainingSettings& training)
{
    constexpr double bytesPerSecond = 200e6; // written, read back and hashed, on a common disk
    const double writing = static_cast<double>(checkpointBytes) / bytesPerSecond;
    const double loss = train::CheckpointPacer::lossFor(writing);
    if (training.checkpointEvery > 0 || loss <= train::CheckpointPacer::longestLoss)
        return std::nullopt;
    return Message(NS_MESSAGE("preflight.crash",
                              "writing a checkpoint takes about {0} s, so a crash may lose up to {1} min of training; "
                              "training.checkpoint_every writes one every N steps, whatever it costs"),
                   threeDigits(writing), std::ceil(loss / 60.0));
}

Preflight preflight(const Project& project, Backend& backend, const PreflightOptions& options)
{
    return Look(project, backend, options).run();
}

} // namespace netsmith::inspect
