#include "engine/core/parallel.h"
#include "engine/inspect/amount_words.h"
#include "engine/inspect/profiler/advice.h"
#include "engine/inspect/profiler/chrome_trace.h"
#include "engine/inspect/profiler/profile_training.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_profiler {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

Project onDevice(Project project, const std::string& device)
{
    project.training.device = backendFor(device).take()->devices().front().id;
    return project;
}

TrainingProfile profileOf(const Project& project, const std::string& device, int steps = 10, bool fused = true)
{
    train::TrainingSetup setup(onDevice(project, device), tinyData(), *backendFor(device).take(), {.fuse = fused});
    setup.network().drawWeights();
    return profileTraining(setup, {.steps = steps, .fused = fused});
}

ProfiledKernel kernel(const char* op, const char* layer, StepPart part, double seconds, double flops = 0.0, double bytes = 0.0)
{
    ProfiledKernel made{.op = op, .implementation = "own", .part = part, .seconds = seconds, .flops = flops, .bytes = bytes};
    if (*layer)
        made.origin = {layer};
    return made;
}

/// A step of 10 ms on a device of 100 GFLOP/s and 10 GB/s.
TrainingProfile madeProfile()
{
    TrainingProfile profile;
    profile.device = "cpu";
    profile.batch = 10;
    profile.samples = 1000;
    profile.step = 0.010;
    profile.limits = {100e9, 10e9};
    profile.kernels = {kernel("gather", "input_1", StepPart::data, 0.0002, 0.0, 1e5),
                       kernel("conv2d", "conv2d_1", StepPart::forward, 0.002, 100e6, 1e6),
                       kernel("conv2d_backward_weights", "conv2d_1", StepPart::backward, 0.006, 420e6, 2e6),
                       kernel("adam", "", StepPart::update, 0.0018, 1e6, 9e6)};
    double at = 0.0;
    for (ProfiledKernel& each : profile.kernels) {
        each.start = at;
        each.shown = each.seconds;
        at += each.seconds;
    }
    profile.buffers = {{"", "conv2d", "conv2d_1", false, 1, 2, 3 << 20},
                       {"", "conv2d_backward_weights", "conv2d_1", true, 2, 2, 1 << 20}};
    return profile;
}

std::vector<std::string> idsOf(const std::vector<Message>& messages)
{
    std::vector<std::string> ids;
    for (const Message& message : messages)
        ids.push_back(message.id());
    return ids;
}

} // namespace

/// Where the time and the memory of training go.
class TestProfiler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aProfileIsWhole_data() { devices(); }
    void aProfileIsWhole();
    void everyBatchOfAStepCounts_data() { devices(); }
    void everyBatchOfAStepCounts();
    void samplesThatAreLoadedInPartsCount();
    void aKernelRaisesTheLimit();
    void aSetWithoutAWholeStepIsRefused();
    void buffersThatLiveTogetherLieApart_data();
    void buffersThatLiveTogetherLieApart();
    void layersWorkedByHand();
    void roofsWorkedByHand();
    void memoryWorkedByHand();
    void findingsWorkedByHand();
    void theNearerLimitIsSaid();
    void adviceWorkedByHand();
    void aPlantedCauseComesFirst_data();
    void aPlantedCauseComesFirst();
    void aSetTooLargeForMemoryHasNoButton();
    void loadingIsSpreadOverItsSteps();
    void aSetThatIsNotCachedIsDecodedAgain();
    void whatIsNotWorthItIsNotAdvised();
    void remediesFitTheirProjects();
    void alternativesAreMeasured_data() { devices(); }
    void alternativesAreMeasured();
    void aLargerBatchNeedsSamples();
    void fusionIsMeasured();
    void fusionInWords();
    void theTraceHoldsTheStep();

private:
    void devices()
    {
        QTest::addColumn<QString>("device");
        for (const char* device : {"reference", "cpu"})
            if (hasBackend(device))
                QTest::newRow(device) << device;
    }
};

