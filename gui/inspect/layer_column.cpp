#include "gui/inspect/layer_column.h"

#include "gui/inspect/histogram_view.h"
#include "gui/inspect/layer_view.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <tuple>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int sampleSide = 32;

} // namespace

LayerColumn::LayerColumn(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_head(new QWidget(this))
    , m_sample(new QLabel(m_head))
    , m_step(new TextLabel(TextRole::bodyStrong, {}, m_head))
    , m_view(new LayerView(this))
    , m_scroller(new Scroller(this))
    , m_pointed(new TextLabel(TextRole::number, u"secondary"_s, this))
    , m_distribution(new TextLabel(TextRole::captionStrong, u"secondary"_s, this))
    , m_histogram(new HistogramView(this))
    , m_facts(new FactList(this))
{
    m_view->setObjectName(m_name + u"View"_s);
    m_pointed->setObjectName(m_name + u"Pointed"_s);
    m_step->setObjectName(m_name + u"Step"_s);
    m_facts->setSteady();
    auto* head = new QHBoxLayout(m_head);
    head->setContentsMargins(0, 0, 0, 0);
    head->setSpacing(8);
    head->addWidget(m_sample);
    head->addWidget(m_step, 1);
    auto* content = new QWidget(m_scroller);
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 16, 0); // for the floating scroll bar
    inside->addWidget(m_view);
    inside->addStretch(1);
    m_scroller->setWidget(content);
    auto* side = new QVBoxLayout;
    side->setSpacing(8);
    side->addWidget(m_distribution);
    side->addWidget(m_histogram);
    side->addWidget(m_facts);
    side->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_head);
    column->addWidget(m_scroller, 1);
    column->addWidget(m_pointed);
    column->addLayout(side);
    connect(m_view, &LayerView::pointed, this, &LayerColumn::point);
    setTelling(false);
    retranslate();
}

void LayerColumn::point(const QString& words)
{
    m_pointed->setText(words.isEmpty() ? tr("Point at the picture to read a number.") : words);
}

void LayerColumn::setTelling(bool tells)
{
    m_head->setVisible(tells);
}

void LayerColumn::retranslate()
{
    point({});
    refresh();
}

void LayerColumn::show(const LayerDetail& detail, const Origin& origin, const std::optional<std::pair<double, double>>& range)
{
    m_detail = detail;
    m_origin = origin;
    m_range = range;
    refresh();
}

void LayerColumn::refresh()
{
    if (!m_detail)
        return;
    m_step->setText(tr("After step %1").arg(countText(m_origin.step)));
    const int side = Theme::instance().scaled(sampleSide);
    m_sample->setVisible(!m_origin.sample.isNull());
    if (!m_origin.sample.isNull())
        m_sample->setPixmap(QPixmap::fromImage(m_origin.sample.scaled(side, side, Qt::KeepAspectRatio)));
    const inspect::LayerSummary& summary = m_detail->picture.summary;
    m_distribution->setText(summary.zeros > 0 ? tr("Distribution, without zeros") : tr("Distribution"));
    inspect::LayerPicture picture = m_detail->picture;
    if (m_range)
        std::tie(picture.summary.least, picture.summary.most) = *m_range;
    m_view->show(picture, m_detail->grid);
    m_histogram->show(m_detail->histogram, summary.least, summary.most);
    const auto text = [&](double number) {
        return summary.notFinite < summary.count ? significantText(number) : tr("none", "no finite number");
    };
    m_facts->set(m_name + u"Minimum"_s, tr("Minimum"), text(summary.least));
    m_facts->set(m_name + u"Maximum"_s, tr("Maximum"), text(summary.most));
    m_facts->set(m_name + u"Mean"_s, tr("Mean"), text(summary.mean));
    m_facts->set(m_name + u"Deviation"_s, tr("Standard deviation"), text(summary.deviation));
    m_facts->set(m_name + u"Zeros"_s, tr("Zeros"), percentText(summary.zeroShare()),
                 tr("The share of numbers that are exactly 0, as after a ReLU whose input is negative."));
    if (summary.notFinite > 0)
        m_facts->set(m_name + u"NotFinite"_s, tr("Not finite"), countText(summary.notFinite), tr("NaN or infinite"));
    else
        m_facts->hide(m_name + u"NotFinite"_s);
}

} // namespace netsmith::gui
