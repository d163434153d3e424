#include "gui/tryit/try_it_pages.h"

#include "gui/tryit/sentence_panel.h"
#include "gui/tryit/series_panel.h"
#include "gui/tryit/text_panel.h"
#include "gui/tryit/try_it_panel.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

TryItPages::TryItPages(QWidget* parent)
    : QWidget(parent)
    , m_pictures(new TryItPanel(this))
    , m_texts(new TextPanel(this))
    , m_sentences(new SentencePanel(this))
    , m_series(new SeriesPanel(this))
{
    setObjectName(u"tryItPages"_s);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget* page : {static_cast<QWidget*>(m_pictures), static_cast<QWidget*>(m_texts), static_cast<QWidget*>(m_sentences),
                          static_cast<QWidget*>(m_series)})
        column->addWidget(page); // those that are hidden take no room
    setPage(Page::picture);
}

void TryItPages::setPage(Page page)
{
    m_page = page;
    m_pictures->setVisible(page == Page::picture);
    m_texts->setVisible(page == Page::text);
    m_sentences->setVisible(page == Page::sentence);
    m_series->setVisible(page == Page::series);
}

void TryItPages::openImage(const QString& path)
{
    setPage(Page::picture);
    m_pictures->openImage(path);
}

} // namespace netsmith::gui