void TestProfiler::aProfileIsWhole()
{
    QFETCH(const QString, device);
    const TrainingProfile profile = profileOf(tinyProject(), device.toStdString(), 12); // more than an epoch has
    QCOMPARE(profile.batch, 5);
    QCOMPARE(profile.samples, 23);
    QCOMPARE(profile.steps, 12);
    QCOMPARE(profile.accumulate, 1);
    QVERIFY(profile.step > 0.0 && profile.timed > 0.0 && profile.sum() > 0.0);
    QVERIFY(profile.memory.total() > 0);
    QCOMPARE(profile.staging > 0.0, true);
    QCOMPARE(profile.samplesAtOnce, 0);
    QVERIFY(std::abs(profile.epoch() - profile.step * 23.0 / 5.0) < 1e-12);
    // The parts follow each other, and each is there.
    std::vector<StepPart> order;
    double end = 0.0;
    for (const ProfiledKernel& each : profile.kernels) {
        QVERIFY(each.seconds >= 0.0 && each.shown >= 0.0);
        QVERIFY(each.start >= end - 1e-12);
        end = each.start + each.shown;
        if (order.empty() || order.back() != each.part)
            order.push_back(each.part);
    }
    QVERIFY(order.front() == StepPart::data && order.back() == StepPart::update);
    for (const StepPart part : stepParts)
        QVERIFY(std::ranges::find(order, part) != order.end());
    QVERIFY(std::ranges::find(order, StepPart::backward) > std::ranges::find(order, StepPart::forward));
    // Each layer with weights has its two ways.
    for (const char* node : {"dense_1", "dense_2"}) {
        const std::vector<LayerShare> layers = layersOf(profile);
        const auto layer = std::ranges::find(layers, node, &LayerShare::layer);
        QVERIFY2(layer != layers.end() && layer->forward > 0.0 && layer->backward > 0.0 && layer->flops > 0.0, node);
    }
}

void TestProfiler::everyBatchOfAStepCounts()
{
    QFETCH(const QString, device);
    Project project = tinyProject();
    project.training.gradientAccumulationSteps = 3;
    const TrainingProfile profile = profileOf(project, device.toStdString(), 4);
    QCOMPARE(profile.accumulate, 3);
    int forward = 0, accumulated = 0, updates = 0;
    for (const ProfiledKernel& each : profile.kernels) {
        forward = each.part == StepPart::forward ? each.runs : forward;
        accumulated = each.part == StepPart::update && each.runs == 2 ? 2 : accumulated;
        updates = each.part == StepPart::update && each.runs == 1 ? 1 : updates;
    }
    QCOMPARE(forward, 3);
    QCOMPARE(accumulated, 2);
    QCOMPARE(updates, 1);
}

void TestProfiler::samplesThatAreLoadedInPartsCount()
{
    train::TrainingSetup setup(onDevice(tinyProject(), "reference"), tinyData(), *backendFor("reference").take(), {}, {}, 5);
    setup.network().drawWeights();
    TrainingProfile profile = profileTraining(setup, {.steps = 6});
    QCOMPARE(profile.samplesAtOnce, 5);
    QVERIFY(profile.staging > 0.0);
    double kernels = 0.0;
    for (const ProfiledKernel& each : profile.kernels)
        kernels += each.total();
    QVERIFY(std::abs(profile.sum() - kernels - profile.staging) < 1e-12);
    QVERIFY(profile.kernels.front().start >= 0.0);
    profile.staging = profile.step / 2.0;
    const std::vector<Advice> advice = adviceOn(profile, {});
    QCOMPARE(advice.size(), std::size_t{1});
    QVERIFY(advice[0].slowness == Slowness::loading && std::abs(advice[0].share - 0.5) < 1e-9);
}

