#pragma once

#include "engine/core/message.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <filesystem>
#include <optional>
#include <stop_token>

class QFileDialog;
class QPushButton;
class QWidget;

namespace netsmith::gui {

class NoticeBar;
class TrainingSession;

/// Writes a run for others where the user says, as one of the kinds of files of `report::exportRun`. A page takes a while, since
/// the validation samples are predicted for it, so that it happens in the background, and a bar says how far it is.
class RunExport : public QObject {
    Q_OBJECT

public:
    /// `bar` shows how it goes; `window` is the parent of the dialog.
    RunExport(TrainingSession& session, NoticeBar& bar, QWidget& window);
    /// Stops what is still being computed.
    ~RunExport() override;

    /// Asks for the kind and the file, without stopping anything meanwhile. `name`: the run's.
    void ask(const std::filesystem::path& run, const QString& name);
    void retranslate();

private:
    enum class State { idle, writing, written, failed };

    void follow(QFileDialog& dialog, const QString& filter);
    /// `kind`: the index of a filter of the dialog.
    void write(const std::filesystem::path& file, qsizetype kind);
    void ended(std::uint64_t job, const std::optional<Message>& problem);
    void act();
    bool isPage() const;
    void show();

    TrainingSession& m_session;
    NoticeBar& m_bar;
    QWidget& m_window;
    QPushButton* m_verb;
    State m_state = State::idle;
    std::filesystem::path m_run;
    QString m_name;
    std::filesystem::path m_file;
    qsizetype m_kind = 0; ///< chosen last, and offered first
    std::int64_t m_done = 0;
    std::int64_t m_all = 0;
    std::optional<Message> m_problem;
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-export"};
};

} // namespace netsmith::gui
