#include "engine/schedules/declaration.h"
#include "engine/schedules/schedules.h"

#include <cmath>
#include <numbers>

namespace netsmith::schedule {
namespace {

struct Parameters : Warmup {
    std::int64_t firstEpochs = 10;
    double lengthFactor = 2.0;
    double heightFactor = 1.0;
    double alpha = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .integer("first_epochs", &Parameters::firstEpochs, NS_TEXT("cosine_restarts", "First wave"),
                 NS_TEXT("cosine_restarts", "How long the first wave is."))
        .range(1, 1e6)
        .usual(1, 50)
        .unit(NS_TEXT("unit", "epochs"))
        .real("t_mul", &Parameters::lengthFactor, NS_TEXT("cosine_restarts", "Longer by"),
              NS_TEXT("cosine_restarts", "How many times as long as the previous wave each wave is."))
        .range(1.0, 100.0)
        .usual(1.0, 3.0)
        .real("m_mul", &Parameters::heightFactor, NS_TEXT("cosine_restarts", "Lower by"),
              NS_TEXT("cosine_restarts", "The fraction of the previous wave's height that each wave begins at."))
        .hard({0.0, 1.0, true, false})
        .usual(0.5, 1.0);
    addLastRate(parameters);
    return parameters;
}

/// The wave at a position, in lengths of the first one, and the position within it: the k-th begins at (fᵏ − 1)/(f − 1).
struct Wave {
    double number;
    double fraction;
};
Wave waveAt(double place, double lengthFactor)
{
    if (lengthFactor == 1.0)
        return {std::floor(place), place - std::floor(place)};
    const auto begin = [&](double k) { return (std::pow(lengthFactor, k) - 1.0) / (lengthFactor - 1.0); };
    double k = std::floor(std::log1p(place * (lengthFactor - 1.0)) / std::log(lengthFactor));
    if (begin(k) > place) // due to rounding of the logarithm
        k -= 1.0;
    else if (begin(k + 1.0) <= place)
        k += 1.0;
    return {k, (place - begin(k)) / std::pow(lengthFactor, k)};
}

/// Keras's CosineDecayRestarts. Loshchilov and Hutter, "SGDR", 2017.
double rate(const Parameters& p, const ScheduleMoment& now)
{
    const double place = static_cast<double>(now.step) / static_cast<double>(p.firstEpochs * now.stepsPerEpoch);
    const Wave wave = waveAt(place, p.lengthFactor);
    const double height = 0.5 * std::pow(p.heightFactor, wave.number) * (1.0 + std::cos(std::numbers::pi * wave.fraction));
    return now.baseRate * ((1.0 - p.alpha) * height + p.alpha);
}

} // namespace

ScheduleSpec cosineRestarts()
{
    ScheduleSpec spec = declared(declare(), rate);
    spec.id = "cosine_restarts";
    spec.title = NS_TEXT("schedule", "Cosine with restarts");
    spec.doc =
        NS_TEXT("cosine_restarts",
                "The learning rate falls along half a cosine wave, repeatedly, each wave optionally longer than the one before.");
    return spec;
}

} // namespace netsmith::schedule
