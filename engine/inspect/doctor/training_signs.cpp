#include "engine/inspect/doctor/training_signs.h"

#include "engine/core/median.h"
#include "engine/inspect/doctor/network_walk.h"
#include "engine/inspect/doctor/validation_signs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::inspect {
namespace {

constexpr std::size_t lastMeasures = 5; ///< of which the medians are taken
constexpr std::int64_t enoughSteps = 50; ///< before the loss is judged
constexpr std::size_t layersToCompare = 4; ///< with weights: fewer show no trend
constexpr double vanishing = 1e-4; ///< of the gradients of the last layers
constexpr double exploding = 1e3; ///< the root mean square of a layer's
constexpr double deadShare = 0.75; ///< of a layer's units
constexpr double saturatedShare = 0.8; ///< of a layer's numbers
constexpr double largeUpdate = 0.03; ///< of the weights in one step
constexpr double smallUpdate = 2e-5;
constexpr double goodUpdate = 1e-3;
constexpr double jump = 2.0; ///< times the first loss
constexpr double worse = 1.05; ///< than that
constexpr std::size_t few = 5; ///< steps
constexpr double stuck = 0.9; ///< of the first loss: it falls below that

std::string scientific(double number)
{
    return fmt::format("{:.1e}", number);
}

std::string percent(double share)
{
    return fmt::format("{:.0f}", 100.0 * share);
}

std::optional<Remedy> unlessEmpty(Remedy remedy)
{
    return remedy.settings.empty() ? std::nullopt : std::optional(std::move(remedy));
}

Message gradientAxis()
{
    return Message(NS_MESSAGE("doctor.axis.gradient", "gradient, root mean square"));
}

class TrainingSigns {
public:
    TrainingSigns(const CheckedProject& project, const TrainingHistory& history);

    void examineUnderflow();
    void examineExplosion();
    void examineRate();
    void examineGradients();
    void examineUnits();
    const std::vector<Diagnosis>& found() const { return m_found; }

private:
    /// A layer with weights that are trained, in the order of the graph.
    struct Layer {
        std::string node;
        const Node* drawn = nullptr;
        const LayerSpec* spec = nullptr;
        double gradient = 0.0; ///< medians of the last measurements
        double update = 0.0;
    };
    template <class Value>
    double medianOver(const std::string& node, const Value& value) const;
    template <class Value>
    Evidence layersWith(double least, const Value& value) const;
    Remedy activate(Message name, const std::vector<std::string>& layers, const std::string& activation) const;
    /// Whether its activation is bounded, and nothing needs it to be.
    bool isReplaceable(const std::string& node) const;
    std::optional<Remedy> rateTimes(double factor) const;
    Evidence gradients() const;
    Evidence losses() const;
    double lossOf(std::size_t first, std::size_t count) const;

