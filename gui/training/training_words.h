#pragma once

#include "gui/training/training_session.h"

#include <QString>

namespace netsmith::gui {

/// The state of training in a few words: "Training" "epoch 4 of 5" "9 s left".
struct TrainingHeadline {
    QString state; ///< highlighted
    QString detail; ///< may be empty
    QString left; ///< right-aligned; may be empty
};
TrainingHeadline headlineOf(const TrainingSession& session);

/// "Best 99.1 % at epoch 4", "Lowest loss 0.0213 at epoch 2": the result of a run that has ended; empty if nothing was measured.
QString bestText(const TrainingSnapshot& snapshot);

/// "Mean of 5 folds: accuracy 94.2 % ± 0.8 %; loss 0.21 ± 0.02"
QString foldsText(const runs::CrossValidation& all);

/// All of it as one sentence, for screen readers and the tooltip.
QString sentenceOf(const TrainingSession& session);

/// "BF16", "FP16, emulated": a precision as the settings name it.
QString precisionTitle(const std::string& id);

/// An engine's message as a complete sentence, with the home folder removed from its paths.
QString sentenceText(const Message& message);
/// The same text with "~" for the home folder, so that it can be shared.
QString withoutHome(QString text);

/// "Training diverged", "The memory ran out".
QString failureTitle(TrainingFailure failure);
/// What the user can do about it.
QString failureAdvice(TrainingFailure failure, bool resumable);
/// The setting to change before a run that failed like this can succeed, "batch"; empty if unknown.
std::string settingMeant(TrainingFailure failure, const Message& message);
/// A setting's title: "Learning rate".
QString settingTitle(const std::string& setting);
/// What the studio offers if a message says that data is missing; otherwise empty.
QString missingDataAdvice(const Message& message);

/// "Loss", "Validation loss", "Accuracy": a quantity's title.
QString quantityTitle(const std::string& name);
/// 0.992 of an accuracy is "99.2 %", of a loss "0.992".
QString quantityText(const std::string& name, double value);
/// The same for a mean and its deviation, if known: "94.2 % ± 0.8 %".
QString spreadText(const std::string& name, double mean, std::optional<double> deviation);

} // namespace netsmith::gui
