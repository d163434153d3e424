#pragma once

#include "engine/data/source.h"

#include <QWidget>

class QProgressBar;
class QPushButton;

namespace netsmith::gui {

class ElidedLabel;
class NoteBox;
class TextLabel;

/// The state of reading or downloading a data set: its progress, or what went wrong and how to fix it.
class DataNotice : public QWidget {
    Q_OBJECT

public:
    explicit DataNotice(QWidget* parent = nullptr);

    /// Shows nothing.
    void rest();
    void showReading(const data::Source& source);
    void showDownloading(const data::Source& source);
    void showProgress(const data::Source* source, const data::Progress& progress);
    /// Another set is used until `source` is available.
    void showStandIn(const data::Source& source, const QString& title);
    void showFailure(const data::Source* source, const DataSettings& settings, const Message& message);
    void showStopped();
    void retranslate();

Q_SIGNALS:
    void downloadAsked();
    void readAsked();
    void cancelAsked();

private:
    void showBusy(const QString& words);
    void addDownload(const data::Source* source);
    void addRetry(const QString& verb);

    NoteBox* m_note;
    TextLabel* m_details;
    QWidget* m_busy;
    ElidedLabel* m_busyText;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    bool m_downloading = false;
};

} // namespace netsmith::gui
