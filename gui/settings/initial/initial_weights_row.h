#pragma once

#include "engine/runs/store/run_summary.h"
#include "gui/settings/initial/weights_matcher.h"
#include "gui/widgets/forms/form_row.h"

#include <QTimer>

#include <vector>

class QPushButton;

namespace netsmith::gui {

class ElidedLabel;
class InitialWeightsWindow;

/// What the project's trainings start from, and how much of it fits the network as it is now.
class InitialWeightsRow : public FormRow {
    Q_OBJECT

public:
    explicit InitialWeightsRow(Document& document, QWidget* parent = nullptr);

    void setRuns(const std::vector<runs::RunSummary>& runs);
    /// As a person calls them: of a run's checkpoint the run's name and the step.
    QString nameOf(const std::filesystem::path& weights) const;
    /// Opens the window in which they are chosen.
    void change();
    /// Takes a run's weights: at once if each is found by its name, else after a person has seen the matching.
    void beginFrom(const std::filesystem::path& run);

Q_SIGNALS:
    /// The project has other initial weights, chosen here.
    void chosen(const netsmith::InitialWeights& weights);

protected:
    void changeEvent(QEvent* event) override;

private:
    InitialWeightsWindow& chooser();
    void follow(const Change& change);
    void match();
    void refresh();
    void alignValue();
    void retranslate();

    Document& m_document;
    ElidedLabel* m_value;
    QPushButton* m_change;
    QPushButton* m_remove;
    InitialWeightsWindow* m_window = nullptr; ///< created when first needed
    std::vector<runs::RunSummary> m_runs;
    std::optional<InitialWeights> m_weights; ///< the project's
    std::optional<WeightsMatch> m_match; ///< of these
    std::optional<Message> m_problem;
    std::string m_begun; ///< the run of the last `beginFrom`
    QTimer m_pause; ///< after an edit
    WeightsMatcher m_matcher; ///< for what is shown
    WeightsMatcher m_beginner; ///< for `beginFrom`
};

} // namespace netsmith::gui
