#pragma once

#include "gui/app/mistakes.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

#include <optional>
#include <stop_token>

namespace netsmith::gui {

class MistakeGrid;
class NoteBox;
class TextLabel;
class TrainingSession;

/// The samples that a run's network gets wrong, the worst first, each with what it is and what the network says.
class MistakesWindow final : public QWidget {
    Q_OBJECT

public:
    MistakesWindow(TrainingSession& session, QWidget* parent);
    /// Stops the asking and waits for it.
    ~MistakesWindow() override;

    /// Asks the run; what was shown of another one goes.
    void open(const std::filesystem::path& run);
    const std::optional<Mistakes>& shown() const { return m_mistakes; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void retranslate();
    void showTitle();
    void fail(const Message& message);

    TrainingSession& m_session;
    std::filesystem::path m_run;
    std::optional<Mistakes> m_mistakes;
    std::int64_t m_done = 0;
    std::int64_t m_all = 0;
    TextLabel* m_title;
    NoteBox* m_note;
    MistakeGrid* m_grid;
    std::uint64_t m_job = 0; ///< the latest
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-errors"}; ///< the last, for it uses the others
};

} // namespace netsmith::gui
