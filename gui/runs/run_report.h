#pragma once

#include "engine/core/message.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <filesystem>
#include <optional>
#include <stop_token>

class QPushButton;
class QWidget;

namespace netsmith::gui {

class NoticeBar;
class TrainingSession;

/// Writes a run as one page of HTML where the user says: what is computed for it, such as predictions for the validation samples,
/// takes a while, so that it happens in the background, and a bar says how far it is.
class RunReport : public QObject {
    Q_OBJECT

public:
    /// `bar` shows how it goes; `window` is the parent of the dialog.
    RunReport(TrainingSession& session, NoticeBar& bar, QWidget& window);
    /// Stops what is still being computed.
    ~RunReport() override;

    /// Asks for the file, without stopping anything meanwhile. `name`: the run's.
    void ask(const std::filesystem::path& run, const QString& name);
    void retranslate();

private:
    enum class State { idle, writing, written, failed };

    void write(const std::filesystem::path& file);
    void ended(std::uint64_t job, const std::optional<Message>& problem);
    void act();
    void show();

    TrainingSession& m_session;
    NoticeBar& m_bar;
    QWidget& m_window;
    QPushButton* m_verb;
    State m_state = State::idle;
    std::filesystem::path m_run;
    QString m_name;
    std::filesystem::path m_file;
    std::int64_t m_done = 0;
    std::int64_t m_all = 0;
    std::optional<Message> m_problem;
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-report"};
};

} // namespace netsmith::gui
