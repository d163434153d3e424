#include "gui/training/training_worker.h"

#include "gui/widgets/guarded.h"

#include "engine/inspect/attribution/live_copy.h"

// What the worker answers: predictions, for one sample or many, copies of the live network, and texts that are written.

namespace netsmith::gui {

AskedNetwork TrainingWorker::saved(const std::filesystem::path& run, const std::filesystem::path& checkpoint, bool observes)
{
    constexpr int unused = 2000; // milliseconds after which its layers are no longer wanted
    const bool done = m_predictorObserves && !observes && m_sinceObserved.elapsed() > unused;
    if (observes)
        m_sinceObserved.start();
    const std::filesystem::path& place = checkpoint.empty() ? run : checkpoint;
    if (!m_predictor || m_predictorOf != place || (observes && !m_predictorObserves) || done) {
        m_predictor.reset();
        const std::vector<std::string> layers(observes ? 1 : 0, std::string(everyLayer));
        m_predictor = std::make_unique<Predictor>(place, std::string(), 1, layers); // the user asks about one sample at a time
        m_predictorOf = place;
        m_predictorObserves = observes;
    }
    return askedNetwork(*m_predictor, run, m_predictor->step(), false);
}

PredictionAnswer TrainingWorker::answered(const PredictionRequest& request,
                                          const std::function<AskedNetwork(bool observes)>& network)
{
    PredictionAnswer answer{.id = request.id, .run = request.run};
    std::optional<Message> unobserved;
    const auto ask = [&](bool observes, std::optional<Message>& problem) {
        guarded([&] { answer = answerOf(request, network(observes)); }, [&](const Error& error) { problem = error.message(); });
    };
    if (request.observes)
        ask(true, unobserved);
    if (!request.observes || unobserved) // the answer alone may still be possible
        ask(false, answer.problem);
    answer.observed = request.observes;
    if (!answer.problem) // which is shown by itself
        answer.unobserved = unobserved;
    return answer;
}

LivePredictions TrainingWorker::reviewed(const LivePredictionsRequest& request, train::LiveRun& run,
                                         const std::filesystem::path& folder)
{
    constexpr double pause = 1.0; // seconds of training
    LivePredictions all{.id = request.id, .run = folder};
    guarded(
        [&] {
            if (request.layer)
                all.outputs = std::make_shared<const inspect::LayerOutputs>(
                    inspect::layerOutputsOfLiveRun(run, request.training, *request.layer, pause));
            else
                all.predictions =
                    std::make_shared<const inspect::RunPredictions>(inspect::predictionsOfLiveRun(run, request.training, pause));
        },
        [&](const Error& error) { all.problem = error.message(); });
    return all;
}

LiveWeights TrainingWorker::copied(std::uint64_t id, train::LiveRun& run, const std::filesystem::path& folder)
{
    LiveWeights weights{.id = id, .run = folder};
    guarded([&] { weights.network = std::make_shared<const inspect::NetworkCopy>(inspect::copyOfLiveRun(run)); },
            [&](const Error& error) { weights.problem = error.message(); });
    return weights;
}

bool TrainingWorker::write(const std::function<AskedNetwork(const WritingRequest& request)>& network)
{
    const std::shared_ptr<const WritingRequest> wanted = m_mailbox.wantedText();
    if (!wanted)
        return false;
    WrittenText piece{.id = wanted->id, .run = wanted->run};
    guarded([&] { piece = m_writer.next(*wanted, network(*wanted)); },
            [&](const Error& error) {
                piece.done = true;
                piece.problem = error.message();
            });
    m_mailbox.wrote(std::move(piece));
    return true;
}

} // namespace netsmith::gui
