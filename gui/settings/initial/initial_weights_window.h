#pragma once

#include "engine/runs/store/run_summary.h"
#include "gui/settings/initial/matching_model.h"

#include <QWidget>

#include <filesystem>
#include <vector>

class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace netsmith::gui {

class ChoiceBox;
class ElidedLabel;
class MatchingTable;
class NoteBox;
class TextLabel;

/// Where a person chooses a file or a run whose weights training starts from, and sees before it happens which tensor fills which
/// weight. Accepting is one undo step of the document.
class InitialWeightsWindow final : public QWidget {
    Q_OBJECT

public:
    InitialWeightsWindow(Document& document, QWidget* parent);

    /// Shows the project's initial weights, if any.
    void open();
    /// Shows how these weights would fill the network.
    void open(const InitialWeights& from);
    /// The runs that can be chosen.
    void setRuns(const std::vector<runs::RunSummary>& runs);

Q_SIGNALS:
    void accepted(const netsmith::InitialWeights& weights);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void build();
    void askForFile();
    void fillRuns();
    void begin(const InitialWeights& from);
    void match();
    void showMatch(const WeightsMatch& match);
    void showProblem(const Message& message);
    void followNetwork(const Change& change);
    void choose(const std::string& weight, const std::vector<std::string>& tensors);
    void keepOthersRandom();
    void chooseLayout(int index);
    void accept();
    void refresh();
    void retranslate();

    Document& m_document;
    WeightsMatcher m_matcher;
    MatchingModel m_model;
    InitialWeights m_from; ///< an empty path: none yet
    std::optional<Message> m_problem; ///< why there is no matching
    std::optional<Message> m_dropped; ///< why earlier choices are not used
    bool m_isNew = true; ///< the next matching is of another file or layout
    bool m_pins = false;
    std::vector<std::pair<std::filesystem::path, QString>> m_runs;
    ElidedLabel* m_source;
    TextLabel* m_facts;
    QPushButton* m_file;
    QToolButton* m_run;
    QMenu* m_runMenu;
    QLabel* m_layoutName;
    ChoiceBox* m_layout;
    MatchingTable* m_table;
    TextLabel* m_empty;
    NoteBox* m_notes;
    NoteBox* m_reason; ///< why the weights can't be used yet
    TextLabel* m_summary;
    QPushButton* m_keep;
    QPushButton* m_cancel;
    QPushButton* m_accept;
};

} // namespace netsmith::gui