void TestProfiler::aKernelRaisesTheLimit()
{
    train::TrainingSetup setup(onDevice(tinyProject(), "reference"), tinyData(), *backendFor("reference").take(), {});
    setup.network().drawWeights();
    const TrainingProfile profile = profileTraining(setup, {.steps = 5, .limits = {1.0, 1.0}});
    double fastest = 0.0;
    for (const ProfiledKernel& each : profile.kernels)
        if (each.total() >= 0.01 * profile.sum())
            fastest = std::max(fastest, each.rate());
    QVERIFY(fastest > 1.0);
    QCOMPARE(profile.limits.flops, fastest);
    QCOMPARE(profileTraining(setup, {.steps = 5, .limits = {1e30, 1.0}}).limits.flops, 1e30);
    QCOMPARE(profileTraining(setup, {.steps = 5}).limits.flops, 0.0); // unknown stays unknown
}

void TestProfiler::aSetWithoutAWholeStepIsRefused()
{
    Project project = onDevice(tinyProject(), "reference");
    project.training.gradientAccumulationSteps = 6; // of batches of 5, where there are 23 samples
    train::TrainingSetup setup(project, tinyData(), *backendFor("reference").take(), {});
    setup.network().drawWeights();
    const Error error = errorOf([&] { profileTraining(setup, {.steps = 2}); });
    QCOMPARE(error.message().id(), std::string("profile.no_step"));
}

void TestProfiler::buffersThatLiveTogetherLieApart_data()
{
    QTest::addColumn<bool>("fused");
    QTest::newRow("fused") << true;
    QTest::newRow("not fused") << false;
}

void TestProfiler::buffersThatLiveTogetherLieApart()
{
    if (!hasBackend("cpu"))
        QSKIP("no oneDNN");
    QFETCH(const bool, fused);
    train::TrainingSetup setup(onDevice(tinyProject(), "cpu"), tinyData(), *backendFor("cpu").take(), {.fuse = fused});
    const CompiledNetwork::Sized& sized = setup.network().at(5);
    const int program = sized.phases.front().forwardBackward;
    const std::vector<ArenaBuffer> buffers = sized.executable->buffers(program);
    const std::vector<KernelInfo> kernels = sized.executable->kernels(program);
    QVERIFY(buffers.size() > 3);
    const MemoryUse memory = sized.executable->memory();
    int pairs = 0;
    for (const ArenaBuffer& one : buffers) {
        QVERIFY(0 <= one.first && one.first <= one.last && one.last < static_cast<int>(kernels.size()));
        QVERIFY(one.bytes > 0 && one.offset >= 0 && one.offset + one.bytes <= memory.activations + memory.workspace);
        QVERIFY(!one.isWorkspace || one.first == one.last);
        for (const ArenaBuffer& other : buffers)
            if (&one != &other && one.first <= other.last && other.first <= one.last) {
                QVERIFY(one.offset + one.bytes <= other.offset || other.offset + other.bytes <= one.offset);
                ++pairs;
            }
    }
    QVERIFY(pairs > 0);
    // The output of a layer lives until its gradient was computed, unless that does without it.
    const auto output =
        std::ranges::find_if(buffers, [](const ArenaBuffer& buffer) { return buffer.layer == "dense_1" && !buffer.isWorkspace; });
    QVERIFY(output != buffers.end());
    const auto gradient =
        std::ranges::find_if(kernels, [](const KernelInfo& kernel) { return kernel.op.find("_backward") != std::string::npos; });
    QVERIFY(gradient != kernels.end() && output->last > gradient - kernels.begin());
}

void TestProfiler::layersWorkedByHand()
{
    TrainingProfile profile = madeProfile();
    profile.kernels[1].runs = profile.kernels[2].runs = 2;
    const std::vector<LayerShare> layers = layersOf(profile);
    QCOMPARE(layers.size(), std::size_t{3});
    QCOMPARE(layers[0].layer, std::string("input_1"));
    QCOMPARE(layers[0].other, 0.0002);
    QCOMPARE(layers[1].layer, std::string("conv2d_1"));
    QCOMPARE(layers[1].forward, 0.004);
    QCOMPARE(layers[1].backward, 0.012);
    QCOMPARE(layers[1].flops, 1040e6);
    QCOMPARE(layers[1].bytes, 6e6);
    QCOMPARE(layers[1].rate(), 65e9);
    QCOMPARE(layers[1].intensity(), 1040.0 / 6.0);
    QCOMPARE(layers[2].layer, std::string());
    QCOMPARE(layers[2].other, 0.0018);
    QVERIFY(std::abs(profile.sum() - 0.018) < 1e-12);
}

