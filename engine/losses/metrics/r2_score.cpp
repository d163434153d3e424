#include "engine/losses/metrics/metrics.h"
#include "engine/losses/pointwise.h"
#include "engine/ops/r2_sums.h"

#include <cmath>

namespace netsmith::metric {
namespace {

constexpr std::int64_t mostColumns = 4096; ///< every step has a row in the metrics ring

/// 1 − Σ (p − t)² / Σ (t − mean)² of a column, from its sums and the number of rows. Keras gives 0 if all targets are the same.
double scoreOf(double errors, double sum, double squares, double rows)
{
    const double score = 1.0 - errors / (squares - sum * sum / rows);
    return std::isfinite(score) ? score : 0.0;
}

} // namespace

MetricSpec r2Score()
{
    MetricSpec spec;
    spec.id = "r2_score";
    spec.title = NS_TEXT("r2_score", "R² score");
    spec.doc = NS_TEXT("r2_score",
                       "The fraction of the targets' variance that the predictions explain: 1 is perfect, 0 no better than the "
                       "targets' mean; averaged over the numbers of a sample.");
    spec.higherIsBetter = true;
    spec.problem = [](const ParameterMap& values, const Shape& output, const Shape& target, int classes) -> std::optional<Message> {
        if (auto misfit = loss::numberProblem(values, output, target, classes))
            return misfit;
        if (output.rank() != 1 || output[0] > mostColumns)
            return Message(
                NS_MESSAGE("metric.r2",
                           "expected a vector of at most {0:number|numbers} per sample, got {1}; use root_mean_squared_error"),
                mostColumns, output.text());
        return std::nullopt;
    };
    spec.lower = [](const ParameterMap&, LossCall& call) {
        call.setSum(call.emitter().emitOne(ops::r2Sums, noAttributes(), {call.prediction(), loss::shapedTarget(call)}));
    };
    spec.finish = [](std::span<const double> sums, double samples) {
        const std::size_t columns = sums.size() / 5;
        const auto at = [&](std::size_t part, std::size_t column) { return sums[part * columns + column]; };
        double score = 0.0;
        for (std::size_t c = 0; c < columns; ++c)
            score += scoreOf(at(0, c), at(1, c) + at(2, c), at(3, c) + at(4, c), samples);
        return score / static_cast<double>(columns);
    };
    return spec;
}

} // namespace netsmith::metric
