#pragma once

#include "gui/document/document.h"
#include "gui/jobs/device_lease.h"
#include "gui/training/mailbox.h"
#include "gui/training/training_state.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThread>

#include <functional>

namespace netsmith::gui {

/// Training as all views of the window see it: its state, and the actions available. Lives on the GUI thread and never waits for
/// the engine, which runs on another thread.
class TrainingSession : public QObject {
    Q_OBJECT

public:
    explicit TrainingSession(Document& document, QObject* parent = nullptr);
    /// Waits for the worker, unless `shutdown` has finished.
    ~TrainingSession() override;

    Document& document() const { return m_document; }
    /// Where the project's runs are stored; set when it is opened or saved.
    void setPlace(TrainingPlace place) { m_place = std::move(place); }
    const TrainingPlace& place() const { return m_place; }
    /// The run whose weights new runs start from; empty: random ones. Reset when another project is opened.
    void setWeights(const std::filesystem::path& run);
    const std::filesystem::path& weights() const { return m_weights; }
    /// The number of cross-validation folds of new runs; 0: each is one training. Reset when another project is opened.
    void setFolds(std::int64_t folds);
    std::int64_t folds() const { return m_folds; }
    /// The window's jobs: nothing starts while another has the device, which `held` then reports. Without them, as in tests,
    /// anything does.
    void setJobs(WindowJobs& jobs);
    /// Why no saved run may be continued now, told by `held`; empty: they may.
    void holdRuns(const QString& why) { m_whyHeld = why; }
    WindowJobs* jobs() const { return m_lease.jobs(); }
    /// For tests: launches of this many steps instead of by time.
    void setStepsPerLaunch(int steps) { m_stepsPerLaunch = steps; }

    /// What else in the window trains, so that the state is not shown as "Ready".
    std::optional<JobKind> otherWork() const { return jobs() ? jobs()->besideRun() : std::nullopt; }

    TrainingState state() const { return m_machine.state(); }
    TrainingFailure failure() const { return m_machine.failure(); }
    bool allows(TrainingAction action) const;
    bool isLive() const { return m_machine.isLive(); }
    bool isResting() const { return m_machine.isResting(); }
    /// The latest of the current job, or of the last one; its curves are in `curves`.
    const TrainingSnapshot& snapshot() const { return m_snapshot; }
    /// The curves of the last run so far, from its first step.
    const runs::RunCurves& curves() const { return m_curves; }
    /// The live run, or else the last one; null if there was none.
    const std::shared_ptr<const RunFacts>& run() const { return m_run; }
    /// Its current folder, for a fold that of its cross-validation; empty if there was none.
    std::filesystem::path placeOfRun() const;
    /// The current folder of the run, or of the fold, that `curves` belongs to.
    std::filesystem::path placeOfCurves() const;
    /// The card's content before a run, also while a change of it is evaluated; null if there is no card to show.
    std::shared_ptr<const PreflightOutcome> preflight() const;
    /// The card's content before the live or last run; null if it had no card.
    const std::shared_ptr<const PreflightOutcome>& preflightOfRun() const { return m_look; }
    /// The document's network or training settings differ from the run's.
    bool editedSinceRun() const { return m_edited; }
    /// There is a network to ask: a run that is live or has a checkpoint.
    bool canPredict() const;
    /// Whether answers come with pictures of the layers' outputs from now on: the first one about each sample, and at most two a
    /// second.
    void setObserving(bool observes) { m_observes = observes; }
    /// The inputs whose answers come with the others from now on, at most five times a second, and which the pictures show instead
    /// of a sample; nothing: none.
    void setGrid(const std::optional<InputGrid>& grid) { m_grid = grid; }
    /// The layer whose output they show in detail; empty: none.
    void setDetailed(std::string layer) { m_detailed = std::move(layer); }
    /// The number of which they say how it is made; nothing: none.
    void setExplained(std::optional<inspect::ExplanationRequest> number) { m_explained = std::move(number); }
    /// The layer whose weights come with them; empty: none.
    void setWeighed(std::string layer) { m_weighed = std::move(layer); }
    /// Whether the layers of a live run are measured from now on; see `TrainingSnapshot::measures`.
    void setMeasuring(bool measures) { m_mailbox.measure(measures); }
    /// Whether a live run is examined from now on; see `TrainingSnapshot::diagnoses`.
    void setExamining(bool examines) { m_mailbox.examine(examines); }
    /// Asks this run's result from now on; empty: the live run, or else the last one.
    void setAsked(std::filesystem::path run);
    /// Asks the checkpoint of this step of the asked run from now on; nothing: its latest weights.
    void setMoment(std::optional<std::int64_t> step);
    const std::optional<std::int64_t>& moment() const { return m_moment; }
    /// The run to ask; empty if there is none.
    std::filesystem::path askedRun() const { return m_asked.empty() ? runFolder() : m_asked; }
    /// Where it is now, or the checkpoint of the chosen moment; empty if there is no run to ask.
    std::filesystem::path askedPlace() const;
    /// The asked run was chosen and is not the live one, so its answers do not change.
    bool asksChosen() const;

