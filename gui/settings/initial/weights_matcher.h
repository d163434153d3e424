#pragma once

#include "engine/graph/project/project_file.h"
#include "engine/interop/weights/matching.h"
#include "engine/runs/store/run_summary.h"
#include "gui/document/document.h"
#include "gui/widgets/side_thread.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace netsmith::gui {

/// How a file's tensors would fill the network's weights.
struct WeightsMatch {
    InitialWeights from;
    interop::WeightFile file; ///< its tensors without their numbers
    interop::Matching matching;
    std::optional<Message> problem; ///< why training can't start from this

    /// Whether every weight was found by its name, so that there is nothing to decide.
    bool isPlain() const;
};

/// Reads files of weights and matches them with the document's network, on a thread of its own: they may be large.
class WeightsMatcher : public QObject {
    Q_OBJECT

public:
    explicit WeightsMatcher(Document& document, QObject* parent = nullptr);

    /// Signals `matched` or `failed`; only the answer to the latest call is used.
    void match(const InitialWeights& from);
    /// The same weights with their hash, and for a run its checkpoint. Signals `pinned` or `failed`.
    void pin(const InitialWeights& from);
    /// Nothing that was asked for is wanted any more.
    void forget();
    bool isBusy() const { return m_busy; }

Q_SIGNALS:
    void matched(const netsmith::gui::WeightsMatch& match);
    void pinned(const netsmith::InitialWeights& weights);
    void failed(const netsmith::Message& message);

private:
    /// Tells whether a file is still the one that was read.
    struct Stamp {
        std::filesystem::path path;
        std::filesystem::file_time_type changed;
        std::uintmax_t size = 0;
        std::string hash; ///< that it was checked against
        bool operator==(const Stamp&) const = default;
    };
    struct Read {
        Stamp stamp;
        interop::WeightFile file; ///< without the tensors' numbers
    };

    static std::optional<Stamp> stampOf(const InitialWeights& from);
    /// On the thread.
    const interop::WeightFile& read(const InitialWeights& from);
    void run(const std::function<void(std::uint64_t call)>& work);
    /// Whether this is still the answer that is waited for; it is no longer then.
    bool takes(std::uint64_t call);

    Document& m_document;
    std::uint64_t m_call = 0;
    bool m_busy = false;
    std::optional<Read> m_read; ///< used by the thread only
    SideThread m_thread{"netsmith-match"};
};

/// "efficientnet.onnx", or "#3, step 120" for a run's checkpoint; of a run that is none of these, its folder's name.
QString nameOfWeights(const std::filesystem::path& path, const std::vector<runs::RunSummary>& runs = {});
/// "PyTorch", as in texts.
QString frameworkName(interop::Framework framework);

} // namespace netsmith::gui
