#pragma once

#include "engine/inspect/embeddings/embedding.h"
#include "gui/training/asked_feed.h"

#include <optional>

namespace netsmith::gui {

/// What a layer of the asked network makes of the samples of its data, as points of a plane.
class EmbeddingFeed : public AskedFeed {
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
    ~EmbeddingFeed() override { stop(); }

    void setWish(Wish wish);
    const Wish& wish() const { return m_wish; }
    /// Ends what is being computed.
    void cancel();

    State state() const { return m_state; }
    bool isWorking() const override { return m_state == State::asking || m_state == State::placing; }
    /// The latest, also while the next is computed; null if there is none.
    const Outputs& outputs() const { return m_outputs; }
    /// Of each of its samples, while they move, too; null before.
    const Points& points() const { return m_points; }
    /// Null while they move.
    const Result& result() const { return m_result; }
    const std::optional<Message>& problem() const { return m_problem; }
    /// How much of the work is done, 0 … 1; negative: unknown.
    double share() const { return m_share; }

private:
    std::uint64_t askLive() override;
    void answered(const LivePredictions& answer) override;
    void askSaved(const std::filesystem::path& place, std::uint64_t job) override;
    void rest() override { m_state = State::nothing; }
    bool knowsAny() const override { return m_outputs != nullptr; }
    void forget() override;
    /// Points come to rest first, or short epochs would show none.
    bool holdsLive() const override { return m_state == State::placing && isLive(); }
    bool isHeld() const override { return m_state == State::stopped; }
    /// Computes the points of these outputs.
    void place(Outputs outputs);
    /// On the thread.
    void compute(std::uint64_t job, const Outputs& outputs, const Wish& wish, std::vector<inspect::PlanePoint> start,
                 const std::stop_token& stop);
    void fail(std::optional<Message> problem);
    void settle(State state);

    Wish m_wish;
    State m_state = State::nothing;
    Outputs m_outputs;
    Points m_points;
    Result m_result;
    std::optional<Message> m_problem;
    double m_share = -1.0;
};

} // namespace netsmith::gui
