#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace netsmith::gui {

class SampleCard;
class TextLabel;

/// What a person sees first: begin, go on with what was opened lately, or take a sample. Says what is wanted; the window does it.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Reads the projects in a folder's folders; one that can't be read is left out.
    void setSamples(const QString& folder);
    /// Project files, the newest first; those that are not there any more are shown as such.
    void setRecent(const QStringList& paths);

Q_SIGNALS:
    void newWanted();
    void openWanted();
    void recentWanted(const QString& path);
    void forgetWanted(const QString& path);
    void sampleWanted(const QString& path);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void retranslate();
    void showRecent();
    void placeCards();

    QString m_samplesFolder;
    QStringList m_recent;
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
};

} // namespace netsmith::gui
