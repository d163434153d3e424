#include "engine/losses/metrics/counts.h"
#include "engine/losses/metrics/metrics.h"
#include "engine/losses/metrics/threshold.h"

#include <cmath>
#include <vector>

namespace netsmith::metric {
namespace {

/// For each class, the number of true positives, of predictions and of samples.
struct ClassCounts {
    std::vector<double> right, predicted, there;
    double all = 0.0;

    double total(const std::vector<double>& counts) const
    {
        double sum = 0.0;
        for (const double count : counts)
            sum += count;
        return sum;
    }
    /// Σ a·b over the classes.
    static double product(const std::vector<double>& a, const std::vector<double>& b)
    {
        double sum = 0.0;
        for (std::size_t c = 0; c < a.size(); ++c)
            sum += a[c] * b[c];
        return sum;
    }
};

/// The result of `Tally::classes`: a table of yes and no, or the totals of several classes.
ClassCounts countsIn(std::span<const double> sums)
{
    ClassCounts counts;
    if (sums.size() == 4) {
        counts = {{sums[0], sums[3]}, {sums[0] + sums[2], sums[1] + sums[3]}, {sums[0] + sums[1], sums[2] + sums[3]}};
    } else {
        const std::size_t classes = sums.size() / 3;
        for (const auto& [part, out] : {std::pair(0, &counts.right), {1, &counts.predicted}, {2, &counts.there}})
            out->assign(sums.begin() + static_cast<std::ptrdiff_t>(part * classes),
                        sums.begin() + static_cast<std::ptrdiff_t>((part + 1) * classes));
    }
    counts.all = counts.total(counts.there);
    return counts;
}

/// The recall averaged over the classes present, as scikit-learn's balanced_accuracy_score.
double balanced(const ClassCounts& counts)
{
    double sum = 0.0, classes = 0.0;
    for (std::size_t c = 0; c < counts.there.size(); ++c)
        if (counts.there[c] > 0.0) {
            sum += counts.right[c] / counts.there[c];
            classes += 1.0;
        }
    return share(sum, classes);
}

/// Cohen's kappa: (pₒ − pₑ)/(1 − pₑ) of the agreement observed and that of chance (Cohen 1960).
double kappa(const ClassCounts& counts)
{
    const double observed = counts.all * counts.total(counts.right);
    const double chance = ClassCounts::product(counts.predicted, counts.there);
    return share(observed - chance, counts.all * counts.all - chance);
}

/// For several classes as in Gorodkin 2004 and scikit-learn's matthews_corrcoef.
double correlation(const ClassCounts& counts)
{
    const double square = counts.all * counts.all;
    const double covariance = counts.all * counts.total(counts.right) - ClassCounts::product(counts.predicted, counts.there);
    const double spread = (square - ClassCounts::product(counts.predicted, counts.predicted))
        * (square - ClassCounts::product(counts.there, counts.there));
    return spread > 0.0 ? covariance / std::sqrt(spread) : 0.0;
}

MetricSpec ofClasses(double (*finish)(const ClassCounts&))
{
    const ParameterBuilder<Threshold> parameters = declareThreshold();
    MetricSpec spec;
    spec.parameters = parameters.specs();
    spec.higherIsBetter = true;
    spec.problem = [](const ParameterMap&, const Shape& output, const Shape& target, int classes) {
        return countsProblem(output, target, classes, mostClasses);
    };
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        lowerConfusion(call, parameters.bind(values).threshold, Judge::fitting, Tally::classes);
    };
    spec.finish = [finish](std::span<const double> sums, double) { return finish(countsIn(sums)); };
    return spec;
}

} // namespace

MetricSpec balancedAccuracy()
{
    MetricSpec spec = ofClasses(balanced);
    spec.id = "balanced_accuracy";
    spec.title = NS_TEXT("balanced_accuracy", "Balanced accuracy");
    spec.shortTitle = NS_TEXT("balanced_accuracy", "Balanced");
    spec.doc =
        NS_TEXT("balanced_accuracy",
                "The recall of each class, averaged over the classes: what accuracy would be if all classes were equally common.");
    spec.format = MetricFormat::percent;
    return spec;
}

MetricSpec cohenKappa()
{
    MetricSpec spec = ofClasses(kappa);
    spec.id = "cohen_kappa";
    spec.title = NS_TEXT("cohen_kappa", "Cohen's kappa");
    spec.shortTitle = NS_TEXT("cohen_kappa", "Kappa");
    spec.doc = NS_TEXT("cohen_kappa",
                       "How much more often prediction and class agree than by chance: 1 always, 0 no more often than by chance.");
    return spec;
}

MetricSpec matthewsCorrelation()
{
    MetricSpec spec = ofClasses(correlation);
    spec.id = "matthews_correlation";
    spec.title = NS_TEXT("matthews_correlation", "Matthews correlation coefficient");
    spec.shortTitle = NS_TEXT("matthews_correlation", "MCC");
    spec.doc = NS_TEXT("matthews_correlation",
                       "How well prediction and class are correlated, from -1 to 1: 0 for a guess, however rare a class is.");
    return spec;
}

} // namespace netsmith::metric
