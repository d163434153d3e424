#pragma once

#include "engine/graph/specs/parameter.h"
#include "engine/ops/objective_call.h"

#include <optional>
#include <span>

namespace netsmith::metric {

/// The most classes with totals, and with a whole table: every step has a row in the metrics ring.
inline constexpr int mostClasses = 4096;
inline constexpr int mostTableClasses = 128;

/// Whether the kind of answer is detected, or each number is judged separately.
enum class Judge { fitting, numbers };

/// What is counted: a table with a row per class; the totals of each class, or only of yes if each number is judged separately; the
/// totals of each class, or the table of yes and no.
enum class Tally { table, totals, classes };

/// Emits the counts of right and wrong classes (see ops::confusion) and sets the call's sums to them. With class numbers as target
/// and a row of outputs for each, or after a softmax, the largest output is the prediction. Else every number is a yes above
/// `threshold`, a probability: without a sigmoid or softmax it is taken as logits, as in the losses.
void lowerConfusion(LossCall& call, double threshold, Judge judge, Tally tally);

/// The prediction as probabilities: through a sigmoid, or a softmax for rows of classes, unless it already went through one.
TensorId emitProbabilities(LossCall& call);

/// Why classes or yes-or-no answers can't be counted, for at most `most` classes.
std::optional<Message> countsProblem(const Shape& output, const Shape& target, int classes, int most);

/// From the totals of each class [3·C]: the mean over the classes of `of(right, predicted, there)`; 0/0 counts as 0.
template <class F>
double meanOverClasses(std::span<const double> totals, const F& of)
{
    const std::size_t classes = totals.size() / 3;
    double sum = 0.0;
    for (std::size_t c = 0; c < classes; ++c)
        sum += of(totals[c], totals[classes + c], totals[2 * classes + c]);
    return sum / static_cast<double>(classes);
}

/// a/b, and 0 where both are 0.
inline double share(double a, double b)
{
    return b == 0.0 ? 0.0 : a / b;
}

} // namespace netsmith::metric
