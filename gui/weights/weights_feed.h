#pragma once

#include "engine/inspect/activations/layer_summary.h"
#include "engine/inspect/weights/neighbors.h"
#include "engine/inspect/weights/spectrum.h"
#include "engine/inspect/weights/weight_history.h"
#include "engine/inspect/weights/weight_sheet.h"
#include "gui/widgets/side_thread.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>

namespace netsmith::gui {

/// What is computed of a layer's weights, on threads of its own: the picture of one array at once, its singular values, the
/// checkpoints of its run, and the neighbors of a word. Only when weights are given to it, it has work.
class WeightsFeed : public QObject {
    Q_OBJECT

public:
    using Weights = std::shared_ptr<const inspect::LayerWeights>;
    /// One array as it is shown.
    struct Shown {
        Weights weights{};
        std::size_t array = 0;
        inspect::WeightSheet sheet{};
        inspect::LayerSummary summary{};
        double norm = 0.0;

        const inspect::WeightArray& numbers() const { return weights->arrays[array]; }
    };
    /// Its singular values, of the whole and of its gates.
    struct Spectra {
        std::int64_t step = 0;
        std::vector<inspect::Spectrum> list{}; ///< empty: the array is no matrix
    };
    struct Found {
        QString word{};
        std::optional<inspect::Neighbors> neighbors{};
        inspect::TokenNames names{};
        std::optional<Message> problem{}; ///< instead
    };

    explicit WeightsFeed(QObject* parent);
    ~WeightsFeed() override;

    /// A layer's weights now, of this run. Those that come while the ones before are worked on wait; the latest win.
    void take(Weights weights, std::filesystem::path run);
    /// Drops everything.
    void clear();
    /// Which array of the layer, by its place.
    void choose(std::size_t array);
    void setPart(const inspect::SheetPart& part);
    /// What is near this word in the embedding; again with new weights. Empty: nothing.
    void search(const QString& word);
    /// Singular values that take long are only computed on demand, and can be stopped.
    void computeSpectra();
    void stopSpectra();

    const Weights& weights() const { return m_weights; }
    const std::shared_ptr<const Shown>& shown() const { return m_shown; }
    /// Of the shown array; null while there are none.
    const std::shared_ptr<const Spectra>& spectra() const { return m_spectra; }
    /// The seconds that the singular values would take, where they wait to be asked for.
    std::optional<double> spectraWait() const;
    /// How much of long ones is done; nothing: none are being computed.
    std::optional<double> spectraShare() const { return m_share; }
    /// Null while it is not known.
    const std::shared_ptr<const inspect::WeightHistory>& history() const { return m_history; }
    const std::optional<Message>& historyProblem() const { return m_historyProblem; }
    /// Of the last search; null: none.
    const std::shared_ptr<const Found>& found() const { return m_found; }

Q_SIGNALS:
    void changed();

private:
    void show();
    void startSpectra(bool evenLong);
    void readHistory();
    void findNeighbors();
    double spectraWork() const;

    Weights m_weights;
    Weights m_next; ///< came meanwhile
    std::filesystem::path m_run;
    std::filesystem::path m_nextRun;
    std::size_t m_array = 0;
    inspect::SheetPart m_part;
    QString m_word;
    std::shared_ptr<const Shown> m_shown;
    std::shared_ptr<const Spectra> m_spectra;
    std::optional<double> m_share;
    bool m_computesSpectra = false;
    QTimer m_later; ///< until they may be computed again: in training they take at most a tenth of the time
    std::shared_ptr<const inspect::WeightHistory> m_history;
    std::optional<Message> m_historyProblem;
    std::filesystem::path m_historyOf; ///< the run that was read last, its layer and its checkpoints
    std::string m_historyLayer;
    std::vector<std::int64_t> m_historySteps;
    std::shared_ptr<const Found> m_found;
    std::uint64_t m_sheetJob = 0; ///< the last one of each kind
    std::uint64_t m_spectraJob = 0;
    std::uint64_t m_historyJob = 0;
    std::uint64_t m_searchJob = 0;
    bool m_isShowing = false; ///< a picture is being made
    bool m_isReading = false; ///< checkpoints
    bool m_readAgain = false; ///< when that is done
    std::stop_source m_spectraStop;
    std::stop_source m_historyStop;
    SideThread m_quick{"netsmith-sheet"};
    SideThread m_slow{"netsmith-sigma"};
    SideThread m_reader{"netsmith-moment"};
};

} // namespace netsmith::gui
