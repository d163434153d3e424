// What counting the predictions for the validation samples costs beside evaluating them, in turn within one process.
//
//   bench_predictions PROJECT [ROUNDS]

#include "engine/backend/loader.h"
#include "engine/inspect/predictions/predictions.h"
#include "engine/train/setup.h"

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
        std::fputs("usage: bench_predictions PROJECT [ROUNDS]\n", stderr);
        return 2;
    }
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 15;
    const Project project = loadProject(argv[1]).take();
    Backend& backend = *backendFor(project.training.device).take();
    train::TrainingSetup setup(project, train::loadData(project, {}), backend, {});
    CompiledNetwork& network = setup.network();
    network.drawWeights();
    const train::TrainingData& data = setup.data();
    const auto count = data.validationCount();
    NetworkPrediction prediction(network, setup.project(), setup.fieldSpecs());
    const inspect::PredictingNetwork asked{prediction.inputs(), prediction.outputs(),
                                           [&](std::span<const data::Field> samples) { return prediction.predict(samples); },
                                           setup.batch()};
    std::vector<double> ratios, evaluations;
    for (int round = 0; round < rounds + 2; ++round) {
        train::LaunchPacer pacer;
        const train::Stopwatch first;
        evaluateSums(network, count, pacer, {});
        const double evaluation = first.seconds();
        const train::Stopwatch second;
        predictionsOf(asked, {data.validationSplit(), data.validation});
        if (round < 2) // until caches and clocks have settled
            continue;
        evaluations.push_back(evaluation);
        ratios.push_back(second.seconds() / evaluation);
    }
    const auto [least, most] = std::ranges::minmax(ratios);
    std::printf("%lld samples, median of %d rounds: evaluation %.1f ms, predictions %.3f of that (%.3f to %.3f)\n",
                static_cast<long long>(count), rounds, 1000.0 * median(evaluations), median(ratios), least, most);
    return 0;
}
