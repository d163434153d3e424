#pragma once

#include "gui/app/asking/asking_window.h"
#include "gui/app/asking/mistakes.h"

#include <optional>

namespace netsmith::gui {

class MistakeGrid;

/// The samples that a run's network predicts wrongly, worst first, each with its true and its predicted value.
class MistakesWindow final : public AskingWindow {
    Q_OBJECT

public:
    MistakesWindow(TrainingSession& session, QWidget* parent);

    /// Starts the evaluation; clears the results of another run.
    void open(const std::filesystem::path& run);
    const std::optional<Mistakes>& shown() const { return m_mistakes; }

private:
    void forget() override;
    void refresh() override;
    void retranslate() override;
    QString busyText() const override;

    std::optional<Mistakes> m_mistakes;
    std::int64_t m_done = 0;
    std::int64_t m_all = 0;
    MistakeGrid* m_grid;
};

} // namespace netsmith::gui
