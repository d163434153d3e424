#include "gui/training/training_words.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include "engine/graph/project/settings.h"
#include "engine/losses/measured_quantity.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <cctype>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct TrainingWords {
    Q_DECLARE_TR_FUNCTIONS(TrainingWords)
};

QString leftText(const std::optional<double>& seconds)
{
    return seconds ? TrainingWords::tr("%1 left").arg(durationText(*seconds < 1.0 ? 1.0 : *seconds)) : QString();
}

QString epochText(const TrainingSnapshot& snapshot)
{
    QString epoch = snapshot.epoch > 0
        ? TrainingWords::tr("epoch %1 of %2").arg(countText(snapshot.epoch), countText(snapshot.epochs))
        : QString();
    if (!snapshot.trainedPhase.empty())
        epoch = TrainingWords::tr("%1, phase %2", "an epoch, the name of a phase").arg(epoch, fromStd(snapshot.trainedPhase));
    if (!snapshot.facts || !snapshot.facts->fold)
        return epoch;
    const QString fold = messageText(snapshot.facts->fold->words());
    return epoch.isEmpty() ? fold : TrainingWords::tr("%1, %2", "a fold, an epoch").arg(fold, epoch);
}

/// The state of a run that is paused or has ended. The step of a fold comes last, where it may be cut off: the fold and the epoch
/// matter more.
TrainingHeadline heldAt(const TrainingSnapshot& snapshot, const QString& word, const QString& wordAndStep)
{
    const QString epoch = epochText(snapshot), step = countText(snapshot.step);
    return snapshot.facts && snapshot.facts->fold
        ? TrainingHeadline{word, TrainingWords::tr("%1, step %2", "a fold and an epoch, a step").arg(epoch, step), {}}
        : TrainingHeadline{wordAndStep.arg(step), epoch, {}};
}

/// "94.2 % ± 0.8 %"
QString meanText(const runs::CrossValidation& all, const std::string& name)
{
    const auto in = [&](const NamedValues& values) -> std::optional<double> {
        const auto found = std::ranges::find(values, name, &NamedValues::value_type::first);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    };
    return spreadText(name, in(all.means).value_or(0.0), in(all.deviations));
}

QString doneText(const TrainingSnapshot& snapshot)
{
    if (const auto& all = snapshot.crossValidation; all && !all->done.empty()) {
        const QString mean = meanText(*all, snapshot.judgedBy);
        return measuredQuantity(snapshot.judgedBy).format == MetricFormat::percent
            ? TrainingWords::tr("Done: %1", "a mean and its deviation").arg(mean)
            : TrainingWords::tr("Done: %1 %2", "a metric, its mean and deviation").arg(quantityTitle(snapshot.judgedBy), mean);
    }
    if (!snapshot.best)
        return TrainingWords::tr("Done");
    const MeasuredQuantity quantity = measuredQuantity(snapshot.judgedBy);
    const QString number = quantityText(snapshot.judgedBy, *snapshot.best);
    if (quantity.format == MetricFormat::percent)
        return TrainingWords::tr("Done: best %1").arg(number);
    return quantity.metric ? TrainingWords::tr("Done: best %1 %2", "a metric, its value")
                                 .arg(engineText(quantity.metric->title, quantity.metric->id), number)
                           : TrainingWords::tr("Done: lowest loss %1").arg(number);
}

} // namespace

QString withoutHome(QString text)
{
    const QString home = QDir::homePath();
    if (home.size() > 1)
        text.replace(home, u"~"_s);
    return text;
}

QString bestText(const TrainingSnapshot& snapshot)
{
    if (!snapshot.best || !snapshot.bestEpoch)
        return {};
    const MeasuredQuantity quantity = measuredQuantity(snapshot.judgedBy);
    const QString number = quantityText(snapshot.judgedBy, *snapshot.best), epoch = countText(*snapshot.bestEpoch);
    if (quantity.format == MetricFormat::percent)
        return TrainingWords::tr("Best %1 at epoch %2").arg(number, epoch);
    return quantity.metric ? TrainingWords::tr("Best %1 %2 at epoch %3", "a metric, its value")
                                 .arg(engineText(quantity.metric->title, quantity.metric->id), number, epoch)
                           : TrainingWords::tr("Lowest loss %1 at epoch %2").arg(number, epoch);
}

