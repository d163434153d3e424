#pragma once

#include "gui/training/live_predictions.h"
#include "gui/training/training_state.h"
#include "gui/widgets/side_thread.h"

#include "engine/core/error.h"
#include "engine/inspect/embeddings/embedding.h"

#include <QObject>

#include <stop_token>

namespace netsmith::gui {

class TrainingSession;

/// What a layer of the asked network makes of the samples of its data, as points of a plane: of the live run again after each epoch
/// and in each pause, of a saved run or a chosen moment once. While nothing is shown, nothing is asked and nothing computed.
class EmbeddingFeed : public QObject {
    Q_OBJECT

public:
    enum class State {
        nothing, ///< there is no network to ask
        asking, ///< the network
        placing, ///< the points
        ready,
        stopped, ///< by the user; the points are where they were
        failed,
    };
    /// What is wanted of which layer.
    struct Wish {
        std::string layer{}; ///< empty: the last one before the output
        std::int64_t samples = 2000; ///< at most
        bool training = false; ///< the samples that the run is trained on, and not those of validation
        inspect::EmbeddingMethod method = inspect::EmbeddingMethod::tsne;
        double perplexity = 30.0;
        bool operator==(const Wish&) const = default;
    };
    using Outputs = std::shared_ptr<const inspect::LayerOutputs>;
    using Points = std::shared_ptr<const std::vector<inspect::PlanePoint>>;
    using Result = std::shared_ptr<const inspect::Embedding>;

    EmbeddingFeed(TrainingSession& session, QObject* parent);
    ~EmbeddingFeed() override;

    void setShown(bool shown);
    void setWish(Wish wish);
    const Wish& wish() const { return m_wish; }
    /// Asks once more.
    void refresh();
    /// Ends what is being computed.
    void cancel();

    State state() const { return m_state; }
    bool isWorking() const { return m_state == State::asking || m_state == State::placing; }
    /// The latest, also while the next is computed; null if there is none.
    const Outputs& outputs() const { return m_outputs; }
    /// Of each of its samples, while they move, too; null before.
    const Points& points() const { return m_points; }
    /// Null while they move.
    const Result& result() const { return m_result; }
    const std::filesystem::path& run() const { return m_run; }
    bool isLive() const { return m_live; }
    const std::optional<Message>& problem() const { return m_problem; }
    /// How much of the work is done, 0 … 1; negative: unknown.
    double share() const { return m_share; }

Q_SIGNALS:
    void changed();

private:
    void follow();
    void ask();
    void askSaved(const std::filesystem::path& place);
    /// Computes the points of these outputs.
    void place(Outputs outputs);
    /// On the thread.
    void compute(std::uint64_t job, const Outputs& outputs, const Wish& wish, std::vector<inspect::PlanePoint> start,
                 const std::stop_token& stop);
    std::uint64_t newJob();
    void fail(std::optional<Message> problem);
    void settle(State state);
    /// No network is asked now.
    void drop();

    TrainingSession& m_session;
    bool m_shown = false;
    Wish m_wish;
    State m_state = State::nothing;
    Outputs m_outputs;
    Points m_points;
    Result m_result;
    std::filesystem::path m_run;
    bool m_live = false;
    std::optional<Message> m_problem;
    double m_share = -1.0;
    std::filesystem::path m_place; ///< the run or the checkpoint asked last; empty: the live run, or none
    std::uint64_t m_question = 0; ///< the last one to the live run; 0 once it is answered or no longer wanted
    bool m_again = false; ///< it is to be asked once more after that
    std::uint64_t m_job = 0; ///< the last one on the thread
    std::int64_t m_epoch = 0; ///< of the live run when it was asked last
    TrainingState m_sessionState{};
    bool m_wasLive = false;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-embed"};
};

} // namespace netsmith::gui