void TestProfiler::roofsWorkedByHand()
{
    const DeviceLimits limits{100e9, 10e9};
    QCOMPARE(roofAt(limits, 2.0), 20e9);
    QCOMPARE(roofAt(limits, 10.0), 100e9);
    QCOMPARE(roofAt(limits, 1000.0), 100e9);
    QCOMPARE(roofAt({100e9, 0.0}, 2.0), 100e9);
    QCOMPARE(roofAt({}, 2.0), 0.0);
}

void TestProfiler::memoryWorkedByHand()
{
    const TrainingProfile profile = madeProfile();
    QCOMPARE(liveBytes(profile), (std::vector<std::int64_t>{0, 3 << 20, 4 << 20, 0}));
    const std::vector<StepBuffer> peak = buffersAtPeak(profile);
    QCOMPARE(peak.size(), std::size_t{2});
    QCOMPARE(peak.front().bytes, std::int64_t{3 << 20});
    QVERIFY(peak.back().isWorkspace);
    QVERIFY(buffersAtPeak({}).empty());
}

void TestProfiler::findingsWorkedByHand()
{
    const std::vector<Message> findings = findingsOn(madeProfile());
    QCOMPARE(idsOf(findings),
             (std::vector<std::string>{"profiler.share_of_peak", "profiler.share_of_peak", "profiler.update_share",
                                       "profiler.peak_of"}));
    QCOMPARE(findings[0].text(), std::string("60 % of a step is the weight gradient of conv2d_1, at 70 % of the device's peak."));
    QCOMPARE(findings[1].text(), std::string("20 % of a step is the forward pass of conv2d_1, at 50 % of the device's peak."));
    QVERIFY(findings[2].text().starts_with("18 % of a step is updating the weights"));
    QCOMPARE(findings[3].text(), std::string("Activations and workspaces need 4 MiB at most, of which conv2d_1 has 3 MiB."));

    TrainingProfile slow = madeProfile();
    slow.staging = 0.004;
    slow.step = 0.021;
    const std::vector<Message> more = findingsOn(slow);
    QCOMPARE(idsOf(more),
             (std::vector<std::string>{"profiler.outside", "profiler.share_of_peak", "profiler.data_share", "profiler.peak_of"}));
    QVERIFY(more[0].text().starts_with("33 % "));
    QVERIFY(more[1].text().starts_with("29 % "));
    QVERIFY(more[2].text().starts_with("20 % "));
    QVERIFY(findingsOn({}).empty());
}

void TestProfiler::theNearerLimitIsSaid()
{
    TrainingProfile profile = madeProfile();
    profile.kernels[2].flops = 6e6; // 1 % of the peak
    profile.kernels[2].bytes = 42e6; // 70 % of the bandwidth
    QCOMPARE(findingsOn(profile)[0].text(),
             std::string("60 % of a step is the weight gradient of conv2d_1, at 70 % of the memory's bandwidth."));
    profile.kernels[2].bytes = 90e6; // 150 %
    QCOMPARE(findingsOn(profile)[0].id(), std::string("profiler.share_cached"));
    profile.limits = {};
    QCOMPARE(findingsOn(profile)[0].text(), std::string("60 % of a step is the weight gradient of conv2d_1."));
}

