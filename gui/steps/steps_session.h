#pragma once

#include "engine/core/error.h"
#include "engine/inspect/tracing/step_tracer.h"
#include "engine/predict/preparing.h"
#include "gui/document/document.h"
#include "gui/jobs/device_lease.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

namespace netsmith::gui {

/// Takes the training steps of the document's project apart, one at a time, in memory and on a thread of its own. Nothing of a
/// run is written. It holds the device only while it prepares, and lets its network go when anything else needs the device.
class StepsSession : public QObject {
    Q_OBJECT

public:
    enum class State {
        nothing, ///< not begun
        preparing,
        ready, ///< there is a step, and weights may be changed
        left, ///< the step is still shown, but its network is gone: something else has the device
    };
    /// What a session begins with.
    struct Wish {
        std::filesystem::path weights{}; ///< a run or one of its checkpoints; empty: random ones
        bool oneSample = false; ///< batches of a single sample
        bool operator==(const Wish&) const = default;
    };
    using Step = std::shared_ptr<const inspect::TracedStep>;
    /// A weight by its parameter and its place in row-major order.
    using WeightPlace = std::pair<std::string, std::int64_t>;
    struct Edit {
        double before = 0.0;
        double value = 0.0;
    };

    explicit StepsSession(Document& document, QObject* parent = nullptr);
    /// Stops and waits; the stop is checked between two parts of the preparation.
    ~StepsSession() override;

    /// The window's jobs: nothing begins while another has the device, and a run stops it.
    void setJobs(WindowJobs& jobs);
    /// Why nothing can begin now; empty: it can.
    QString whyNot() const;

    /// Begins with the next step of an epoch's first batch, again if it has begun.
    void begin(Wish wish);
    /// Ends a preparation.
    void cancel();
    /// Lets the network and its step go.
    void end();
    /// Changes one weight and computes the step with it.
    void setWeight(const WeightPlace& place, double value);
    /// All weights as they were before they were changed.
    void restoreWeights();
    /// Trains the step for good; the next one follows.
    void takeStep();
    /// Goes on to the next batch, untrained; weights that were changed stay so.
    void nextBatch();
    /// A number of a layer's output, or of the gradient with respect to that or to a parameter.
    struct Number {
        std::string node{};
        bool isGradient = false;
        std::string parameter{}; ///< of a gradient; empty: with respect to the output
        std::int64_t element = -1; ///< of an output or its gradient among those of the whole batch
        bool operator==(const Number&) const = default;
    };
    /// Finds out how a number came about.
    void explain(const Number& number);

    State state() const { return m_state; }
    /// The step is being computed with other weights.
    bool isComputing() const { return m_computing > 0; }
    /// What a preparation is doing.
    const PreparingEvent& progress() const { return m_progress; }
    /// Null before the first.
    const Step& step() const { return m_step; }
    /// The weights that were changed since the last step that was taken.
    const std::map<WeightPlace, Edit>& edits() const { return m_edits; }
    /// What was found out last.
    struct Explanation {
        Step step{};
        Number number{};
        std::vector<inspect::ExplainedStep> steps{}; ///< empty: not known
    };
    const Explanation& explanation() const { return m_explanation; }
    /// The loss with the weights that were not changed.
    double lossBefore() const { return m_lossBefore; }
    /// What it began with.
    const Wish& wish() const { return m_wish; }
    const Project& project() const { return m_project; }
    /// The network or its training was changed since.
    bool isOutdated() const;
    /// Why the last attempt gave no step.
    const std::optional<Message>& problem() const { return m_problem; }

Q_SIGNALS:
    void changed();
    void explained();

private:
    /// Computes on the thread; `work` changes the network before, and may tell the loss with the weights that were not changed.
    /// What comes of it is dropped if something newer is wanted.
    void compute(std::function<std::optional<double>(inspect::StepTracer&)> work, bool takes = false);
    void take(std::uint64_t job, const Step& step, bool takes);
    void fail(std::uint64_t job, const Error& error);
    /// Frees what the thread has.
    void letGo();
    void giveWay();
    void followDocument(const Change& change);

    Document& m_document;
    DeviceLease m_lease{JobKind::trace};
    State m_state = State::nothing;
    Wish m_wish;
    Project m_project;
    Step m_step;
    std::map<WeightPlace, Edit> m_edits;
    double m_lossBefore = 0.0;
    Explanation m_explanation;
    std::optional<Message> m_problem;
    PreparingEvent m_progress;
    int m_computing = 0; ///< jobs on the thread
    bool m_isTaking = false; ///< one of them takes the step: what is shown are the weights before it
    std::uint64_t m_job = 0; ///< of the session whose steps are used
    std::atomic<std::uint64_t> m_wanted = 0; ///< the last computation: earlier ones need not be made
    std::atomic<std::uint64_t> m_asked = 0; ///< the last number to be explained
    std::stop_source m_stop;
    std::unique_ptr<inspect::StepTracer> m_tracer; ///< on the thread alone
    SideThread m_thread{"netsmith-steps"}; ///< declared last: it uses the other members
};

} // namespace netsmith::gui
