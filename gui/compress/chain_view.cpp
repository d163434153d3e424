#include "gui/compress/chain_view.h"

#include "gui/compress/chain_card.h"
#include "gui/widgets/controls/wrap_layout.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

ChainView::ChainView(QWidget* parent)
    : QWidget(parent)
    , m_row(new WrapLayout(0, 12))
{
    setObjectName(u"chainView"_s);
    setLayout(m_row);
    m_row->setContentsMargins(0, 0, 0, 0);
}

void ChainView::show(std::vector<compress::ChainRun> runs, const Namer& name)
{
    m_runs = std::move(runs);
    while (m_cards.size() > m_runs.size()) {
        ChainCard* card = m_cards.back();
        m_cards.pop_back();
        m_row->removeWidget(card);
        card->hide();
        card->deleteLater(); // one of its events may have led here
    }
    while (m_cards.size() < m_runs.size()) {
        auto* card = new ChainCard(this);
        card->setObjectName(u"chainCard%1"_s.arg(m_cards.size()));
        connect(card, &ChainCard::opened, this, &ChainView::opened);
        m_row->addWidget(card);
        m_cards.push_back(card);
    }
    const std::optional<compress::Measures>* original = m_runs.empty() ? nullptr : &m_runs.front().measures;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        m_cards[i]->show(m_runs[i], name(m_runs[i].run), i > 0 && *original ? &**original : nullptr);
        m_cards[i]->setVisible(true);
    }
    updateGeometry();
}

} // namespace netsmith::gui