    /// Returns the names of listed runs; empty for others.
    using RunNamer = std::function<QString(const std::filesystem::path& run)>;
    void setRunNamer(RunNamer namer) { m_runNamer = std::move(namer); }
    /// A run's name; its folder's name if it is not listed yet.
    QString nameOf(const std::filesystem::path& run) const;

    /// Each does nothing if the state does not allow it.
    void start(); ///< shows the card first
    void startAtOnce(); ///< without the card, unless the run can't fit
    void step();
    void train(); ///< the card's "Train"
    void cancel();
    void pause();
    void goOn();
    void stop();
    void resume();
    void runAnew(); ///< shows the card first
    void trainLonger(std::int64_t moreEpochs);
    /// Resumes a saved run.
    void resumeRun(const std::filesystem::path& run);
    /// Writes a checkpoint after the next launch.
    void keepCheckpoint();
    /// Sets the document's batch size, one undo step; a visible card is updated.
    void useBatch(std::int64_t batch);

    /// Asks the chosen run, otherwise the live one or the last one's checkpoint; the latest request wins. Returns the number that
    /// `answered` will have.
    std::uint64_t predict(std::vector<data::Field> samples);

    /// Whether anything was asked since the project was opened, so that `askAgain` can ask it of the network asked now.
    bool wasAsked() const { return m_question.has_value(); }
    void askAgain();

    /// The same for a text, if the network takes one.
    std::uint64_t predictText(std::string text);
    /// Asks the live run about all its samples, whichever run was chosen; the latest request wins. Returns the number that
    /// `reviewed` will have, which is not emitted if the run ends before. `layer`: what that layer makes of them.
    std::uint64_t review(bool training, std::optional<inspect::LayerRequest> layer = {});
    /// Asks for a copy of the live run's network, whichever run was chosen; the latest request wins. Returns the number that
    /// `weightsCopied` will have, which is not emitted if the run ends before.
    std::uint64_t copyWeights();
    /// What was asked about last; nothing since the project was opened.
    const std::optional<PredictionRequest>& question() const { return m_question; }
    /// Has the same run continue a text, replacing one that is being written. Returns the number that `written` will have.
    std::uint64_t write(std::string prompt, const train::WritingSettings& settings);
    void stopWriting() { m_mailbox.stopWriting(); }

