#pragma once

#include "engine/graph/parameter.h"
#include "engine/ops/objective_call.h"

#include <optional>
#include <span>

namespace netsmith::metric {

/// Classes that totals are kept for, and those that a whole table is kept for: every step has its row of the metrics ring.
inline constexpr int mostClasses = 4096;
inline constexpr int mostTableClasses = 128;

/// Whether what is judged is found out, or each number for itself.
enum class Judge { fitting, numbers };

/// What is counted: a table, a row a class; the totals of each class, or of yes alone where each number is judged for itself; the
/// totals of each class, or the table of yes and no.
enum class Tally { table, totals, classes };

/// Emits the counts of right and wrong classes (see ops::confusion) and sets the call's sums to them. A target of class numbers
/// against a row of outputs for each, or one that a softmax made, is judged by the largest output. Else every number is a yes
/// above `threshold`, a probability: what no sigmoid or softmax made is taken for logits, as the losses take it.
void lowerConfusion(LossCall& call, double threshold, Judge judge, Tally tally);

/// The prediction as probabilities: through a sigmoid, or a softmax for rows of classes, unless it went through one already.
TensorId emitProbabilities(LossCall& call);

/// What keeps classes or yes-or-no answers from being counted, for at most `most` classes.
std::optional<Message> countsProblem(const Shape& output, const Shape& target, int classes, int most);

/// Of the totals of each class [3·C]: the mean over the classes of `of(right, predicted, there)`; 0/0 counts as 0.
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