QString foldsText(const runs::CrossValidation& all)
{
    QString text;
    for (const auto& [name, mean] : all.means) {
        const QString one =
            TrainingWords::tr("%1 %2", "a metric, its mean and deviation").arg(quantityTitle(name), meanText(all, name));
        text = text.isEmpty() ? one : TrainingWords::tr("%1; %2", "two of several").arg(text, one);
    }
    return TrainingWords::tr("%1: %2", "mean of 5 folds, what they measured").arg(sentenceText(all.words()), text);
}

QString precisionTitle(const std::string& id)
{
    for (const ParameterSpec& spec : trainingSettings().specs())
        for (const Choice& choice : spec.choices)
            if (spec.name == "precision" && choice.id == id)
                return engineText(choice.title);
    return fromStd(id);
}

QString sentenceText(const Message& message)
{
    return asSentence(withoutHome(messageText(message)));
}

QString failureTitle(TrainingFailure failure)
{
    switch (failure) {
    case TrainingFailure::diverged: return TrainingWords::tr("Training diverged");
    case TrainingFailure::memory: return TrainingWords::tr("Not enough memory");
    case TrainingFailure::device: return TrainingWords::tr("The device was lost");
    case TrainingFailure::disk: return TrainingWords::tr("The run could not be written");
    case TrainingFailure::none:
    case TrainingFailure::other: break;
    }
    return TrainingWords::tr("Training failed");
}

QString failureAdvice(TrainingFailure failure, bool resumable)
{
    switch (failure) {
    case TrainingFailure::diverged:
        return TrainingWords::tr("Try a smaller learning rate, clip the gradients, or look at the data's range; then run again.");
    case TrainingFailure::memory:
        return resumable ? TrainingWords::tr("Close other programs and resume, or choose a smaller batch and run again.")
                         : TrainingWords::tr("Choose a smaller batch or a smaller network, or close other programs.");
    case TrainingFailure::device:
        return TrainingWords::tr("Save your work and restart Netsmith; the run continues from its last checkpoint.");
    case TrainingFailure::disk:
        return TrainingWords::tr("Free up disk space, or choose another folder for the project, then continue.");
    case TrainingFailure::none:
    case TrainingFailure::other: break;
    }
    return resumable ? TrainingWords::tr("Resume from the last checkpoint, or change what the message names and run again.")
                     : TrainingWords::tr("Change what the message names and run again.");
}

std::string settingMeant(TrainingFailure failure, const Message& message)
{
    const std::string text = message.text();
    for (const ParameterSpec& spec : trainingSettings().specs())
        if (const std::size_t at = text.find("training." + spec.name); at != std::string::npos) {
            const std::size_t end = at + 9 + spec.name.size(); // not the beginning of a longer name
            if (end == text.size() || (!std::isalnum(static_cast<unsigned char>(text[end])) && text[end] != '_'))
                return spec.name;
        }
    if (!message.facts().setting.empty())
        return message.facts().setting;
    if (failure == TrainingFailure::memory)
        return "batch";
    if (failure == TrainingFailure::diverged)
        return "learning_rate";
    return {};
}

QString settingTitle(const std::string& setting)
{
    for (const ParameterSpec& spec : trainingSettings().specs())
        if (spec.name == setting)
            return engineText(spec.title);
    if (setting == runs::foldsSetting().name)
        return engineText(runs::foldsSetting().title);
    return quantityTitle(setting);
}

QString missingDataAdvice(const Message& message)
{
    return message.facts().dataSource.empty() ? QString() : TrainingWords::tr("Download it in the Data panel.");
}

