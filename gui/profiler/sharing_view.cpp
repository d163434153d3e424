#include "gui/profiler/sharing_view.h"

#include "gui/widgets/labels/share_bar.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QGridLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int widestBar = 240;

} // namespace

SharingView::SharingView(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    setObjectName(u"sharingView"_s);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(20);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(columns, 1);
    for (int column = name; column < bar; ++column) {
        m_heads[column] = new TextLabel(TextRole::captionStrong, u"secondary"_s, this);
        m_grid->addWidget(m_heads[column], 0, column, (column == name ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    }
    retranslate();
}

SharingView::Row& SharingView::row(std::size_t place)
{
    while (m_rows.size() <= place) {
        Row& made = m_rows.emplace_back();
        const auto line = static_cast<int>(m_rows.size());
        for (int column = name; column < bar; ++column) {
            made.texts[column] = new TextLabel(column == name ? TextRole::body : TextRole::number, {}, this);
            made.texts[column]->setObjectName(u"sharing_%1_%2"_s.arg(line - 1).arg(column));
            m_grid->addWidget(made.texts[column], line, column,
                              (column == name ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
        }
        made.share = new ShareBar(this);
        made.share->setMood(ShareBar::Mood::neutral);
        made.share->setFixedWidth(widestBar);
        m_grid->addWidget(made.share, line, bar, Qt::AlignVCenter);
    }
    return m_rows[place];
}

QString SharingView::nameOf(const inspect::ConnectionCosts& costs) const
{
    switch (costs.connection) {
    case inspect::Connection::dense: return tr("Dense");
    case inspect::Connection::convolution: return tr("Convolution");
    case inspect::Connection::grouped: return tr("Convolution in %n group(s)", nullptr, static_cast<int>(costs.groups));
    case inspect::Connection::depthwise: return tr("Each channel on its own");
    }
    return {};
}

void SharingView::show(const inspect::SharingCosts& costs)
{
    m_costs = costs;
    double longest = 0.0;
    for (const inspect::ConnectionCosts& each : costs.connections)
        longest = std::max(longest, each.seconds);
    for (std::size_t i = 0; i < std::max(m_rows.size(), costs.connections.size()); ++i) {
        Row& line = row(i);
        const bool isUsed = i < costs.connections.size();
        for (TextLabel* text : line.texts)
            text->setVisible(isUsed);
        line.share->setVisible(isUsed && longest > 0.0 && costs.connections[i].seconds > 0.0);
        if (!isUsed)
            continue;
        const inspect::ConnectionCosts& each = costs.connections[i];
        line.texts[name]->setText(nameOf(each));
        line.texts[parameters]->setText(countText(each.parameters));
        line.texts[flops]->setText(each.seconds > 0.0 ? flopsText(each.flops) : u"–"_s);
        line.texts[time]->setText(each.seconds > 0.0 ? durationText(each.seconds) : tr("too large"));
        line.share->setShare(longest > 0.0 ? each.seconds / longest : 0.0);
        line.share->setAccessibleName(tr("Time of a batch: %1").arg(line.texts[time]->text()));
    }
}

void SharingView::retranslate()
{
    m_heads[name]->setText(tr("Connected as"));
    m_heads[parameters]->setText(tr("Parameters"));
    m_heads[flops]->setText(tr("FLOPs of a batch"));
    m_heads[time]->setText(tr("Time of a batch"));
    if (m_costs)
        show(*m_costs);
}

void SharingView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace netsmith::gui
