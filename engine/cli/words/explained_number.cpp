#include "engine/cli/words/explained_number.h"

#include "engine/cli/words/words.h"
#include "engine/core/utf8.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace netsmith::cli {
namespace {

using inspect::ExplainedStep;
using inspect::StepKind;
using inspect::Term;

std::string number(double value)
{
    return fmt::format("{:.6g}", value == 0.0 ? 0.0 : value); // not −0
}

/// A number after a sign: "− 3", "+ 2".
std::string added(double value)
{
    return fmt::format("{} {}", std::signbit(value) ? "−" : "+", number(std::abs(value)));
}

std::string placeText(const inspect::Place& place)
{
    return fmt::format("[{}]", fmt::join(place, ", "));
}

/// "input_1 (28×28×1)"; the layer's own numbers have no name.
std::string nameOf(const ExplainedStep& step, std::size_t operand)
{
    if (operand >= step.operands.size())
        return "the step before";
    const inspect::Operand& of = step.operands[operand];
    return of.name.empty() ? "the step before" : fmt::format("{} ({})", visibleText(of.name), of.shape.text());
}

std::string termWords(const ExplainedStep& step, const Term& term)
{
    std::string words = fmt::format("    {:<16}", placeText(term.at));
    if (step.kind == StepKind::products) {
        words += fmt::format("{:>13} × {:<13} = {}", number(term.input), number(term.factor), number(term.value));
        if (term.isOutside)
            words += "  padding";
        return words + "\n";
    }
    words += term.isOutside ? "  left out" : fmt::format("{:>13}", number(term.input));
    return words + "\n";
}

std::string restWords(const ExplainedStep& step)
{
    const auto left = step.count - std::ssize(step.terms);
    return left > 0 ? fmt::format("    {:<16}{:>13}\n", fmt::format("{} more", grouped(left)), number(step.rest)) : std::string();
}

std::string productWords(const ExplainedStep& step)
{
    std::string words =
        fmt::format("  {} {} of {}", grouped(step.count), step.count == 1 ? "product" : "products", nameOf(step, 0));
    if (step.operands.size() > 1)
        words += fmt::format(" and {}", nameOf(step, 1));
    if (step.channels > 1 && step.window)
        words += fmt::format(", of {} maps; written out: map {}", grouped(step.channels), step.window->channel);
    words += ":\n";
    for (const Term& term : step.terms)
        words += termWords(step, term);
    words += restWords(step);
    if (step.bias)
        words += fmt::format("    {:<16}{:>13}\n", "bias", number(*step.bias));
    return words + fmt::format("    sum{:>26}\n", number(step.result));
}

std::string cellWords(const ExplainedStep& step)
{
    const inspect::CellPicture& cell = *step.cell;
    std::string words = fmt::format("  unit {} at step {} of {}{}\n", cell.unit, cell.step, cell.steps,
                                    cell.isReversed ? ", read from the last step to the first" : "");
    for (const inspect::GatePicture& gate : cell.gates) {
        words += fmt::format("    {} = {}({}) = {}: {} from the input {} from the state {} bias\n", gate.name, gate.function,
                             number(gate.argument), number(gate.result), number(gate.fromInput), added(gate.fromState),
                             added(gate.bias + gate.stateBias));
        words += fmt::format("      the largest of {} products:", grouped(gate.terms));
        for (const Term& term : gate.largest)
            words += fmt::format("  {} × {}", number(term.input), number(term.factor));
        words += '\n';
    }
    if (cell.isLeftOut)
        return words + fmt::format("    the step is masked, so the state stays {}\n", number(step.result));
    const auto gate = [&](std::size_t i) { return number(cell.gates[i].result); };
    switch (cell.kind) {
    case inspect::CellPicture::Kind::simple: return words + fmt::format("    h = {}\n", number(step.result));
    case inspect::CellPicture::Kind::lstm:
        return words
            + fmt::format("    c = f · c before + i · g = {} · {} + {} · {} = {}\n    h = o · tanh(c) = {} · tanh({}) = {}\n",
                          gate(1), number(cell.cellBefore), gate(0), gate(2), number(cell.cell), gate(3), number(cell.cell),
                          number(step.result));
    case inspect::CellPicture::Kind::gru: break;
    }
    return words
        + fmt::format("    h = z · h before + (1 − z) · n = {} · {} + {} · {} = {}\n", gate(0), number(cell.stateBefore),
                      number(1.0 - cell.gates[0].result), gate(2), number(step.result));
}

std::string maskWords(const ExplainedStep& step)
{
    const inspect::MaskPicture& mask = *step.mask;
    const std::string head = fmt::format("  in training, drawn for sample {}: ", mask.draw);
    if (mask.isNoise)
        return head
            + (mask.isMultiplied
                   ? fmt::format("{} · (1 {}) = {}\n", number(mask.argument), added(mask.rate * mask.drawn), number(step.result))
                   : fmt::format("{} {} = {}\n", number(mask.argument), added(mask.rate * mask.drawn), number(step.result)));
    if (mask.drawn == 0.0)
        return head + fmt::format("dropped, {} becomes {}\n", number(mask.argument), number(mask.dropped));
    return head
        + fmt::format("kept, {} · {}{} = {}; {:.1f} % of the numbers are kept\n", number(mask.argument), number(mask.factor),
                      mask.shift == 0.0 ? "" : " " + added(mask.shift), number(step.result), 100.0 * mask.keptShare);
}

std::string softmaxWords(const ExplainedStep& step)
{
    const inspect::SoftmaxPicture& picture = *step.softmax;
    std::string words =
        fmt::format("  softmax of {} numbers, the largest of which is {}:\n", grouped(picture.count), number(picture.largest));
    for (std::size_t i = 0; i < picture.places.size(); ++i)
        words += fmt::format("    {}{:<6} exp({} {}) = {:<13} share {}\n", picture.places[i] == picture.chosen ? "→ " : "  ",
                             picture.places[i], number(picture.arguments[i]), added(-picture.largest),
                             number(picture.exponentials[i]), number(picture.shares[i]));
    return words + fmt::format("    sum of the exponentials {}\n", number(picture.sum));
}

std::string normalizationWords(const ExplainedStep& step)
{
    const inspect::NormalizationPicture& of = *step.normalization;
    std::string words = fmt::format(
        "  {} {}, variance {}{}\n", of.isCentred ? "mean" : "uncentered", of.isCentred ? number(of.mean) : "", number(of.variance),
        of.isLearned ? ", the moving averages of the training" : fmt::format(", of {} numbers", grouped(of.count)));
    words += fmt::format("    ({} {}) / √({} + {}) = {}\n", number(of.argument), added(-of.mean), number(of.variance),
                         number(of.epsilon), number(of.normalized));
    return words
        + fmt::format("    {} · {} {} = {}\n", number(of.normalized), number(of.gamma), added(of.beta), number(step.result));
}

std::string combinationWords(const ExplainedStep& step)
{
    const double a = step.terms[0].input, b = step.terms.size() > 1 ? step.terms[1].input : 0.0;
    const std::string result = number(step.result);
    const std::string from = fmt::format("  {}{}: ", nameOf(step, 0), step.terms.size() > 1 ? " and " + nameOf(step, 1) : "");
    if (step.function == "scale")
        return from
            + fmt::format("{} · {}{} = {}\n", number(a), number(step.terms[0].factor), step.bias ? " " + added(*step.bias) : "",
                          result);
    if (step.function == "add")
        return from + fmt::format("{} {} = {}\n", number(a), added(b), result);
    if (step.function == "subtract")
        return from + fmt::format("{} {} = {}\n", number(a), added(-b), result);
    if (step.function == "multiply")
        return from + fmt::format("{} · {} = {}\n", number(a), number(b), result);
    return from + fmt::format("{} of {} and {} = {}\n", step.function, number(a), number(b), result);
}

std::string inputWords(const ExplainedStep& step)
{
    const Term& term = step.terms[0];
    const std::string field = visibleText(step.operands[0].name);
    if (step.function == "scaled")
        return fmt::format("  the sample's {} holds {}: {} / {} = {}\n", field, number(term.input),
                           step.bias.value_or(0.0) == 0.0 ? number(term.input)
                                                          : fmt::format("({} {})", number(term.input), added(*step.bias)),
                           number(term.factor), number(step.result));
    if (step.function == "fitted")
        return fmt::format(
            "  the sample's {} holds {}, which the network reads as {}, by what was learned from the training samples\n", field,
            number(term.input), number(step.result));
    return step.function == "as_is" ? fmt::format("  the sample's {} holds {}\n", field, number(step.result))
                                    : fmt::format("  drawn at random: {}\n", number(step.result));
}

std::string stepWords(const ExplainedStep& step)
{
    switch (step.kind) {
    case StepKind::products: return productWords(step);
    case StepKind::mean:
    case StepKind::largest: {
        std::string words = fmt::format("  {} of {} numbers of {}:\n", step.kind == StepKind::mean ? "the mean" : "the largest",
                                        grouped(step.count), nameOf(step, 0));
        for (const Term& term : step.terms)
            words += termWords(step, term);
        return words + (step.kind == StepKind::mean ? restWords(step) : "")
            + fmt::format("    result{:>23}\n", number(step.result));
    }
    case StepKind::curve:
        return fmt::format("  {}({}) = {}\n", step.curve->function, number(step.curve->argument), number(step.result));
    case StepKind::softmax: return softmaxWords(step);
    case StepKind::normalization: return normalizationWords(step);
    case StepKind::mask: return maskWords(step);
    case StepKind::cell: return cellWords(step);
    case StepKind::lookup:
        return fmt::format("  row {} of {}, column {}: {}\n", step.terms[0].weightAt[0], nameOf(step, 1), step.terms[0].weightAt[1],
                           number(step.result));
    case StepKind::combination: return combinationWords(step);
    case StepKind::move:
        return step.terms[0].isOutside
            ? fmt::format("  added around the input: {}\n", number(step.result))
            : fmt::format("  taken from {} of {}: {}\n", placeText(step.terms[0].at), nameOf(step, 0), number(step.result));
    case StepKind::input: return inputWords(step);
    case StepKind::block: return fmt::format("  a block of {}\n", visibleText(fmt::format("{}", fmt::join(step.members, ", "))));
    }
    return {};
}

Json placeJson(const inspect::Place& place)
{
    return Json(place);
}

Json stepJson(const ExplainedStep& step)
{
    Json json{{"kind", inspect::idOf(step.kind)}, {"at", placeJson(step.at)}, {"result", jsonOf(step.result)}};
    if (!step.function.empty())
        json["function"] = step.function;
    Json operands = Json::array(), terms = Json::array();
    for (const inspect::Operand& operand : step.operands)
        operands.push_back(
            {{"name", operand.name}, {"shape", Json(std::vector(operand.shape.sizes().begin(), operand.shape.sizes().end()))}});
    for (const Term& term : step.terms) {
        Json each{{"at", placeJson(term.at)}, {"input", jsonOf(term.input)}, {"value", jsonOf(term.value)}};
        if (step.kind == StepKind::products || !term.weightAt.empty()) {
            each["factor"] = jsonOf(term.factor);
            each["weight_at"] = placeJson(term.weightAt);
        }
        if (term.isOutside)
            each["outside"] = true;
        terms.push_back(std::move(each));
    }
    json["operands"] = std::move(operands);
    json["terms"] = std::move(terms);
    json["count"] = step.count;
    json["rest"] = jsonOf(step.rest);
    if (step.bias)
        json["bias"] = jsonOf(*step.bias);
    if (step.curve)
        json["function"] = step.curve->function;
    if (const auto& of = step.normalization)
        json["normalization"] = {{"mean", jsonOf(of->mean)},       {"variance", jsonOf(of->variance)},
                                 {"epsilon", jsonOf(of->epsilon)}, {"normalized", jsonOf(of->normalized)},
                                 {"gamma", jsonOf(of->gamma)},     {"beta", jsonOf(of->beta)}};
    if (const auto& of = step.softmax)
        json["softmax"] = {{"largest", jsonOf(of->largest)}, {"sum", jsonOf(of->sum)}, {"count", of->count}};
    if (const auto& of = step.mask)
        json["mask"] = {{"draw", of->draw}, {"drawn", jsonOf(of->drawn)}, {"kept_share", jsonOf(of->keptShare)}};
    if (const auto& of = step.cell) {
        Json gates = Json::array();
        for (const inspect::GatePicture& gate : of->gates) {
            Json largest = Json::array();
            for (const Term& term : gate.largest)
                largest.push_back({{"at", placeJson(term.at)},
                                   {"input", jsonOf(term.input)},
                                   {"factor", jsonOf(term.factor)},
                                   {"value", jsonOf(term.value)}});
            gates.push_back({{"gate", gate.name},
                             {"function", gate.function},
                             {"from_input", jsonOf(gate.fromInput)},
                             {"from_state", jsonOf(gate.fromState)},
                             {"bias", jsonOf(gate.bias)},
                             {"state_bias", jsonOf(gate.stateBias)},
                             {"argument", jsonOf(gate.argument)},
                             {"terms", gate.terms},
                             {"largest", largest},
                             {"result", jsonOf(gate.result)}});
        }
        json["cell"] = {{"unit", of->unit},
                        {"step", of->step},
                        {"gates", gates},
                        {"state_before", jsonOf(of->stateBefore)},
                        {"cell_before", jsonOf(of->cellBefore)},
                        {"cell", jsonOf(of->cell)},
                        {"left_out", of->isLeftOut}};
    }
    if (!step.members.empty())
        json["members"] = step.members;
    return json;
}

} // namespace

std::string wordsOf(const inspect::LayerExplanation& explanation)
{
    std::string words =
        fmt::format("{}{} = {}\n", visibleText(explanation.node), placeText(explanation.at), number(explanation.recorded));
    for (const ExplainedStep& step : explanation.steps)
        words += stepWords(step);
    if (explanation.training)
        words += stepWords(*explanation.training);
    words.pop_back();
    return words;
}

Json jsonOf(const inspect::LayerExplanation& explanation)
{
    Json steps = Json::array();
    for (const ExplainedStep& step : explanation.steps)
        steps.push_back(stepJson(step));
    Json json{{"layer", explanation.node},
              {"type", explanation.layer},
              {"shape", Json(std::vector(explanation.shape.sizes().begin(), explanation.shape.sizes().end()))},
              {"at", placeJson(explanation.at)},
              {"result", jsonOf(explanation.result)},
              {"recorded", jsonOf(explanation.recorded)},
              {"steps", steps}};
    if (explanation.training)
        json["training"] = stepJson(*explanation.training);
    return json;
}

} // namespace netsmith::cli