TrainingHeadline headlineOf(const TrainingSession& session)
{
    const TrainingSnapshot& snapshot = session.snapshot();
    if (!session.isLive() && session.state() != TrainingState::preparing) {
        switch (session.otherWork().value_or(JobKind::run)) {
        case JobKind::run: break;
        case JobKind::comparison: return {TrainingWords::tr("Comparing"), TrainingWords::tr("see the Compare page"), {}};
        case JobKind::compression: return {TrainingWords::tr("Compressing"), TrainingWords::tr("see the Compress page"), {}};
        case JobKind::verification:
            return {TrainingWords::tr("Repeating a run to compare"), TrainingWords::tr("see the run's card"), {}};
        case JobKind::twin:
            return {TrainingWords::tr("The twin is training"), TrainingWords::tr("see the Precision twin page"), {}};
        case JobKind::rateRange:
            return {TrainingWords::tr("Finding a learning rate"), TrainingWords::tr("see the Training panel"), {}};
        case JobKind::profile: return {TrainingWords::tr("Profiling"), TrainingWords::tr("see the Profiler page"), {}};
        case JobKind::trace: return {TrainingWords::tr("Preparing a step"), TrainingWords::tr("see the Step by step panel"), {}};
        }
    }
    switch (session.state()) {
    case TrainingState::idle: return {TrainingWords::tr("Ready"), {}, {}};
    case TrainingState::preparing:
        return {snapshot.words.id().empty() ? TrainingWords::tr("Preparing…")
                                            : TrainingWords::tr("%1…").arg(messageText(snapshot.words)),
                {},
                snapshot.total > 0 ? percentText(static_cast<double>(snapshot.done) / static_cast<double>(snapshot.total), 0)
                                   : QString()};
    case TrainingState::preFlight: return {TrainingWords::tr("Before you train"), {}, {}};
    case TrainingState::running:
        return {snapshot.phase == WorkerPhase::validating ? TrainingWords::tr("Validating") : TrainingWords::tr("Training"),
                epochText(snapshot), leftText(snapshot.secondsLeft)};
    case TrainingState::pausing: return {TrainingWords::tr("Pausing…"), epochText(snapshot), {}};
    case TrainingState::paused: return heldAt(snapshot, TrainingWords::tr("Paused"), TrainingWords::tr("Paused at step %1"));
    case TrainingState::stopping: return {TrainingWords::tr("Stopping…"), epochText(snapshot), {}};
    case TrainingState::stopped:
        if (!snapshot.facts)
            return {TrainingWords::tr("Stopped"), {}, {}};
        return heldAt(snapshot, TrainingWords::tr("Stopped"), TrainingWords::tr("Stopped at step %1"));
    case TrainingState::finished: return {doneText(snapshot), {}, durationText(snapshot.seconds)};
    case TrainingState::failed: return {failureTitle(session.failure()), {}, {}};
    }
    return {};
}

QString sentenceOf(const TrainingSession& session)
{
    const TrainingSnapshot& snapshot = session.snapshot();
    const TrainingHeadline headline = headlineOf(session);
    if (session.state() == TrainingState::failed && snapshot.problem)
        return TrainingWords::tr("%1: %2").arg(headline.state, withoutHome(messageText(snapshot.problem->message)));
    if (session.state() == TrainingState::running && snapshot.secondsLeft)
        return TrainingWords::tr("%1, %2: %3 of this epoch, %4 of the run")
            .arg(headline.state, headline.detail, leftText(snapshot.secondsLeftOfEpoch), leftText(snapshot.secondsLeft));
    if (headline.detail.isEmpty())
        return headline.left.isEmpty() ? headline.state : TrainingWords::tr("%1, %2").arg(headline.state, headline.left);
    if (headline.left.isEmpty())
        return TrainingWords::tr("%1, %2").arg(headline.state, headline.detail);
    return TrainingWords::tr("%1, %2, %3").arg(headline.state, headline.detail, headline.left);
}

QString quantityTitle(const std::string& name)
{
    const MeasuredQuantity quantity = measuredQuantity(name);
    QString title;
    if (quantity.id == "loss")
        title = TrainingWords::tr("Loss");
    else if (quantity.id == "learning_rate" || quantity.id == "lr") // a group's: "head/lr"
        title = TrainingWords::tr("Learning rate");
    else if (quantity.id == "loss_scale")
        title = TrainingWords::tr("Loss scale");
    else
        title = quantity.metric ? engineText(quantity.metric->title, quantity.metric->id) : fromStd(quantity.id);
    if (quantity.number > 0)
        title = TrainingWords::tr("%1 %2", "the second of the same metric").arg(title, countText(quantity.number + 1));
    if (!quantity.output.empty())
        title = TrainingWords::tr("%1 of %2").arg(title, fromStd(quantity.output));
    return quantity.ofValidation ? TrainingWords::tr("%1, validation").arg(title) : title;
}

QString quantityText(const std::string& name, double value)
{
    return measuredQuantity(name).format == MetricFormat::percent ? percentText(value) : significantText(value);
}

QString spreadText(const std::string& name, double mean, std::optional<double> deviation)
{
    const QString value = quantityText(name, mean);
    return deviation ? TrainingWords::tr("%1 ± %2", "mean and deviation").arg(value, quantityText(name, *deviation)) : value;
}

} // namespace netsmith::gui
