// What measuring the layers of a training costs it: the speed with it and without it, in turn.
//
//   bench_layer_measures PROJECT [ROUNDS] [SECONDS]

#include "engine/backend/loader.h"
#include "engine/inspect/measures/live_measures.h"
#include "engine/train/setup.h"
#include "engine/train/training_loop.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace netsmith;

namespace {

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("usage: bench_layer_measures PROJECT [ROUNDS] [SECONDS]\n", stderr);
        return 2;
    }
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
    const double seconds = argc > 3 ? std::atof(argv[3]) : 3.0;
    const Project project = loadProject(argv[1]).take();
    Backend& backend = *backendFor(project.training.device).take();
    train::TrainingSetup setup(project, train::loadData(project, {}), backend, {});
    setup.network().drawWeights();
    train::TrainingLoop loop(setup, setup.project().training);
    loop.beginEpoch();
    NetworkPrediction prediction(setup.network(), setup.project(), setup.fieldSpecs());
    std::unique_ptr<ObservedNetwork> observed;
    const auto observe = [&]() -> ObservedNetwork& { return observed ? *observed : *(observed = setup.observe()); };
    const train::LivePosition position{};
    train::LiveRun run(position, setup, loop, prediction, observe);
    inspect::LiveMeasures live(0.0);
    int measurements = 0;

    /// Samples a second.
    const auto train = [&](bool measures, double duration) {
        const train::Stopwatch watch;
        std::int64_t samples = 0;
        while (watch.seconds() < duration) {
            if (loop.isAtEpochEnd()) {
                TrainingPosition at = loop.at();
                at.counters[control::position] = 0;
                std::ranges::fill(at.sums, 0.0);
                loop.setPosition(std::move(at));
                loop.beginEpoch();
            }
            const auto before = live.latest();
            const train::LaunchOrder order = measures ? live.between(run, {}) : train::LaunchOrder{};
            measurements += live.latest() != before ? 1 : 0;
            const train::TrainingLoop::Launch launch = loop.launch(control::maximumSteps, order.steps);
            samples += launch.done * launch.samples;
        }
        return static_cast<double>(samples) / watch.seconds();
    };
    train(true, 2.0); // until caches, clocks and the length of launches have settled, and the layers are compiled
    measurements = 0;
    std::vector<double> with, without, ratios;
    for (int round = 0; round < rounds; ++round) {
        without.push_back(train(false, seconds));
        with.push_back(train(true, seconds));
        ratios.push_back(with.back() / without.back());
    }
    std::printf("%s: %.0f samples/s without, %.0f with (%.1f measurements/s); ratio %.4f (median of %d rounds, %.4f to %.4f)\n",
                argv[1], median(without), median(with), measurements / (rounds * seconds), median(ratios), rounds,
                *std::ranges::min_element(ratios), *std::ranges::max_element(ratios));
    return 0;
}
