#pragma once

#include <QPlainTextEdit>

#include <filesystem>

namespace netsmith::gui {

/// The user's notes on one run. Committed when the focus moves away or another run is selected; Esc restores the previous text.
class RunNotes : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit RunNotes(QWidget* parent = nullptr);

    /// The run and its notes; empty: no run. Text entered for the previous run is committed first; while the user is writing, the
    /// same run's notes are not replaced.
    void setRun(const std::filesystem::path& run, const QString& notes);
    void commit();
    void retranslate();

    QSize sizeHint() const override;

Q_SIGNALS:
    void committed(const std::filesystem::path& run, const QString& notes);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    std::filesystem::path m_run;
    QString m_committed;
};

} // namespace netsmith::gui
