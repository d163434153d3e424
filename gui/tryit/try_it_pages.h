#pragma once

#include <QWidget>

#include <functional>
#include <optional>

class QAction;
class QComboBox;
class QGridLayout;
class QPushButton;
class QToolButton;

namespace netsmith::gui {

class ElidedLabel;
class SentencePanel;
class SeriesPanel;
class TablePanel;
class TextPanel;
class TryItPanel;

/// The pages for trying a network; the one that suits the network is visible. Above them are the run to ask and a button for the
/// next sample of the data, with its true target.
class TryItPages : public QWidget {
    Q_OBJECT

public:
    enum class Page { picture, text, sentence, series, table };
    /// Whether the network is right about a sample of the data.
    enum class Verdict { none, right, wrong };

    /// A run that can be asked.
    struct Run {
        QString path;
        QString name;
        bool operator==(const Run&) const = default;
    };

    explicit TryItPages(QWidget* parent = nullptr);

    void setPage(Page page);
    Page page() const { return m_page; }
    TryItPanel& pictures() { return *m_pictures; }
    TextPanel& texts() { return *m_texts; }
    SentencePanel& sentences() { return *m_sentences; }
    SeriesPanel& series() { return *m_series; }
    TablePanel& table() { return *m_table; }
    /// An image from a file, as dropped on the window.
    void openImage(const QString& path);

    /// The runs to choose from besides the live or last one, newest first, and the one to ask: an empty path for the live or last
    /// one.
    void setRuns(const QList<Run>& runs, const QString& asked);
    /// Another run is asked, or the user's choice is not available.
    void setAsked(const QString& run);
    /// Whether there are samples of the data to step through, and files and mistakes to ask about.
    void setNextEnabled(bool enabled);
    void setFilesEnabled(bool enabled);
    /// Whether there is an answer that can be explained.
    void setWhyEnabled(bool enabled);
    /// Returns the name of the run that answered, for all pages; call it again when runs are renamed.
    void setNamer(const std::function<QString(const QString& run)>& namer);
    /// The true target of the shown sample, on a line that is always there, even if empty.
    void showVerdict(Verdict verdict, const QString& text);
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Empty: the live or last run.
    void runChosen(const QString& path);
    void nextWanted();
    void mistakesWanted();
    /// What the network looked at is to be shown.
    void whyWanted();
    /// Files or folders of samples.
    void filesGiven(const QStringList& paths);

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void fillRuns();
    void openDialog(bool folder);
    /// The run has its own line if the panel is too narrow for its texts.
    void placeHead();

    Page m_page = Page::picture;
    QComboBox* m_run;
    QPushButton* m_next;
    QToolButton* m_why;
    QToolButton* m_more;
    QGridLayout* m_head;
    std::optional<bool> m_stacked; ///< see `placeHead`
    QAction* m_files;
    QAction* m_folder;
    QAction* m_mistakes;
    ElidedLabel* m_verdict;
    TryItPanel* m_pictures;
    TextPanel* m_texts;
    SentencePanel* m_sentences;
    SeriesPanel* m_series;
    TablePanel* m_table;
    QList<Run> m_runs;
    QString m_asked;
};

} // namespace netsmith::gui