void TestProfiler::adviceWorkedByHand()
{
    TrainingProfile profile = madeProfile(); // an epoch takes 1 s
    profile.threads = 1;
    profile.samplesAtOnce = 40;
    profile.staging = 0.001;
    const std::vector<Advice> all = adviceOn(profile,
                                             {{Slowness::smallBatch, 40, 0.5},
                                              {Slowness::singlePrecision, 0, 0.7},
                                              {Slowness::fewThreads, 2, 0.55},
                                              {Slowness::noFusion, 0, 0.8}});
    std::vector<Slowness> order;
    for (const Advice& each : all)
        order.push_back(each.slowness);
    QCOMPARE(order,
             (std::vector<Slowness>{Slowness::smallBatch, Slowness::fewThreads, Slowness::singlePrecision, Slowness::noFusion,
                                    Slowness::loading}));
    QVERIFY(std::abs(all[0].saves - 0.5) < 1e-12 && std::abs(all[0].share - 0.5) < 1e-12);
    QCOMPARE(all[0].finding.text(),
             std::string("A batch of 10 leaves cpu idle part of the time: with 40 an epoch takes 0.5 s instead of 1 s."));
    QCOMPARE(all[1].finding.text(),
             std::string("1 thread computes: with 2, one for each core, an epoch takes 0.55 s instead of 1 s."));
    QVERIFY(all[2].remedy && !all[1].remedy && !all[3].remedy && !all[4].remedy);
    QVERIFY(all[1].machineRemedy && !all[2].machineRemedy && all[3].machineRemedy);
    QVERIFY(!all[4].machineRemedy); // it doesn't fit
    QVERIFY(std::abs(all[4].saves - 0.1) < 1e-12);
    QVERIFY(all[4].finding.text().find("10 % of the time for samples, which are loaded 40 at a time") != std::string::npos);
}

void TestProfiler::aPlantedCauseComesFirst_data()
{
    QTest::addColumn<int>("slowness");
    QTest::addColumn<QString>("finding");
    QTest::addColumn<QString>("option");
    const auto row = [](const char* name, Slowness slowness, const char* finding, const char* option = "") {
        QTest::newRow(name) << static_cast<int>(slowness) << finding << option;
    };
    row("a slow loader", Slowness::loading,
        "cpu waits 60 % of the time for samples, which are loaded 40 at a time during training: all in memory, an epoch would take "
        "0.4 s instead of 1 s.",
        "--data-placement whole");
    row("a set that is not mapped", Slowness::decoding,
        "The set is not mapped but decoded whenever a training starts: that takes 7.5 s, 60 % of a training of 5 epochs.");
    row("a tiny batch", Slowness::smallBatch,
        "A batch of 10 leaves cpu idle part of the time: with 40 an epoch takes 0.4 s instead of 1 s.");
    row("FP32 where BF16 is faster", Slowness::singlePrecision, "In BF16 an epoch takes 0.4 s instead of 1 s.");
    row("one thread", Slowness::fewThreads, "1 thread computes: with 2, one for each core, an epoch takes 0.4 s instead of 1 s.",
        "--threads");
    row("a chain that is not fused", Slowness::noFusion,
        "Operations are not fused: with fused ones an epoch takes 0.4 s instead of 1 s.", "--no-fusion");
}

