#pragma once

#include "gui/document/document.h"
#include "gui/training/mailbox.h"
#include "gui/training/training_state.h"

#include <QObject>
#include <QThread>

#include <functional>

namespace netsmith::gui {

/// Training as every view of the window sees it: how it stands, and what a person can do about it. Lives on the GUI thread and
/// never waits for the engine, which works on a thread of its own.
class TrainingSession : public QObject {
    Q_OBJECT

public:
    explicit TrainingSession(Document& document, QObject* parent = nullptr);
    /// Waits for the worker where `shutdown` was not waited for.
    ~TrainingSession() override;

    Document& document() const { return m_document; }
    /// Where the project's runs go; once it is opened or saved.
    void setPlace(TrainingPlace place) { m_place = std::move(place); }
    const TrainingPlace& place() const { return m_place; }
    /// The run whose weights new runs start from; empty: random ones. Another project forgets it.
    void setWeights(const std::filesystem::path& run);
    const std::filesystem::path& weights() const { return m_weights; }
    /// Into how many folds new runs are cross-validated; 0: each is one training. Another project forgets it.
    void setFolds(std::int64_t folds);
    std::int64_t folds() const { return m_folds; }
    /// Asked before anything begins: why it may not, or nothing. What it says comes by `held`.
    void setGuard(std::function<QString()> guard) { m_guard = std::move(guard); }
    /// For tests: launches of so many steps rather than by the clock.
    void setStepsPerLaunch(int steps) { m_stepsPerLaunch = steps; }

    /// What else of the window has the processor or the device to itself, so that "Ready" is said of none of them.
    enum class OtherWork { none, comparison, twin, verification };
    void setOtherWork(OtherWork work);
    OtherWork otherWork() const { return m_otherWork; }

    TrainingState state() const { return m_machine.state(); }
    TrainingFailure failure() const { return m_machine.failure(); }
    bool allows(TrainingAction action) const;
    bool isLive() const { return m_machine.isLive(); }
    bool isResting() const { return m_machine.isResting(); }
    /// The latest of the job under way, or of the last one; its curves are in `curves`.
    const TrainingSnapshot& snapshot() const { return m_snapshot; }
    /// What the last run measured so far, from its first step on.
    const runs::RunCurves& curves() const { return m_curves; }
    /// The run that is live, or else the last one; null where none has begun.
    const std::shared_ptr<const RunFacts>& run() const { return m_run; }
    /// Where that run lies now, of a fold its cross-validation; empty where none has begun.
    std::filesystem::path placeOfRun() const;
    /// Where what `curves` are of lies now: the run itself, or the fold.
    std::filesystem::path placeOfCurves() const;
    /// What is said of a run before it, also while a change of it is looked at; null where there is no card to show.
    std::shared_ptr<const PreflightOutcome> preflight() const;
    /// What was said before the run that is live or the last one; null where no card was asked for.
    const std::shared_ptr<const PreflightOutcome>& preflightOfRun() const { return m_look; }
    /// The document would train otherwise than the run does.
    bool editedSinceRun() const { return m_edited; }
    /// There is a network to ask: a run that is live or has a checkpoint.
    bool canPredict() const;
    /// Asks this run's result from now on; empty: the run that is live or else the last one.
    void setAsked(std::filesystem::path run) { m_asked = std::move(run); }
    /// Which is asked; empty where there is none.
    std::filesystem::path askedRun() const { return m_asked.empty() ? runFolder() : m_asked; }
    /// A run that was chosen and is not the live one: its answers stay what they are.
    bool asksChosen() const;

    /// What runs are called that are listed; empty for others.
    using RunNamer = std::function<QString(const std::filesystem::path& run)>;
    void setRunNamer(RunNamer namer) { m_runNamer = std::move(namer); }
    /// What people call a run; its folder's name where it is not listed yet.
    QString nameOf(const std::filesystem::path& run) const;

    /// Each does nothing where the state does not allow it.
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
    /// Goes on with a run that lies on the disk.
    void resumeRun(const std::filesystem::path& run);
    /// A checkpoint after the next launch.
    void keepCheckpoint();
    /// Sets the document's batch, one undo step; a card that is shown follows.
    void useBatch(std::int64_t batch);

