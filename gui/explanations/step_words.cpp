#include "gui/explanations/step_words.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/ideographs.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

using inspect::ExplainedStep;
using inspect::StepKind;
using inspect::Term;

struct StepWords {
    Q_DECLARE_TR_FUNCTIONS(StepWords)
};

QString number(double value)
{
    return explainedNumber(value);
}

/// "− 0.3" or "+ 0.3"
QString added(double value)
{
    return (std::signbit(value) ? u"− "_s : u"+ "_s) + number(std::abs(value));
}

/// In parentheses where it is negative.
QString factor(double value)
{
    return std::signbit(value) ? u'(' + number(value) + u')' : number(value);
}

QString operandName(const ExplainedStep& step, std::size_t index)
{
    if (index >= step.operands.size() || step.operands[index].name.empty())
        return StepWords::tr("the step above");
    return fromStd(step.operands[index].name);
}

/// Without factors.
bool isPlainSum(const ExplainedStep& step)
{
    return step.operands.size() == 1 && !step.terms.empty()
        && std::ranges::all_of(step.terms, [](const Term& term) { return term.factor == 1.0; });
}

QString productLines(const ExplainedStep& step)
{
    QStringList lines;
    constexpr std::size_t inOneLine = 9;
    QStringList products;
    double shown = 0.0;
    for (const Term& term : step.terms) {
        shown += term.value;
        if (step.terms.size() <= inOneLine)
            products << (isPlainSum(step) ? factor(term.input) : factor(term.input) + u" × "_s + factor(term.factor));
    }
    if (!products.isEmpty())
        lines << products.join(u" + "_s) + u" = "_s + number(shown);
    else
        for (std::size_t i = 0; i < std::min(step.terms.size(), ExplainedStep::largestTerms); ++i)
            if (step.terms.size() <= ExplainedStep::largestTerms)
                lines << u"%1  %2 × %3 = %4"_s.arg(placeText(step.terms[i].at), number(step.terms[i].input),
                                                   factor(step.terms[i].factor), number(step.terms[i].value));
    QString sum = number(shown);
    if (step.channels > 1 && step.window)
        sum = StepWords::tr("map %1: %2").arg(countText(step.window->channel), sum);
    if (const auto left = step.count - std::ssize(step.terms); left > 0)
        sum += u' '
            + StepWords::tr("%1 (%n other product(s))", nullptr, static_cast<int>(std::min<std::int64_t>(left, 2'000'000'000)))
                  .arg(added(step.rest));
    if (step.bias)
        sum += u' ' + StepWords::tr("%1 (bias)").arg(added(*step.bias));
    lines << sum + u" = "_s + number(step.result);
    return lines.join(u'\n');
}

QString softmaxLines(const ExplainedStep& step)
{
    const inspect::SoftmaxPicture& picture = *step.softmax;
    double argument = 0.0, exponential = 0.0;
    for (std::size_t i = 0; i < picture.places.size(); ++i)
        if (picture.places[i] == picture.chosen) {
            argument = picture.arguments[i];
            exponential = picture.exponentials[i];
        }
    return u"exp(%1 %2) = %3\n%3 / %4 = %5"_s.arg(number(argument), added(-picture.largest), number(exponential),
                                                  number(picture.sum), number(step.result));
}

QString normalizationLines(const ExplainedStep& step)
{
    const inspect::NormalizationPicture& of = *step.normalization;
    const QString numerator = of.isCentred ? u"(%1 %2)"_s.arg(number(of.argument), added(-of.mean)) : number(of.argument);
    return u"%1 / √(%2 + %3) = %4\n%4 × %5 %6 = %7"_s.arg(numerator, number(of.variance), number(of.epsilon), number(of.normalized),
                                                          factor(of.gamma), added(of.beta), number(step.result));
}

QString maskLines(const ExplainedStep& step)
{
    const inspect::MaskPicture& mask = *step.mask;
    if (mask.isNoise)
        return mask.isMultiplied
            ? u"%1 × (1 %2) = %3"_s.arg(number(mask.argument), added(mask.rate * mask.drawn), number(step.result))
            : u"%1 %2 = %3"_s.arg(number(mask.argument), added(mask.rate * mask.drawn), number(step.result));
    const QString share = StepWords::tr("%1 of the numbers are kept in this draw").arg(percentText(mask.keptShare));
    if (mask.drawn == 0.0)
        return StepWords::tr("dropped: %1 becomes %2").arg(number(mask.argument), number(mask.dropped)) + u'\n' + share;
    const QString shift = mask.shift == 0.0 ? QString() : u' ' + added(mask.shift);
    return StepWords::tr("kept: %1")
               .arg(u"%1 × %2%3 = %4"_s.arg(number(mask.argument), number(mask.factor), shift, number(step.result)))
        + u'\n' + share;
}

QString cellLines(const ExplainedStep& step)
{
    const inspect::CellPicture& cell = *step.cell;
    QStringList lines;
    for (const inspect::GatePicture& gate : cell.gates)
        lines << StepWords::tr("%1 = %2(%3 from the input %4 from the state %5 bias) = %6")
                     .arg(fromStd(gate.name), fromStd(gate.function), number(gate.fromInput), added(gate.fromState),
                          added(gate.bias + gate.stateBias), number(gate.result));
    const auto gate = [&](std::size_t i) { return number(cell.gates[i].result); };
    if (cell.isLeftOut)
        lines << StepWords::tr("This step is masked: the state stays %1.").arg(number(step.result));
    else if (cell.kind == inspect::CellPicture::Kind::lstm)
        lines << u"c = f × c₋₁ + i × g = %1 × %2 + %3 × %4 = %5"_s.arg(gate(1), factor(cell.cellBefore), gate(0),
                                                                       factor(cell.gates[2].result), number(cell.cell))
              << u"h = o × tanh(c) = %1 × %2 = %3"_s.arg(gate(3), factor(std::tanh(cell.cell)), number(step.result));
    else if (cell.kind == inspect::CellPicture::Kind::gru)
        lines << u"h = z × h₋₁ + (1 − z) × n = %1 × %2 + %3 × %4 = %5"_s.arg(gate(0), factor(cell.stateBefore),
                                                                             number(1.0 - cell.gates[0].result),
                                                                             factor(cell.gates[2].result), number(step.result));
    return lines.join(u'\n');
}

QString combinationLine(const ExplainedStep& step)
{
    const double a = step.terms[0].input, b = step.terms.size() > 1 ? step.terms[1].input : 0.0;
    if (step.function == "slope")
        return number(a) + u" × "_s + factor(step.terms[0].factor) + u" = "_s + number(step.result);
    if (step.function == "softmax_gradient")
        return u"p × (g %1) = %2 × (%3 %1) = %4"_s.arg(added(-*step.bias), number(step.terms[0].factor), number(a),
                                                       number(step.result));
    if (step.function == "cross_entropy_gradient")
        return u"−t ÷ (p × n) = −%1 ÷ (%2 × %3) = %4"_s.arg(number(*step.bias), number(a), number(step.terms[0].factor),
                                                            number(step.result));
    if (step.function == "batch_norm_gradient") // γ/σ × (g − mean of g − x̂ × mean of g × x̂)
        return u"γ/σ × (g − ḡ − x̂ × m) = %1 × (%2 %3 − %4 × %5) = %6"_s.arg(number(step.terms[0].factor), number(a), added(-b),
                                                                            factor(step.terms[2].input),
                                                                            factor(step.terms[2].factor), number(step.result));
    if (step.function == "scale")
        return number(a) + u" × "_s + factor(step.terms[0].factor) + (step.bias ? u' ' + added(*step.bias) : QString()) + u" = "_s
            + number(step.result);
    if (step.function == "maximum" || step.function == "minimum")
        return u"%1(%2, %3) = %4"_s.arg(step.function == "maximum" ? u"max"_s : u"min"_s, number(a), number(b),
                                        number(step.result));
    const QString sign = step.function == "add" ? u" + "_s : step.function == "subtract" ? u" − "_s : u" × "_s;
    return number(a) + sign + factor(b) + u" = "_s + number(step.result);
}

QString inputLine(const ExplainedStep& step)
{
    const Term& term = step.terms[0];
    if (step.function == "scaled")
        return (step.bias.value_or(0.0) == 0.0 ? number(term.input) : u"(%1 %2)"_s.arg(number(term.input), added(*step.bias)))
            + u" / "_s + number(term.factor) + u" = "_s + number(step.result);
    if (step.function == "fitted")
        return StepWords::tr("%1, read as %2 by what was learned from the training samples")
            .arg(number(term.input), number(step.result));
    return number(step.result);
}

QString titleOf(const ExplainedStep& step)
{
    const QString input = operandName(step, 0);
    switch (step.kind) {
    case StepKind::products:
        if (step.function == "max_pool_gradient")
            return StepWords::tr(
                       "The gradient of a maximum goes to the one number that was the largest: %1 × 1 there, × 0 elsewhere")
                .arg(input);
        if (step.function == "average_pool_gradient")
            return StepWords::tr("Each number of a window gets an equal part of the gradient of its mean: %1 ÷ their count")
                .arg(input);
        if (step.function == "batch_norm_scale_gradient")
            return StepWords::tr("%1 × the normalized number, added up over the batch").arg(input);
        return step.operands.size() > 1 ? StepWords::tr("Products of %1 and %2, added up").arg(input, operandName(step, 1))
            : isPlainSum(step)          ? StepWords::tr("Numbers of %1, added up").arg(input)
                                        : StepWords::tr("Shares of %1, added up").arg(input);
    case StepKind::mean: return StepWords::tr("The mean of a window of %1").arg(input);
    case StepKind::largest: return StepWords::tr("The largest number in a window of %1").arg(input);
    case StepKind::curve:
        return StepWords::tr("%1 of %2", "a function of a layer's number").arg(fromStd(step.curve->function), input);
    case StepKind::softmax: return StepWords::tr("Softmax of %1").arg(input);
    case StepKind::normalization: return StepWords::tr("%1 normalized").arg(input);
    case StepKind::mask: return StepWords::tr("In training: what is drawn for sample %1").arg(countText(step.mask->draw));
    case StepKind::cell:
        return StepWords::tr("Unit %1 at step %2 of %3")
            .arg(countText(step.cell->unit), countText(step.cell->step), countText(step.cell->steps));
    case StepKind::lookup: return StepWords::tr("Row %1 of %2").arg(countText(step.terms[0].weightAt[0]), operandName(step, 1));
    case StepKind::combination:
        if (step.function == "slope")
            return StepWords::tr("%1 × the slope of the activation").arg(input);
        if (step.function == "softmax_gradient")
            return StepWords::tr("%1 through the softmax: p × (g − the sum of p × g of all)").arg(input);
        if (step.function == "batch_norm_gradient")
            return StepWords::tr("%1 through the batch normalization: the gradient g, less the mean ḡ of the channel's gradients, "
                                 "less the normalized number x̂ × the mean m of g × x̂")
                .arg(input);
        if (step.function == "cross_entropy_gradient")
            return StepWords::tr("The gradient of the cross-entropy: target t, share p, samples n");
        return step.terms.size() > 1 ? StepWords::tr("%1 and %2, number by number").arg(input, operandName(step, 1))
                                     : StepWords::tr("%1, number by number").arg(input);
    case StepKind::move:
        return step.terms[0].isOutside ? StepWords::tr("Beside %1").arg(input)
                                       : StepWords::tr("Taken from %1 %2").arg(input, placeText(step.terms[0].at));
    case StepKind::input:
        return step.function == "drawn" ? StepWords::tr("Drawn at random") : StepWords::tr("The sample's %1").arg(input);
    case StepKind::block: return StepWords::tr("Made by the layers in the block");
    }
    return {};
}

} // namespace

QString explainedNumber(double value)
{
    constexpr double digits = 1e6;
    const auto minus = [](QString text) { return text.replace(u'-', u'−'); }; // as in the equations around it
    if (std::trunc(value) == value && std::abs(value) < digits)
        return minus(numberText(value == 0.0 ? 0.0 : value)); // not −0
    return std::isnan(value) ? u"NaN"_s : std::isinf(value) ? (value < 0.0 ? u"−∞"_s : u"∞"_s) : minus(significantText(value, 4));
}

QString placeText(const inspect::Place& place)
{
    QStringList indices;
    for (const std::int64_t index : place)
        indices << QString::number(index);
    return u'[' + indices.join(u", "_s) + u']';
}

QString stepTitle(const ExplainedStep& step)
{
    return withoutGaps(titleOf(step));
}

QString stepEquation(const ExplainedStep& step)
{
    switch (step.kind) {
    case StepKind::products: return productLines(step);
    case StepKind::mean: {
        double sum = step.rest;
        for (const Term& term : step.terms)
            sum += term.value;
        return u"%1 / %2 = %3"_s.arg(number(sum), countText(step.count), number(step.result));
    }
    case StepKind::largest: {
        constexpr std::size_t listed = 16;
        QStringList numbers;
        for (const Term& term : step.terms)
            if (!term.isOutside && step.terms.size() <= listed)
                numbers << number(term.value);
        return numbers.isEmpty() ? number(step.result) : u"max(%1) = %2"_s.arg(numbers.join(u", "_s), number(step.result));
    }
    case StepKind::curve:
        return u"%1(%2) = %3"_s.arg(fromStd(step.curve->function), number(step.curve->argument), number(step.result));
    case StepKind::softmax: return softmaxLines(step);
    case StepKind::normalization: return normalizationLines(step);
    case StepKind::mask: return maskLines(step);
    case StepKind::cell: return cellLines(step);
    case StepKind::lookup:
        return StepWords::tr("column %1 of row %2: %3")
            .arg(countText(step.terms[0].weightAt[1]), countText(step.terms[0].weightAt[0]), number(step.result));
    case StepKind::combination: return combinationLine(step);
    case StepKind::move:
    case StepKind::block: return number(step.result);
    case StepKind::input: return inputLine(step);
    }
    return {};
}

QString stepMeaning(const ExplainedStep& step)
{
    switch (step.kind) {
    case StepKind::products:
        if (step.operands.size() < 2)
            return StepWords::tr("A number between several ones: each counts the more, the nearer it is.");
        if (!step.window || step.channels == 0)
            return StepWords::tr("Each input is multiplied by its weight, and the products are added up.");
        return step.window->used.empty()
            ? StepWords::tr(
                "The numbers in the window are multiplied by the weights at the same places, and the products are added up. "
                "The same weights are used at every place of the window.")
            : StepWords::tr("Every number of the input paints the kernel onto the output; the products that fall on this place are "
                            "added up.");
    case StepKind::mean:
        return StepWords::tr("The window's numbers are added up and divided by their count; padding does not count.");
    case StepKind::largest: return StepWords::tr("Of the numbers in the window only the largest goes on; padding does not count.");
    case StepKind::curve: return StepWords::tr("The function is applied to each number by itself.");
    case StepKind::softmax:
        return StepWords::tr(
            "Each number's exponential is divided by the sum of all of them, so the results are shares that add up "
            "to 1. The largest number is subtracted first, which changes nothing but avoids overflow.");
    case StepKind::normalization:
        return step.normalization->isLearned
            ? StepWords::tr(
                "The mean and the variance that the training has averaged are removed; then the learned factor and offset "
                "are applied. Left: the numbers of this channel before, right: after.")
            : StepWords::tr(
                "The numbers' own mean and variance are removed; then the learned factor and offset are applied, if there "
                "are any. Left: the numbers before, right: after.");
    case StepKind::mask:
        return step.mask->isNoise
            ? StepWords::tr("Only training adds noise, a new one for each sample. A prediction leaves the numbers as they are.")
            : StepWords::tr(
                "Only training drops numbers, other ones for each sample; those that are kept are scaled up to make up for "
                "it. A prediction leaves the numbers as they are.");
    case StepKind::cell:
        return step.cell->kind == inspect::CellPicture::Kind::lstm ? StepWords::tr(
                   "The gates decide what the cell forgets (f), takes in (i × g) and shows (o). The rows show them over time.")
            : step.cell->kind == inspect::CellPicture::Kind::gru
            ? StepWords::tr(
                "The gate z decides how much of the old state stays, r how much of it the new one n looks at. The rows show "
                "them over time.")
            : StepWords::tr("The new state is made of the step's input and of the state before it. The row shows it over time.");
    case StepKind::lookup:
        return StepWords::tr("The number of the token or class is a row of the table, and the row is the output.");
    case StepKind::combination: return StepWords::tr("Numbers at the same place are combined.");
    case StepKind::move:
        return step.terms[0].isOutside ? StepWords::tr("There is nothing at this place of the input: padding is 0.")
                                       : StepWords::tr("The number stays as it is and comes from the marked place.");
    case StepKind::input: return StepWords::tr("Where the network begins: the sample's numbers, as the network reads them.");
    case StepKind::block: return StepWords::tr("The block stands for these layers; the last one's output is its own.");
    }
    return {};
}

} // namespace netsmith::gui