    const CheckedProject& m_project;
    const NetworkWalk m_walk;
    const TrainingSettings& m_training;
    const TrainingHistory& m_history;
    std::vector<Layer> m_layers;
    std::vector<Diagnosis> m_found;
};

TrainingSigns::TrainingSigns(const CheckedProject& project, const TrainingHistory& history)
    : m_project(project)
    , m_walk(project)
    , m_training(project.project().training)
    , m_history(history)
{
    if (history.measures().empty())
        return;
    for (const LayerMeasures& measured : history.measures().back()->layers) {
        const Node* node = project.flat().graph.find(measured.node);
        const LayerSpec* spec = node ? project.catalog().layers->find(node->layer) : nullptr;
        if (spec && measured.gradient)
            m_layers.push_back({measured.node, node, spec,
                                medianOver(measured.node, [](const LayerMeasures& layer) { return layer.gradient; }),
                                medianOver(measured.node, [](const LayerMeasures& layer) { return layer.update; })});
    }
}

/// The median of a layer's number over the last measurements that have it.
template <class Value>
double TrainingSigns::medianOver(const std::string& node, const Value& value) const
{
    std::vector<double> values;
    const std::size_t count = m_history.measures().size();
    for (std::size_t i = count - std::min(count, lastMeasures); i < count; ++i) {
        const std::vector<LayerMeasures>& layers = m_history.measures()[i]->layers;
        const auto found = std::ranges::find(layers, node, &LayerMeasures::node);
        if (found != layers.end())
            if (const std::optional<double> number = value(*found))
                values.push_back(*number);
    }
    return medianOf(std::move(values));
}

std::optional<Remedy> TrainingSigns::rateTimes(double factor) const
{
    const OptimizerSpec* spec = m_project.catalog().optimizers->find(m_training.optimizer.id);
    const ParameterSpec* parameter = spec ? spec->parameter("learning_rate") : nullptr;
    if (!parameter)
        return std::nullopt;
    const auto given = m_training.optimizer.parameters.find("learning_rate");
    const ParameterValue value =
        normalised(*parameter, given != m_training.optimizer.parameters.end() ? given->second : parameter->defaultValue);
    const double* rate = std::get_if<double>(&value);
    if (!rate)
        return std::nullopt;
    const double* usual = std::get_if<double>(&parameter->defaultValue);
    const std::string better = fmt::format("{:.2g}", factor < 1.0 && usual ? std::min(*rate * factor, *usual) : *rate * factor);
    return Remedy{Message(NS_MESSAGE("doctor.remedy.rate", "Use a learning rate of {0}"), better),
                  {fmt::format("optimizer.learning_rate={}", better)},
                  {}};
}

Evidence TrainingSigns::gradients() const
{
    Evidence evidence{.axis = gradientAxis(), .logarithmic = true};
    for (const Layer& layer : m_layers) {
        evidence.names.push_back(layer.node);
        evidence.values.push_back(layer.gradient);
    }
    return evidence;
}

Evidence TrainingSigns::losses() const
{
    Evidence evidence{.axis = Message(NS_MESSAGE("doctor.axis.loss", "training loss"))};
    for (const TrainingHistory::Step& step : m_history.steps()) {
        evidence.positions.push_back(static_cast<double>(step.step));
        evidence.values.push_back(step.loss);
    }
    return evidence;
}

/// The mean loss of some steps.
double TrainingSigns::lossOf(std::size_t first, std::size_t count) const
{
    double sum = 0.0;
    for (std::size_t i = first; i < first + count; ++i)
        sum += m_history.steps()[i].loss;
    return sum / static_cast<double>(count);
}

/// FP16 has no numbers between 0 and this.
constexpr double leastHalf = 6e-8;

void TrainingSigns::examineUnderflow()
{
    if (m_training.precision.find("fp16") == std::string::npos)
        return;
    const auto isLost = [](const Layer& layer) { return layer.gradient < leastHalf; };
    const auto lost = std::ranges::count_if(m_layers, isLost);
    if (lost == 0 || !isLost(m_layers.back())) // else they vanish on their way
        return;
    const Layer& first = *std::ranges::find_if(m_layers, isLost);
    const bool isEmulated = m_training.precision.find("emulated") != std::string::npos;
    m_found.push_back(
        {.ailment = Ailment::underflow,
         .node = first.node,
         .finding =
             Message(NS_MESSAGE("doctor.underflow.finding",
                                "The gradients of \"{0}\" have a root mean square of {1}, and FP16 has no numbers between 0 and "
                                "{2}; this is so in {3} of {4:layer|layers} with weights."),
                     first.node, scientific(first.gradient), scientific(leastHalf), lost, std::ssize(m_layers)),
         .reason =
             Message(NS_MESSAGE("doctor.underflow.reason",
                                "Gradients that small become 0 unless the loss is multiplied by a large number, and layers without "
                                "gradients do not learn.")),
         .advice =
             Message(NS_MESSAGE("doctor.underflow.advice",
                                "Give the loss its usual weight of 1, let the loss scale adjust itself, or train in BF16, which "
                                "has the range of FP32.")),
         .remedy = Remedy{Message(NS_MESSAGE("doctor.remedy.bf16", "Train in BF16")),
                          {isEmulated ? "training.precision=bf16-emulated" : "training.precision=bf16"},
                          {}},
         .evidence = gradients()});
}

void TrainingSigns::examineGradients()
{
    // An embedding's gradient is 0 in all rows that the batch does not use.
    std::vector<const Layer*> layers;
    for (const Layer& layer : m_layers)
        if (layer.spec->category == Category::convolution || layer.spec->category == Category::dense
            || (layer.spec->category == Category::recurrent && layer.spec->classesTaken.empty()))
            layers.push_back(&layer);
    if (layers.size() < layersToCompare)
        return;
    const Layer &first = *layers.front(), &last = *layers.back();
    if (last.gradient <= 0.0 || first.gradient >= vanishing * last.gradient)
        return;
    std::vector<std::string> bounded;
    for (const Layer* layer : layers) {
        if (isReplaceable(layer->node))
            bounded.push_back(layer->node);
    }
    m_found.push_back(
        {.ailment = Ailment::vanishingGradients,
         .node = first.node,
         .finding = Message(NS_MESSAGE("doctor.vanishing_gradients.finding",
                                       "The gradients of \"{0}\" have a root mean square of {1}, those of \"{2}\" of {3}."),
                            first.node, scientific(first.gradient), last.node, scientific(last.gradient)),
         .reason =
             Message(NS_MESSAGE("doctor.vanishing_gradients.reason",
                                "On its way back the gradient is multiplied by the slope of each activation. Through many small "
                                "slopes it vanishes, and the first layers stay as they were drawn.")),
         .advice = Message(
             NS_MESSAGE("doctor.vanishing_gradients.advice",
                        "Use ReLU instead of sigmoid or tanh, normalize between the layers, or add shortcuts around them.")),
         .remedy = unlessEmpty(
             activate(Message(NS_MESSAGE("doctor.remedy.relu", "Use ReLU instead of bounded activations")), bounded, "relu")),
         .evidence = gradients()});
}

void TrainingSigns::examineExplosion()
{
    if (m_training.globalClipnorm > 0.0 || m_history.measures().empty())
        return;
    double largest = 0.0;
    const StepMeasures* when = nullptr;
    const LayerMeasures* where = nullptr;
    for (const auto& measures : m_history.measures())
        for (const LayerMeasures& layer : measures->layers)
            if (layer.gradient && std::isfinite(largest) && !(*layer.gradient <= largest)) {
                largest = std::isnan(*layer.gradient) ? INFINITY : *layer.gradient;
                when = measures.get();
                where = &layer;
            }
    if (largest < exploding)
        return;
    Evidence evidence{.axis = gradientAxis(), .logarithmic = true};
    for (const LayerMeasures& layer : when->layers)
        if (layer.gradient) {
            evidence.names.push_back(layer.node);
            evidence.values.push_back(*layer.gradient);
        }
    m_found.push_back(
        {.ailment = Ailment::explodingGradients,
         .node = where->node,
         .finding = Message(NS_MESSAGE("doctor.exploding_gradients.finding",
                                       "The gradients of \"{0}\" reached a root mean square of {1}; usual are less than 1."),
                            where->node, std::isfinite(largest) ? scientific(largest) : std::string("∞")),
         .reason =
             Message(NS_MESSAGE("doctor.exploding_gradients.reason",
                                "One step with such a gradient throws the weights far away, and what was learned is lost; often "
                                "the loss becomes infinite.")),
         .advice = Message(NS_MESSAGE("doctor.exploding_gradients.advice",
                                      "Limit the norm of the gradients, draw smaller first weights, or scale inputs and targets.")),
         .remedy = Remedy{Message(NS_MESSAGE("doctor.remedy.clip", "Limit the gradients' norm to 1")),
                          {"training.global_clipnorm=1"},
                          {}},
         .evidence = std::move(evidence)});
}

/// The layers of which a large share has such a number, and a bar for each.
template <class Value>
Evidence TrainingSigns::layersWith(double least, const Value& value) const
{
    Evidence evidence;
    if (m_history.measures().empty())
        return evidence;
    for (const LayerMeasures& measured : m_history.measures().back()->layers)
        if (const double share = medianOver(measured.node, value); share >= least) {
            evidence.names.push_back(measured.node);
            evidence.values.push_back(share);
        }
    return evidence;
}

/// "hidden_1 (94 %), hidden_2 (88 %)".
std::string listOf(const Evidence& evidence)
{
    std::vector<std::string> each;
    for (std::size_t i = 0; i < evidence.names.size(); ++i)
        each.push_back(fmt::format("{} ({} %)", evidence.names[i], percent(evidence.values[i])));
    return fmt::format("{}", fmt::join(each, ", "));
}

/// Gives each of these layers another activation, and one whose first weights suit it.
Remedy TrainingSigns::activate(Message name, const std::vector<std::string>& layers, const std::string& activation) const
{
    Remedy remedy{std::move(name), {}, {}};
    for (const std::string& layer : layers) {
        const Node* node = m_project.flat().graph.find(layer);
        const LayerSpec* spec = node ? m_project.catalog().layers->find(node->layer) : nullptr;
        if (!spec || !spec->parameter("activation") || spec->category == Category::recurrent)
            continue;
        remedy.settings.push_back(fmt::format("{}.activation={}", settingOfNode(layer), activation));
        if (spec->parameter("kernel_initializer"))
            remedy.settings.push_back(fmt::format("{}.kernel_initializer=he_uniform", settingOfNode(layer)));
    }
    return remedy;
}

bool TrainingSigns::isReplaceable(const std::string& node) const
{
    constexpr std::string_view bounded[] = {"hard_sigmoid", "hard_tanh", "sigmoid", "softsign", "tanh"};
    const Node* layer = m_walk.find(node);
    const LayerSpec* spec = layer ? m_walk.specOf(*layer) : nullptr;
    return spec && !m_walk.isMeant(*layer) && std::ranges::find(bounded, spec->activation(layer->parameters)) != std::end(bounded);
}

void TrainingSigns::examineUnits()
{
    Evidence dead = layersWith(deadShare, [](const LayerMeasures& layer) { return layer.dead; });
    if (!dead.names.empty()) {
        const Message axis(NS_MESSAGE("doctor.axis.dead", "dead units, fraction"));
        dead.axis = axis;
        m_found.push_back(
            {.ailment = Ailment::deadUnits,
             .node = dead.names[static_cast<std::size_t>(std::ranges::max_element(dead.values) - dead.values.begin())],
             .finding =
                 Message(NS_MESSAGE("doctor.dead_units.finding", "Units that are 0 for all of {0:sample|samples} looked at: {1}."),
                         m_history.measures().back()->unitSamples, listOf(dead)),
             .reason =
                 Message(NS_MESSAGE("doctor.dead_units.reason",
                                    "Where a ReLU is 0 it has no slope: such a unit gets no gradient, seldom comes back and is "
                                    "computed for nothing.")),
             .advice =
                 Message(NS_MESSAGE("doctor.dead_units.advice",
                                    "Use a leaky ReLU, which keeps a small slope, or a lower learning rate: one large step is "
                                    "often what killed them.")),
             .remedy =
                 unlessEmpty(activate(Message(NS_MESSAGE("doctor.remedy.leaky", "Use a leaky ReLU")), dead.names, "leaky_relu")),
             .evidence = dead});
    }
    Evidence saturated = layersWith(saturatedShare, [](const LayerMeasures& layer) { return layer.saturated; });
    for (std::size_t i = saturated.names.size(); i-- > 0;)
        if (!isReplaceable(saturated.names[i])) { // such as a softmax that is sure of its answers
            saturated.names.erase(saturated.names.begin() + static_cast<std::ptrdiff_t>(i));
            saturated.values.erase(saturated.values.begin() + static_cast<std::ptrdiff_t>(i));
        }
    if (saturated.names.empty())
        return;
    saturated.axis = Message(NS_MESSAGE("doctor.axis.saturated", "saturated numbers, fraction"));
    m_found.push_back(
        {.ailment = Ailment::saturation,
         .node = saturated.names[static_cast<std::size_t>(std::ranges::max_element(saturated.values) - saturated.values.begin())],
         .finding = Message(
             NS_MESSAGE("doctor.saturation.finding", "Layers whose activation is almost flat for most of their numbers: {0}."),
             listOf(saturated)),
         .reason =
             Message(NS_MESSAGE("doctor.saturation.reason",
                                "There the slope is below a twentieth of its largest: hardly any gradient passes the layer, so "
                                "that it and those before it learn slowly.")),
         .advice = Message(NS_MESSAGE("doctor.saturation.advice",
                                      "Draw smaller first weights, normalize before the layer, lower the learning rate, or use an "
                                      "activation without bounds.")),
         .remedy = unlessEmpty(activate(Message(NS_MESSAGE("doctor.remedy.relu", "Use ReLU instead of bounded activations")),
                                        saturated.names, "relu")),
         .evidence = saturated});
}

void TrainingSigns::examineRate()
{
    std::vector<double> updates;
    for (const Layer& layer : m_layers)
        if (layer.update > 0.0)
            updates.push_back(layer.update);
    const double update = medianOf(std::move(updates));
    const std::vector<TrainingHistory::Step>& steps = m_history.steps();
    if (!m_history.divergedAt() && m_history.stepCount() < enoughSteps)
        return;
    const std::size_t some = steps.size() / 5;
    const double first = steps.empty() ? 0.0 : steps.front().loss; // before any update, if it is the first
    const double now = some > 0 ? lossOf(steps.size() - some, some) : first;
    const bool falls = now < stuck * first || first <= 0.0;
    std::size_t highest = 0;
    double peak = first; // of a few steps, which vary less than each
    for (std::size_t i = 1; i + few <= steps.size(); ++i)
        if (const double mean = lossOf(i, few); mean > peak) {
            peak = mean;
            highest = i + few - 1;
        }
    const bool moves = m_history.largestUpdate() > largeUpdate;
    const bool jumps = moves && !falls && now > worse * first && peak > jump * first;
    if (m_history.divergedAt() || jumps || (!falls && update > largeUpdate))
        m_found.push_back(
            {.ailment = Ailment::rateTooHigh,
             .finding = m_history.divergedAt()
                 ? Message(NS_MESSAGE("doctor.rate_too_high.diverged", "Step {0} made a NaN or an infinity."),
                           *m_history.divergedAt())
                 : jumps
                 ? Message(
                     NS_MESSAGE("doctor.rate_too_high.jumps",
                                "The loss began at {0}, rose to {1} until step {2} and is {3} now; a step changed the weights by "
                                "{4} % of their size."),
                     fmt::format("{:.3g}", first), fmt::format("{:.3g}", peak), steps[highest].step, fmt::format("{:.3g}", now),
                     fmt::format("{:.2g}", 100.0 * m_history.largestUpdate()))
                 : Message(
                     NS_MESSAGE("doctor.rate_too_high.finding",
                                "The loss began at {0} and is {1} now; each step changes the weights by {2} % of their size."),
                     fmt::format("{:.3g}", first), fmt::format("{:.3g}", now), fmt::format("{:.2g}", 100.0 * update)),
             .reason =
                 Message(NS_MESSAGE("doctor.rate_too_high.reason",
                                    "The steps jump over the places where the loss is low, and a jump that is too long can kill "
                                    "units for good. About 0.1 to 1 % of the weights' size in each step is usual.")),
             .advice =
                 Message(NS_MESSAGE("doctor.rate_too_high.advice",
                                    "Use a lower learning rate, and look whether the data holds numbers that are not finite; the "
                                    "range test in the Training panel finds a rate.")),
             .remedy = rateTimes(jumps || m_history.divergedAt() ? 0.01 : std::clamp(goodUpdate / update, 1e-3, 0.1)),
             .evidence = losses()});
    else if (!falls && update > 0.0 && update < smallUpdate)
        m_found.push_back(
            {.ailment = Ailment::rateTooLow,
             .finding =
                 Message(NS_MESSAGE("doctor.rate_too_low.finding",
                                    "The loss began at {0} and is {1} now; each step changes the weights by {2} of their size."),
                         fmt::format("{:.3g}", first), fmt::format("{:.3g}", now), scientific(update)),
             .reason = Message(
                 NS_MESSAGE("doctor.rate_too_low.reason",
                            "At this pace it takes about {0:step|steps} before the weights have really changed. About 0.1 to 1 % "
                            "of their size in each step is usual."),
                 static_cast<std::int64_t>(std::pow(10.0, std::min(15.0, std::round(-std::log10(update)))))),
             .advice = Message(NS_MESSAGE("doctor.rate_too_low.advice",
                                          "Use a higher learning rate; the range test in the Training panel finds one.")),
             .remedy = rateTimes(std::clamp(goodUpdate / update, 10.0, 1e4)),
             .evidence = losses()});
}

} // namespace

std::vector<Diagnosis> examineTraining(const CheckedProject& project, const TrainingHistory& history)
{
    TrainingSigns signs(project, history);
    const auto isWell = [&] { return signs.found().empty(); };
    signs.examineUnderflow();
    if (isWell())
        signs.examineExplosion();
    if (isWell())
        signs.examineRate();
    if (isWell()) { // else they follow from that
        signs.examineGradients();
        signs.examineUnits();
    }
    std::vector<Diagnosis> found = signs.found();
    if (std::optional<Diagnosis> overfitting = examineValidation(project.project().training, history))
        found.push_back(std::move(*overfitting));
    return found;
}

} // namespace netsmith::inspect