    /// Asks the run chosen, else the live one or the last one's checkpoint; the latest request wins. `answered` has the number that
    /// this gives.
    std::uint64_t predict(std::vector<data::Field> samples);

    /// The same about a text, where that is what the network takes.
    std::uint64_t predictText(std::string text);
    /// Has the same run go on with a text, in the place of one that is being written. `written` has the number that this gives.
    std::uint64_t write(std::string prompt, const train::WritingSettings& settings);
    void stopWriting() { m_mailbox.stopWriting(); }

    enum class Keep { checkpoint, nothing };
    /// Ends what is under way and the worker's thread; `finishedShutdown` says when. Nothing can be begun any more.
    void shutdown(Keep keep = Keep::checkpoint);
    bool isShutDown() const { return m_thread.isFinished(); }

Q_SIGNALS:
    void stateChanged(netsmith::gui::TrainingState state);
    /// Numbers changed; at most 30 times a second.
    void updated();
    /// Points came; `begin`: they are the first of a run's curves.
    void curvesAdded(const netsmith::runs::RunCurves& points, bool begin);
    void runChanged();
    void foldsChanged(std::int64_t folds);
    void preflightChanged();
    void editedSinceRunChanged(bool edited);
    void answered(const netsmith::gui::PredictionAnswer& answer);
    void written(const netsmith::gui::WrittenText& text);
    /// The project has errors, so that no run can begin.
    void refused(int errors);
    /// The guard said why nothing may begin now.
    void held(const QString& why);
    /// A job that was cancelled has come to its end: what it left on the disk is as it stays.
    void abandonedEnded();
    void finishedShutdown();

private:
    bool perform(TrainingAction action);
    void showState();
    /// Of the run that is live, or else the last one; empty where none has begun.
    std::filesystem::path runFolder() const;
    PredictionRequest newRequest();
    bool mayBegin();
    bool projectIsSound();
    void submit(TrainingJob::Kind kind, bool pauseAfterStep = false);
    void submitResume(const std::filesystem::path& run, std::int64_t epochs);
    void send(TrainingJob job);
    void receive();
    void follow(TrainingSnapshot snapshot);
    void followRun(const std::shared_ptr<const RunFacts>& facts, const runs::RunCurves& points, bool begin);
    /// What is said before a run would be another thing now.
    void lookAgain();
    void followPhase();
    void documentChanged(const Change& change);
    void compareWithRun();
    void forget();

    Document& m_document;
    std::function<QString()> m_guard;
    TrainingPlace m_place;
    std::filesystem::path m_weights;
    std::int64_t m_folds = 0;
    int m_stepsPerLaunch = 0;
    Mailbox m_mailbox;
    QThread m_thread;
    TrainingStateMachine m_machine;
    TrainingState m_shown = TrainingState::idle;
    bool m_showing = false; ///< the views are being told
    TrainingJob::Kind m_kind = TrainingJob::Kind::preFlight; ///< of the job under way
    std::uint64_t m_job = 0; ///< the one whose snapshots matter
    std::uint64_t m_lastJob = 0;
    std::uint64_t m_order = 0;
    std::uint64_t m_lastRequest = 0;
    TrainingSnapshot m_snapshot;
    TrainingSnapshot m_outcome; ///< of the last job that ended, for what is cancelled
    std::shared_ptr<const PreflightOutcome> m_card;
    std::shared_ptr<const PreflightOutcome> m_look;
    runs::RunCurves m_curves;
    std::shared_ptr<const RunFacts> m_run;
    RunNamer m_runNamer;
    std::filesystem::path m_asked; ///< chosen by a person; empty: the live or the last one
    OtherWork m_otherWork = OtherWork::none;
    bool m_edited = false;
    bool m_closing = false;
};

/// Where a run lies that may have moved with its project, which left a link where it was.
std::filesystem::path movedTo(const std::filesystem::path& run);

/// What went wrong, as what to advise depends on it.
TrainingFailure failureOf(const TrainingProblem& problem);

} // namespace netsmith::gui