/// Beside smaller ones of every other kind. Its button changes this, and nothing else.
void TestProfiler::aPlantedCauseComesFirst()
{
    QFETCH(const int, slowness);
    QFETCH(const QString, finding);
    QFETCH(const QString, option);
    const auto planted = static_cast<Slowness>(slowness);
    const auto either = [&](Slowness one, double large, double small) { return one == planted ? large : small; };
    TrainingProfile profile = madeProfile(); // an epoch takes 1 s
    profile.threads = 1;
    profile.samplesAtOnce = 40;
    profile.wholeFits = true;
    profile.staging = either(Slowness::loading, 0.006, 0.001);
    profile.decodes = true;
    profile.epochs = 5;
    profile.reading = either(Slowness::decoding, 7.5, 0.5);
    const std::vector<Advice> all = adviceOn(profile,
                                             {{Slowness::smallBatch, 40, either(Slowness::smallBatch, 0.4, 0.7)},
                                              {Slowness::singlePrecision, 0, either(Slowness::singlePrecision, 0.4, 0.8)},
                                              {Slowness::fewThreads, 2, either(Slowness::fewThreads, 0.4, 0.85)},
                                              {Slowness::noFusion, 0, either(Slowness::noFusion, 0.4, 0.9)}});
    QCOMPARE(all.size(), slownesses.size());
    const Advice& first = all.front();
    QVERIFY(first.slowness == planted);
    QCOMPARE(QString::fromStdString(first.finding.text()), finding);
    QVERIFY(std::abs(first.share - 0.6) < 1e-9);
    QVERIFY(first.remedy.has_value() != first.machineRemedy.has_value());

    Project before = tinyProject();
    before.data.source = "image_folder";
    before.data.parameters = {{"cache", false}};
    Project wanted = before;
    if (planted == Slowness::smallBatch)
        wanted.training.batch = 40;
    else if (planted == Slowness::singlePrecision)
        wanted.training.precision = "bf16";
    else if (planted == Slowness::decoding)
        wanted.data.parameters["cache"] = true;
    const train::MachineSettings slow{.threads = 1, .fuse = false, .placement = train::SamplePlacement::parts};
    train::MachineSettings wantedUse = slow;
    if (planted == Slowness::fewThreads)
        wantedUse.threads = 0;
    else if (planted == Slowness::noFusion)
        wantedUse.fuse = true;
    else if (planted == Slowness::loading)
        wantedUse.placement = train::SamplePlacement::whole;

    QCOMPARE(first.machineRemedy ? QString::fromStdString(first.machineRemedy->option) : QString(), option);
    if (first.remedy) {
        Project after = before;
        QVERIFY(stateOf(*first.remedy, before, &after) == RemedyState::open);
        QVERIFY2(after == wanted, toJson(after).c_str());
        QVERIFY(stateOf(*first.remedy, after) == RemedyState::applied);
    } else {
        train::MachineSettings after = slow;
        QVERIFY(stateOf(*first.machineRemedy, after) == RemedyState::open);
        applyRemedy(after, *first.machineRemedy);
        QVERIFY(after == wantedUse);
        QVERIFY(stateOf(*first.machineRemedy, after) == RemedyState::applied);
    }
}

void TestProfiler::aSetTooLargeForMemoryHasNoButton()
{
    TrainingProfile profile = madeProfile();
    profile.samplesAtOnce = 40;
    profile.staging = 0.006;
    const std::vector<Advice> all = adviceOn(profile, {});
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].advice.id(), std::string("profiler.loading.advice"));
    QVERIFY(!all[0].remedy && !all[0].machineRemedy);
}

/// A part of 20 samples is for 4 steps of 5: each has a quarter of its time, and steps are timed without it.
void TestProfiler::loadingIsSpreadOverItsSteps()
{
    train::TrainingSetup setup(onDevice(tinyProject(), "reference"), tinyData(), *backendFor("reference").take(), {}, {}, 20);
    setup.network().drawWeights();
    const TrainingProfile profile = profileTraining(setup, {.steps = 9});
    QCOMPARE(profile.samplesAtOnce, 20);
    QVERIFY(profile.wholeFits);
    QVERIFY(profile.staging > 0.0 && profile.staging < profile.step);
    for (const ProfiledKernel& each : profile.kernels)
        QVERIFY(each.start >= profile.staging - 1e-12); // the timeline begins with it
}

