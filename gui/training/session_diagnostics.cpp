#include "gui/training/session_diagnostics.h"

#include "gui/training/training_session.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"

#include "engine/backend/loader.h"

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const char* nameOf(TrainingState state)
{
    switch (state) {
    case TrainingState::idle: return "idle";
    case TrainingState::preparing: return "preparing";
    case TrainingState::preFlight: return "pre-flight";
    case TrainingState::running: return "running";
    case TrainingState::pausing: return "pausing";
    case TrainingState::paused: return "paused";
    case TrainingState::stopping: return "stopping";
    case TrainingState::stopped: return "stopped";
    case TrainingState::finished: return "finished";
    case TrainingState::failed: return "failed";
    }
    return "";
}

QString linesOf(const RunFacts& run)
{
    const MemoryUse& memory = run.memory;
    QString text = u"run %1\n"_s.arg(fromStd(run.folder.string()));
    text += u"device %1: %2, %3\n"_s.arg(fromStd(run.device), fromStd(run.deviceName), fromStd(run.precision));
    text += u"batch %1, %2 epochs of %3 steps, %4 parameters\n"_s.arg(run.batch)
                .arg(run.epochs)
                .arg(run.stepsPerEpoch)
                .arg(run.parameters);
    text += u"%1 training and %2 validation samples: %3\n"_s.arg(run.trainSamples)
                .arg(run.validationSamples)
                .arg(fromStd(run.data.text()));
    text += u"bytes: weights %1, gradients %2, optimizer %3, activations %4, workspace %5, data %6\n"_s.arg(memory.weights)
                .arg(memory.gradients)
                .arg(memory.optimizer)
                .arg(memory.activations)
                .arg(memory.workspace)
                .arg(memory.data);
    for (const Message& warning : run.warnings)
        text += u"warning %1: %2\n"_s.arg(fromStd(warning.id()), fromStd(warning.text()));
    return text;
}

} // namespace

QStringList sessionDiagnostics(const TrainingSession& session)
{
    const TrainingSnapshot& snapshot = session.snapshot();
    QString text = u"engine %1\n"_s.arg(QLatin1String(buildId()));
    text += u"training is %1, step %2 of %3, epoch %4 of %5, %6 s\n"_s.arg(QLatin1String(nameOf(session.state())))
                .arg(snapshot.step)
                .arg(snapshot.totalSteps)
                .arg(snapshot.epoch)
                .arg(snapshot.epochs)
                .arg(snapshot.seconds, 0, 'f', 1);
    if (snapshot.problem)
        text += u"error %1: %2\n"_s.arg(fromStd(snapshot.problem->message.id()), fromStd(snapshot.problem->message.text()));
    if (session.run())
        text += linesOf(*session.run());
    return withoutHome(text).trimmed().split(u'\n');
}

} // namespace netsmith::gui
