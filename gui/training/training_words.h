#pragma once

#include "gui/training/training_session.h"

#include <QString>

namespace netsmith::gui {

/// How training stands in a few words: "Training" "epoch 4 of 5" "9 s left".
struct TrainingHeadline {
    QString state; ///< stands out
    QString detail; ///< may be empty
    QString left; ///< on the right; may be empty
};
TrainingHeadline headlineOf(const TrainingSession& session);

/// "Best 99.1 % at epoch 4", "Lowest loss 0.0213 at epoch 2": what a run came to that has ended; empty where nothing was measured.
QString bestText(const TrainingSnapshot& snapshot);

/// "Mean of 5 folds: accuracy 94.2 % ± 0.8 %; loss 0.21 ± 0.02"
QString foldsText(const runs::CrossValidation& all);

/// Everything of it as one sentence, for screen readers and the tooltip.
QString sentenceOf(const TrainingSession& session);

/// "BF16", "FP16, emulated": a precision as the settings call it.
QString precisionTitle(const std::string& id);

/// An engine's message as a sentence of its own, the home folder left out of its paths.
QString sentenceText(const Message& message);
/// The same text with "~" for the home folder, so that it can be shown to anybody.
QString withoutHome(QString text);

/// "Training diverged", "The memory ran out".
QString failureTitle(TrainingFailure failure);
/// What a person may do about it.
QString failureAdvice(TrainingFailure failure, bool resumable);
/// The batch that a message says fits into the memory, after a larger one did not; 0 where it says none.
std::int64_t batchThatFits(const Message& message);
/// The setting that has to be another one before a run can succeed that failed so, "batch"; empty where none is known.
std::string settingMeant(TrainingFailure failure, const Message& message);
/// What a setting is called: "Learning rate".
QString settingTitle(const std::string& setting);
/// Where the studio helps, when a message says that data is missing; else empty.
QString missingDataAdvice(const Message& message);

/// "Loss", "Validation loss", "Accuracy": a series' name as people read it.
QString quantityTitle(const std::string& name);
/// 0.992 of an accuracy is "99.2 %", of a loss "0.992".
QString quantityText(const std::string& name, double value);
/// The same of a mean and how far from it what was measured lies, where that is known: "94.2 % ± 0.8 %".
QString spreadText(const std::string& name, double mean, std::optional<double> deviation);

} // namespace netsmith::gui
