#pragma once

#include <QPlainTextEdit>

#include <filesystem>

namespace netsmith::gui {

/// What a person wrote about one run. It counts once the person goes elsewhere, or to another run; Esc brings back what was there.
class RunNotes : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit RunNotes(QWidget* parent = nullptr);

    /// Whose notes these are; empty: of no run. What was written about the run before is committed; while a person writes, the
    /// same run's notes are left as they are.
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
