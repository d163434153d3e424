#pragma once

#include "engine/runs/store/run_summary.h"
#include "gui/app/asking/test_samples.h"
#include "gui/app/asking/tried_network.h"
#include "gui/document/data_look.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <memory>
#include <optional>

namespace netsmith::gui {

struct AttributedSample;
class AnswersWindow;
class Document;
class MistakesWindow;
class SentenceFeed;
class SeriesFeed;
class TableFeed;
class TextFeed;
class TrainingSession;
class TryItPages;
class TryItPanel;
struct PredictionAnswer;

/// Shows the page for the kind of network: the one that trains or was trained, or that of a run chosen by the user. Passes inputs
/// to it and predictions back, and samples of the data with their true values.
class TryItFeed : public QObject {
    Q_OBJECT

public:
    TryItFeed(Document& document, TrainingSession& session, TryItPages& pages, QObject* parent);

    /// The project's runs, oldest first; those with a checkpoint can be tried.
    void setRuns(const std::vector<runs::RunSummary>& runs);
    /// Shows the next sample that the network is evaluated on.
    void nextSample();
    /// Shows the wrong predictions of the network.
    void showMistakes();
    void openFiles(const QStringList& paths);
    /// What the page asks about, to be explained; nothing if that is nothing yet.
    std::optional<AttributedSample> subject() const;

Q_SIGNALS:
    /// `subject` may be another one.
    void subjectChanged();

private:
    /// The project of the network that is tried, or else the document's.
    const Project& project() const;
    void follow();
    void nameRuns();
    void chooseRun(const std::filesystem::path& run);
    void ask(const QByteArray& sample);
    void answer(const PredictionAnswer& answer);
    void showSample(const JudgedSample& sample);
    void forgetSample();
    /// Compares the prediction with the sample that is shown; null: none yet.
    void judge(const PredictionAnswer* answer);

    Document& m_document;
    TrainingSession& m_session;
    TryItPages& m_pages;
    DataLook m_data; ///< for the project of the network that is tried
    std::uint64_t m_dataRevision = 0;
    TryItPanel& m_panel;
    TextFeed* m_texts;
    SentenceFeed* m_sentences;
    SeriesFeed* m_series;
    TableFeed* m_table;
    TestSamples* m_samples;
    MistakesWindow* m_mistakes = nullptr; ///< created when first opened, as is the next
    AnswersWindow* m_answers = nullptr;
    TriedNetwork m_tried;
    std::optional<JudgedSample> m_sample; ///< the sample that is shown
    std::filesystem::path m_chosen; ///< run; empty: the live or last one
    std::shared_ptr<const Project> m_chosenProject; ///< the project of that run
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
    std::uint64_t m_listing = 0; ///< the latest
    std::uint64_t m_choice = 0; ///< likewise
    SideThread m_disk{"netsmith-tryruns"}; ///< last, since it uses the others
};

} // namespace netsmith::gui
