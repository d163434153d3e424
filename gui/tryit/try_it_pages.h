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

/// What there is to try a network with, one of them in sight: which one is the network's to say. Above them which run is asked, and
/// the next sample of the data with what is true of it.
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
    /// A picture from a file, as dropped on the window.
    void openImage(const QString& path);

    /// The runs to choose from beside the live or last one, newest first, and which of them is asked: an empty path for the latter.
    void setRuns(const QList<Run>& runs, const QString& asked);
    /// Another of them is asked, or it can't be what a person chose.
    void setAsked(const QString& run);
    /// Whether there are samples of the data to take, and files and mistakes to ask about.
    void setNextEnabled(bool enabled);
    void setFilesEnabled(bool enabled);
    /// What the run is called that answered, on whichever page; also where runs are called otherwise from now on.
    void setNamer(const std::function<QString(const QString& run)>& namer);
    /// What is true of the sample that is shown, in a line that is there whether or not it says something.
    void showVerdict(Verdict verdict, const QString& text);
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Empty: the live or last run.
    void runChosen(const QString& path);
    void nextWanted();
    void mistakesWanted();
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
    /// The run stands in a line of its own where the panel is narrow for its texts.
    void placeHead();

    Page m_page = Page::picture;
    QComboBox* m_run;
    QPushButton* m_next;
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