void TestProfiler::aSetThatIsNotCachedIsDecodedAgain()
{
    const auto profileWith = [](const char* source, ParameterMap parameters) {
        Project project = onDevice(tinyProject(), "reference");
        project.data.source = source;
        project.data.parameters = std::move(parameters);
        project.training.epochs = 4;
        train::TrainingSetup setup(project, tinyData(), *backendFor("reference").take(), {});
        setup.network().drawWeights();
        return profileTraining(setup, {.steps = 2, .reading = 10.0});
    };
    const TrainingProfile again = profileWith("image_folder", {{"cache", false}});
    QVERIFY(again.decodes);
    QCOMPARE(again.decoding(), 2.5);
    QVERIFY(!adviceOn(again, {}).empty() && adviceOn(again, {})[0].slowness == Slowness::decoding);
    QCOMPARE(profileWith("image_folder", {}).decoding(), 0.0);
    QCOMPARE(profileWith("mnist", {}).decoding(), 0.0);
}

void TestProfiler::whatIsNotWorthItIsNotAdvised()
{
    const TrainingProfile profile = madeProfile();
    QVERIFY(adviceOn(profile, {}).empty());
    QVERIFY(adviceOn(profile, {{Slowness::singlePrecision, 0, 0.96}, {Slowness::noFusion, 0, 1.3}}).empty());
    QVERIFY(adviceOn(profile, {{Slowness::smallBatch, 40, 0.8}}).empty());
    QCOMPARE(adviceOn(profile, {{Slowness::smallBatch, 40, 0.7}}).size(), std::size_t{1});
}

void TestProfiler::remediesFitTheirProjects()
{
    const std::vector<Advice> all = adviceOn(madeProfile(), {{Slowness::smallBatch, 40, 0.5}, {Slowness::singlePrecision, 0, 0.7}});
    Project project = tinyProject();
    for (const Advice& each : all)
        QVERIFY(stateOf(*each.remedy, project, &project) == RemedyState::open);
    QCOMPARE(project.training.batch, 40);
    QCOMPARE(project.training.precision, std::string("bf16"));
}

void TestProfiler::alternativesAreMeasured()
{
    QFETCH(const QString, device);
    const int before = threadCount();
    const Project project = onDevice(tinyProject(), device.toStdString());
    const data::DataSplit samples = tinyData().set.train;
    setThreadCount(1);
    TrainingProfile profile = profileOf(project, device.toStdString(), 4, false);
    const std::vector<Alternative> all =
        measureAlternatives(project, profile, samples, *backendFor(device.toStdString()).take(), {.seconds = 0.01});
    QCOMPARE(threadCount(), 1);
    setThreadCount(0);
    const int cores = threadCount();
    setThreadCount(before);
    std::vector<Slowness> kinds;
    for (const Alternative& each : all) {
        kinds.push_back(each.slowness);
        QVERIFY(each.ratio > 0.0 && std::isfinite(each.ratio));
    }
    const auto has = [&](Slowness slowness) { return std::ranges::find(kinds, slowness) != kinds.end(); };
    QVERIFY(has(Slowness::noFusion));
    QCOMPARE(has(Slowness::fewThreads), device == QStringLiteral("cpu") && cores > 1);
    QVERIFY(!has(Slowness::smallBatch)); // of 23 samples
    profile.fused = true;
    const std::vector<Alternative> fused =
        measureAlternatives(project, profile, samples, *backendFor(device.toStdString()).take(), {.seconds = 0.01});
    QVERIFY(std::ranges::find(fused, Slowness::noFusion, &Alternative::slowness) == fused.end());
}

void TestProfiler::aLargerBatchNeedsSamples()
{
    const auto batchFor = [](std::int64_t batch, std::int64_t samples) -> std::int64_t {
        Project project = onDevice(tinyProject(), "reference");
        project.training.batch = batch;
        TrainingProfile profile;
        profile.batch = batch;
        profile.samples = samples;
        const std::vector<Alternative> all =
            measureAlternatives(project, profile, tinyData(samples).set.train, *backendFor("reference").take(), {.seconds = 0.001});
        const auto found = std::ranges::find(all, Slowness::smallBatch, &Alternative::slowness);
        return found == all.end() ? 0 : found->value;
    };
    QCOMPARE(batchFor(2, 128), 32);
    QCOMPARE(batchFor(10, 160), 40);
    QCOMPARE(batchFor(10, 159), 0);
}

