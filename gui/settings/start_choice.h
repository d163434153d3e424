#pragma once

#include "engine/runs/store/run_summary.h"
#include "gui/widgets/forms/form_row.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace netsmith::gui {

class ChoiceBox;

/// The initial weights of the next run: those of the project, random ones unless it has some, or those of another run.
class StartChoice : public FormRow {
    Q_OBJECT

public:
    explicit StartChoice(QWidget* parent = nullptr);

    /// Whether a run's weights can be taken: it has ended with some, and is no cross-validation.
    static bool hasWeights(const runs::RunSummary& run);
    /// Whether the project's own initial weights are what a run starts from unless one is chosen here.
    void setProjectHasWeights(bool has);
    /// The project's runs; those without weights are left out, and the row is hidden if none has any.
    void setRuns(const std::vector<runs::RunSummary>& runs);
    bool offersRuns() const;
    /// Chooses a checkpoint, which is offered under this name, asked for in each language, until another choice is made.
    void choose(const std::filesystem::path& checkpoint, std::function<QString()> name);
    /// Empty: random weights.
    std::filesystem::path run() const;

Q_SIGNALS:
    void chosen(const std::filesystem::path& run);
    /// The run that was chosen is not there any more: the choice is back at its first.
    void lost();

protected:
    void changeEvent(QEvent* event) override;

private:
    void setTexts();

    ChoiceBox* m_choice;
    bool m_projectHasWeights = false;
    std::function<QString()> m_name; ///< of the checkpoint that is chosen; empty: none is
};

} // namespace netsmith::gui