    enum class Keep { checkpoint, nothing };
    /// Stops the current job and the worker's thread; `finishedShutdown` is emitted when done. Nothing can be started afterwards.
    void shutdown(Keep keep = Keep::checkpoint);
    bool isShutDown() const { return m_thread.isFinished(); }

Q_SIGNALS:
    void stateChanged(netsmith::gui::TrainingState state);
    /// Values have changed; at most 30 times a second.
    void updated();
    /// Points were added; `begin`: they are the first of a run's curves.
    void curvesAdded(const netsmith::runs::RunCurves& points, bool begin);
    void runChanged();
    void foldsChanged(std::int64_t folds);
    void preflightChanged();
    void editedSinceRunChanged(bool edited);
    void answered(const netsmith::gui::PredictionAnswer& answer);
    void reviewed(const netsmith::gui::LivePredictions& predictions);
    void weightsCopied(const netsmith::gui::LiveWeights& weights);
    /// A sample or a text is asked about: another one, or the same once more.
    void questioned();
    void written(const netsmith::gui::WrittenText& text);
    /// The project has errors, so no run can start.
    void refused(int errors);
    /// Another run is asked, or another moment of it.
    void askedChanged();
    /// The reason why nothing may start now.
    void held(const QString& why);
    /// A cancelled job has ended: its files no longer change.
    void abandonedEnded();
    /// Something is about to start: what was typed and not entered yet is to be entered.
    void starting();
    void finishedShutdown();

private:
    bool perform(TrainingAction action);
    void showState();
    /// Of the live run, or else the last one; empty if there was none.
    std::filesystem::path runFolder() const;
    std::uint64_t ask(PredictionRequest request);
    /// The checkpoint of the chosen moment; empty if none is chosen.
    std::filesystem::path askedCheckpoint() const;
    /// `run`: a saved one is resumed; else the document is trained.
    bool mayBegin(bool run);
    bool projectIsSound();
    void submit(TrainingJob::Kind kind, bool pauseAfterStep = false);
    void submitResume(const std::filesystem::path& run, std::int64_t epochs);
    void send(TrainingJob job);
    void receive();
    void follow(TrainingSnapshot snapshot);
    void followRun(const std::shared_ptr<const RunFacts>& facts, const runs::RunCurves& points, bool begin);
    /// The estimates before a run may have changed.
    void lookAgain();
    void followPhase();
    void documentChanged(const Change& change);
    void compareWithRun();
    void forget();

    Document& m_document;
    DeviceLease m_lease{JobKind::run};
    QString m_whyHeld;
    TrainingPlace m_place;
    std::filesystem::path m_weights;
    std::int64_t m_folds = 0;
    int m_stepsPerLaunch = 0;
    Mailbox m_mailbox;
    QThread m_thread;
    TrainingStateMachine m_machine;
    TrainingState m_shown = TrainingState::idle;
    bool m_showing = false; ///< signals are being emitted
    TrainingJob::Kind m_kind = TrainingJob::Kind::preFlight; ///< of the current job
    std::uint64_t m_job = 0; ///< the one whose snapshots are used
    std::uint64_t m_lastJob = 0;
    std::uint64_t m_order = 0;
    std::uint64_t m_lastRequest = 0;
    TrainingSnapshot m_snapshot;
    TrainingSnapshot m_outcome; ///< of the last job that ended, restored after cancelling
    std::shared_ptr<const PreflightOutcome> m_card;
    std::shared_ptr<const PreflightOutcome> m_look;
    runs::RunCurves m_curves;
    std::shared_ptr<const RunFacts> m_run;
    RunNamer m_runNamer;
    std::filesystem::path m_asked; ///< chosen by the user; empty: the live or the last one
    std::optional<std::int64_t> m_moment; ///< the step of its checkpoint that is asked
    bool m_observes = false;
    std::optional<InputGrid> m_grid;
    QElapsedTimer m_sinceGrid; ///< since it was last asked for
    std::string m_detailed;
    std::optional<inspect::ExplanationRequest> m_explained;
    std::string m_weighed;
    std::optional<PredictionRequest> m_question; ///< the last one
    QElapsedTimer m_sinceObserved; ///< since pictures were last asked for
    bool m_edited = false;
    bool m_closing = false;
};

/// The current folder of a run that may have moved with its project, which left a link at the old place.
std::filesystem::path movedTo(const std::filesystem::path& run);

/// Classifies an error, which determines the advice.
TrainingFailure failureOf(const TrainingProblem& problem);

} // namespace netsmith::gui