void TestProfiler::fusionIsMeasured()
{
    if (!hasBackend("cpu"))
        QSKIP("no oneDNN");
    const Project project = onDevice(tinyProject(), "cpu");
    const FusionSavings savings = measureFusion(project, tinyData().set.train, *backendFor("cpu").take(), {.seconds = 0.01});
    QVERIFY(savings.kernels > 0 && savings.unfused > savings.kernels);
    QVERIFY(savings.ratio > 0.0 && std::isfinite(savings.ratio));
}

void TestProfiler::fusionInWords()
{
    QCOMPARE(wordsOf(FusionSavings{30, 40, 3.0 * (1 << 20), 0.9}).text(),
             std::string("Fusing operations saves 10 of 40 kernels, 3 MiB of memory traffic and 10 % of the time of a step."));
    QCOMPARE(wordsOf(FusionSavings{30, 40, 3.0 * (1 << 20), 1.01}).id(), std::string("profiler.fusion_memory"));
    QCOMPARE(wordsOf(FusionSavings{40, 40, 0.0, 1.0}).id(), std::string("profiler.fusion_none"));
    QCOMPARE(wordsOf(FusionSavings{22, 26, 2560.0, 0.89}).text(),
             std::string("Fusing operations saves 4 of 26 kernels, 2.5 KiB of memory traffic and 11 % of the time of a step."));
    QCOMPARE(durationWords(0.0000967, 0.000132).text(), std::string("96.7 µs"));
    QCOMPARE(durationWords(0.0005, 0.002).text(), std::string("0.5 ms")); // in the unit of what it is compared with
    QCOMPARE(durationWords(2.5).text(), std::string("2.5 s"));
    // Nothing negative is called saved.
    QCOMPARE(wordsOf(FusionSavings{30, 29, -20.73 * (1 << 20), 0.95}).text(),
             std::string("Fusing operations saves 5 % of the time of a step: 30 kernels run instead of 29."));
    QCOMPARE(wordsOf(FusionSavings{30, 29, -20.73 * (1 << 20), 1.02}).text(),
             std::string("Fusing operations saves no time in a step: 30 kernels run instead of 29."));
    QCOMPARE(wordsOf(FusionSavings{28, 29, -1.0, 0.9}).text(),
             std::string("Fusing operations saves 10 % of the time of a step: 28 kernels run instead of 29."));
}

void TestProfiler::theTraceHoldsTheStep()
{
    TrainingProfile profile = madeProfile();
    profile.kernels.insert(profile.kernels.begin() + 1, kernel("reshape", "flatten_1", StepPart::forward, 0.0));
    profile.kernels[1].implementation = "view";
    profile.kernels[1].start = 0.0002;
    const Json trace = Json::parse(chromeTrace(profile));
    double step = 0.0, kernels = 0.0;
    std::map<int, double> ends; // of each track
    int spans = 0, counters = 0;
    for (const Json& event : trace["traceEvents"]) {
        if (event["ph"] == "C")
            ++counters;
        if (event["ph"] != "X")
            continue;
        const double start = event["ts"], length = event["dur"];
        if (event["cat"] == "step") {
            step = length;
            continue;
        }
        QVERIFY(start >= 0.0 && start + length <= step + 1e-6);
        if (event["cat"] == "part")
            continue;
        ++spans;
        kernels += length;
        double& end = ends[event["tid"]];
        QVERIFY(start >= end - 1e-6); // one after the other on its track
        end = start + length;
    }
    QVERIFY(std::abs(step - 10000.0) < 1e-6);
    QVERIFY(std::abs(kernels - 10000.0) < 1e-6);
    QCOMPARE(spans, 4);
    QCOMPARE(counters, 5);
    QCOMPARE(ends.size(), std::size_t{4});
}

NETSMITH_TEST(TestProfiler)

} // namespace test_profiler

#include "test_profiler.moc"
