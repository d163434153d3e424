#pragma once

#include "engine/graph/project/project.h"
#include "gui/start/unsaved_project.h"
#include "gui/widgets/side_thread.h"

#include <QHash>
#include <QSet>
#include <QList>
#include <QWidget>

#include <utility>
#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace netsmith::gui {

class SampleCard;
class TextLabel;

/// The first page of the window: start a project, open a recent one, or take a sample. Emits signals only; the window acts on them.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Reads the projects in a folder's subfolders on another thread and then shows them; one that can't be read is left out.
    void setSamples(const QString& folder);
    /// Project files, the newest first, and when each was opened, if known; missing files are shown as missing.
    void setRecent(const QStringList& paths, const QHash<QString, QDateTime>& opened = {});
    /// Listed among them though never saved, the newest first.
    void setUnsaved(const QList<UnsavedProject>& projects);

Q_SIGNALS:
    void newWanted();
    void openWanted();
    void recentWanted(const QString& path);
    void forgetWanted(const QString& path);
    void unsavedWanted(const netsmith::gui::UnsavedProject& project);
    /// It should be moved to the trash.
    void unsavedUnwanted(const netsmith::gui::UnsavedProject& project);
    void sampleWanted(const QString& path);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Sample {
        QString name;
        QString path;
        Project project;
    };
    static std::vector<Sample> samplesIn(const QString& folder);

    void retranslate();
    void showSamples();
    void showRecent();
    void addFile(const QString& path);
    void addUnsaved(const UnsavedProject& project);
    /// A line of the list: the button that opens it, its description, and the button that removes it.
    std::pair<QPushButton*, QToolButton*> addLine(const QString& key, const QString& name, const QString& words,
                                                  Qt::TextElideMode elide);
    void placeCards();

    std::vector<Sample> m_samples;
    QStringList m_recent;
    QSet<QString> m_gone; ///< of the recent files: those that no longer exist
    QHash<QString, QDateTime> m_opened;
    QList<UnsavedProject> m_unsaved;
    bool m_allUnsaved = false; ///< all are shown, not only the newest
    QWidget* m_page;
    TextLabel* m_title;
    TextLabel* m_sentence;
    QPushButton* m_new;
    QPushButton* m_open;
    TextLabel* m_recentTitle;
    QWidget* m_recentList;
    QVBoxLayout* m_recentColumn;
    TextLabel* m_samplesTitle;
    QGridLayout* m_grid;
    QList<SampleCard*> m_cards;
    SideThread m_thread{"netsmith-start"};
};

} // namespace netsmith::gui
