#include "gui/data/sample_view.h"

#include "gui/data/sample_list.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

SampleView::SampleView(QWidget* parent, const SampleViewSize& size)
    : QWidget(parent)
    , m_grid(new SampleGrid(size))
    , m_list(new SampleList(size.listed))
{
    m_grid->setObjectName(u"sampleGrid"_s);
    m_list->setObjectName(u"sampleList"_s);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_grid);
    column->addWidget(m_list);
    connect(m_grid, &SampleGrid::chosen, this, &SampleView::chosen);
    connect(m_list, &SampleList::chosen, this, &SampleView::chosen);
    show({});
}

void SampleView::setChoosable()
{
    m_grid->setChoosable();
    m_list->setChoosable();
}

void SampleView::show(const std::vector<DataPreview::Sample>& samples)
{
    const bool pictures = !samples.empty() && !samples.front().content.picture.isNull();
    const std::vector<DataPreview::Sample> none;
    m_grid->show(pictures ? samples : none);
    m_list->show(pictures ? none : samples);
    setVisible(!samples.empty());
}

} // namespace netsmith::gui
