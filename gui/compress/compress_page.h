#pragma once

#include "engine/runs/store/run_summary.h"
#include "gui/compress/compress_session.h"
#include "gui/compress/family_reader.h"
#include "gui/document/document.h"
#include "gui/jobs/device_lease.h"

#include <QWidget>

#include <functional>

class QPushButton;

namespace netsmith::gui {

class ChainView;
class ChoiceBox;
class FamilyView;
class FormRow;
class NoteBox;
class RoundingView;
class SensitivityView;
class ShareBar;
class StageList;
class TextLabel;

/// A page: a trained run made smaller and faster in stages, with what each stage costs and saves.
class CompressPage : public QWidget {
    Q_OBJECT

public:
    explicit CompressPage(Document& document, QWidget* parent = nullptr);

    /// The window's jobs: no compression starts while another has the device.
    void setJobs(WindowJobs& jobs);
    /// The project's runs, oldest first.
    void setRuns(const std::vector<runs::RunSummary>& runs);
    /// Asks for this run.
    void choose(const std::filesystem::path& run);
    /// The run to compress; empty: there is none.
    std::filesystem::path chosen() const;
    CompressSession& session() { return m_session; }
    const CompressSession& session() const { return m_session; }
    /// Whether what is shown of earlier compressions is still being read.
    bool isReading() const { return m_isStale || m_reader.isBusy(); }

Q_SIGNALS:
    /// The user asks to see a run.
    void runChosen(const std::filesystem::path& run);
    /// A file could not be written; the sentence says which, and why.
    void exportFailed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void connectRooms();
    /// Whether a run has weights to begin with.
    static bool hasWeights(const runs::RunSummary& run);
    QString nameOf(const std::filesystem::path& run) const;
    const runs::RunSummary* summaryOf(const std::filesystem::path& run) const;
    std::vector<std::string> devices() const;
    /// Why it can't start now, as a sentence; empty: it can.
    QString whyNot() const;
    /// What is to be done; a student's file is looked for beside the project.
    std::vector<compress::Stage> stages() const;
    void startOrStop();
    void followState();
    void open(const std::filesystem::path& run);
    /// A hidden page reads when it is shown.
    void read();
    void take(const CompressFamily& family);
    /// What is left of a compression that was stopped within a training.
    void showStopped();
    void goOn();
    void showFailure(const Message& message);
    void refresh();
    /// Whether the next rounding leaves a layer in floats.
    void setFloatNext(const QString& layer, bool isFloat);
    void showProgress();
    void showResults();
    void retranslate();

    Document& m_document;
    CompressSession m_session;
    FamilyReader m_reader;
    DeviceLease m_lease{JobKind::compression};
    std::vector<runs::RunSummary> m_runs; ///< oldest first
    CompressFamily m_family;
    std::filesystem::path m_shown; ///< the run whose chain is asked for; empty: that of the chosen one
    bool m_isStale = false; ///< what is shown of earlier compressions
    bool m_isChosen = false; ///< by the user: else it may be replaced by a better guess
    TextLabel* m_about; ///< what a compression is for, until the first one
    QWidget* m_body; ///< everything else, if there is a run
    ChoiceBox* m_run;
    FormRow* m_runRow;
    TextLabel* m_stagesTitle;
    StageList* m_stages;
    QPushButton* m_start; ///< also stops a live compression
    TextLabel* m_words; ///< what it does, or why it can't
    ShareBar* m_bar;
    NoteBox* m_problem;
    NoteBox* m_stopped;
    TextLabel* m_chainTitle;
    ChainView* m_chain;
    SensitivityView* m_sensitivity;
    RoundingView* m_rounding;
    FamilyView* m_familyView;
};

} // namespace netsmith::gui
