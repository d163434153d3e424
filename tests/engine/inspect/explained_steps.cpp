#include "tests/engine/inspect/explained_steps.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace netsmith::inspect;

namespace netsmith::test {
namespace {

double sumOf(const std::vector<double>& all)
{
    return std::accumulate(all.begin(), all.end(), 0.0);
}

} // namespace

bool agree(double a, double b, double tolerance)
{
    return std::isfinite(a) && std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

QString flawOf(const ExplainedStep& step)
{
    if (!step.hasPicture())
        return "nothing to draw";
    double sum = step.rest;
    for (const Term& term : step.terms) {
        sum += term.value;
        if (step.kind == StepKind::products && !agree(term.value, term.input * term.factor, 1e-12))
            return "a product is wrong";
        if (step.kind == StepKind::products && term.isOutside && term.value != 0.0)
            return "padding counts";
    }
    const double result = step.result;
    switch (step.kind) {
    case StepKind::products:
        if (!agree(sum + step.bias.value_or(0.0), result, 1e-9))
            return QString("the products and the bias add up to %1").arg(sum + step.bias.value_or(0.0));
        if (step.channels > 0 && step.channels <= ExplainedStep::mostSums
            && !agree(sumOf(step.channelSums) + step.bias.value_or(0.0), result, 1e-9))
            return "the sums of the channels don't add up";
        break;
    case StepKind::mean:
        if (!agree(sum / static_cast<double>(step.count), result, 1e-9))
            return "not the mean";
        break;
    case StepKind::largest:
        if (std::ranges::none_of(step.terms, [&](const Term& term) { return term.value == result; }))
            return "the largest is not among the terms";
        for (const Term& term : step.terms)
            if (!term.isOutside && term.value > result)
                return "not the largest";
        break;
    case StepKind::curve: {
        const CurvePicture& curve = *step.curve;
        if (curve.argument != step.terms[0].value || curve.arguments.size() != curve.results.size())
            return "the curve is of another number";
        for (std::size_t i = 1; i < curve.arguments.size(); ++i) // its neighbours enclose the point
            if (curve.argument >= curve.arguments[i - 1] && curve.argument <= curve.arguments[i]) {
                const double low = std::min(curve.results[i - 1], curve.results[i]),
                             high = std::max(curve.results[i - 1], curve.results[i]);
                if (result < low - 0.02 || result > high + 0.02)
                    return "the point is not on the curve";
            }
        break;
    }
    case StepKind::softmax: {
        const SoftmaxPicture& picture = *step.softmax;
        const auto at = static_cast<std::size_t>(std::ranges::find(picture.places, picture.chosen) - picture.places.begin());
        if (at >= picture.shares.size() || picture.shares[at] != result
            || !agree(picture.exponentials[at] / picture.sum, result, 1e-12))
            return "not the share";
        break;
    }
    case StepKind::normalization: {
        const NormalizationPicture& picture = *step.normalization;
        const double normalized = (picture.argument - picture.mean) / std::sqrt(picture.variance + picture.epsilon);
        if (!agree(normalized, picture.normalized, 1e-9) || !agree(picture.normalized * picture.gamma + picture.beta, result, 1e-9))
            return "not the normalized number";
        if (std::accumulate(picture.before.begin(), picture.before.end(), std::int64_t{0}) != picture.count
            || std::accumulate(picture.after.begin(), picture.after.end(), std::int64_t{0}) != picture.count)
            return "the histograms have other counts";
        break;
    }
    case StepKind::mask: {
        const MaskPicture& mask = *step.mask;
        const double noise = mask.rate * mask.drawn;
        const double made = mask.isNoise ? (mask.isMultiplied ? mask.argument * (1.0 + noise) : mask.argument + noise)
            : mask.drawn != 0.0          ? mask.argument * mask.factor + mask.shift
                                         : mask.dropped;
        if (!agree(made, result, 1e-9) || mask.plane.at(mask.row, mask.column) != static_cast<float>(mask.drawn))
            return "not what the mask makes";
        break;
    }
    case StepKind::cell: {
        const CellPicture& cell = *step.cell;
        const auto gate = [&](std::size_t i) { return cell.gates[i].result; };
        double made = 0.0;
        if (cell.kind == CellPicture::Kind::simple)
            made = gate(0);
        else if (cell.kind == CellPicture::Kind::lstm)
            made = gate(3) * std::tanh(gate(1) * cell.cellBefore + gate(0) * gate(2));
        else
            made = gate(0) * cell.stateBefore + (1.0 - gate(0)) * gate(2);
        if (!agree(cell.isLeftOut ? cell.stateBefore : made, result, 1e-9))
            return "the gates make another state";
        if (!agree(double{cell.stateOverTime[static_cast<std::size_t>(cell.step - cell.firstStep)]}, result, 1e-5))
            return "the curve has another state";
        break;
    }
    case StepKind::lookup:
    case StepKind::move:
        if (!agree(step.terms[0].isOutside ? result : step.terms[0].value, result, 1e-12))
            return "it came from elsewhere";
        break;
    case StepKind::combination: {
        const Term& a = step.terms[0];
        const double b = step.terms.size() > 1 ? step.terms[1].value : 0.0;
        const double made = step.function == "add" ? a.value + b
            : step.function == "subtract"          ? a.value - b
            : step.function == "multiply"          ? a.value * b
            : step.function == "maximum"           ? std::max(a.value, b)
            : step.function == "minimum"           ? std::min(a.value, b)
                                                   : a.value + step.bias.value_or(0.0);
        if (!agree(made, result, 1e-12))
            return "not the combination";
        break;
    }
    case StepKind::input:
    case StepKind::block: break;
    }
    return {};
}

} // namespace netsmith::test
