#pragma once

#include <QWidget>

namespace netsmith::gui {

class SentencePanel;
class SeriesPanel;
class TextPanel;
class TryItPanel;

/// What there is to try a network with, one of them in sight: which one is the network's to say.
class TryItPages : public QWidget {
    Q_OBJECT

public:
    enum class Page { picture, text, sentence, series };

    explicit TryItPages(QWidget* parent = nullptr);

    void setPage(Page page);
    Page page() const { return m_page; }
    TryItPanel& pictures() { return *m_pictures; }
    TextPanel& texts() { return *m_texts; }
    SentencePanel& sentences() { return *m_sentences; }
    SeriesPanel& series() { return *m_series; }
    /// A picture from a file, as dropped on the window.
    void openImage(const QString& path);

private:
    Page m_page = Page::picture;
    TryItPanel* m_pictures;
    TextPanel* m_texts;
    SentencePanel* m_sentences;
    SeriesPanel* m_series;
};

} // namespace netsmith::gui
