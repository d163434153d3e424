#pragma once

#include "engine/runs/run_summary.h"
#include "gui/app/test_samples.h"
#include "gui/app/tried_network.h"
#include "gui/document/data_look.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <memory>
#include <optional>

namespace netsmith::gui {

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

/// Shows the page that fits the network that is asked: the one that trains or has trained, or that of a run that a person chose.
/// Carries questions from the pad to it, and answers back; and samples of the data with their truth.
class TryItFeed : public QObject {
    Q_OBJECT

public:
    TryItFeed(Document& document, TrainingSession& session, TryItPages& pages, QObject* parent);

    /// The project's runs, oldest first; those that have a checkpoint can be asked.
    void setRuns(const std::vector<runs::RunSummary>& runs);
    /// The next sample of the data that judge the network.
    void nextSample();
    /// What the network that is asked gets wrong.
    void showMistakes();
    void openFiles(const QStringList& paths);

private:
    /// What the network that answers was made of, or what would be trained.
    const Project& project() const;
    void follow();
    void nameRuns();
    void chooseRun(const std::filesystem::path& run);
    void ask(const QByteArray& sample);
    void answer(const PredictionAnswer& answer);
    void showSample(const JudgedSample& sample);
    void forgetSample();
    /// What the network makes of the sample that is shown; null: nothing yet.
    void judge(const PredictionAnswer* answer);

    Document& m_document;
    TrainingSession& m_session;
    TryItPages& m_pages;
    DataLook m_data; ///< at what the network that answers was made for
    std::uint64_t m_dataRevision = 0;
    TryItPanel& m_panel;
    TextFeed* m_texts;
    SentenceFeed* m_sentences;
    SeriesFeed* m_series;
    TableFeed* m_table;
    TestSamples* m_samples;
    MistakesWindow* m_mistakes = nullptr; ///< made when it is asked for; so is the next
    AnswersWindow* m_answers = nullptr;
    TriedNetwork m_tried;
    std::optional<JudgedSample> m_sample; ///< that is shown
    std::filesystem::path m_chosen; ///< run; empty: the live or last one
    std::shared_ptr<const Project> m_chosenProject; ///< its
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
    std::uint64_t m_listing = 0; ///< the latest
    std::uint64_t m_choice = 0; ///< likewise
    SideThread m_disk{"netsmith-tryruns"}; ///< the last, for it uses the others
};

} // namespace netsmith::gui
