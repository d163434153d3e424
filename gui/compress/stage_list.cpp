#include "gui/compress/stage_list.h"

#include "engine/core/error.h"
#include "gui/compress/stage_card.h"
#include "gui/training/training_words.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/icon.h"

#include <QEvent>
#include <QMenu>
#include <QToolButton>

#include <span>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// Why a stage can't follow these, to which it is added; empty: it can.
QString mistakeOf(const StageDraft& draft, std::vector<compress::Stage>& before)
{
    try {
        before.push_back(draft.stage());
        if (before.back().steps > 1 && before.back().epochs == 0)
            return StageList::tr("Between the steps the network is trained: say for how many epochs.");
        if (const auto* taught = std::get_if<compress::DistillationOptions>(&before.back().change);
            taught && taught->student.empty())
            return StageList::tr("Choose the student: the project of a smaller network with the same data.");
        if (const auto* sparsity = std::get_if<compress::SparsityOptions>(&before.back().change)) {
            if (sparsity->isGradual && before.back().epochs == 0)
                return StageList::tr("The weights become zero while the network is trained: say for how many epochs.");
            if (sparsity->criterion == train::WeightCriterion::movement && !sparsity->isGradual)
                return StageList::tr("How a training moves weights is known only while it goes on: let the share be reached while "
                                     "training.");
        }
        compress::requireSensible(before);
    } catch (const Error& error) {
        return sentenceText(error.message());
    }
    return {};
}

} // namespace

StageList::StageList(QWidget* parent)
    : QWidget(parent)
    , m_row(new WrapLayout(12, 12))
    , m_add(new QToolButton(this))
    , m_menu(new QMenu(m_add))
{
    setObjectName(u"stageList"_s);
    m_add->setObjectName(u"addStage"_s);
    m_add->setIcon(icon(u"plus"_s));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setMenu(m_menu);
    m_menu->setToolTipsVisible(true);
    for (const char* const kind : stageKinds) {
        QAction* action = m_menu->addAction(QString());
        action->setObjectName(u"addStage_%1"_s.arg(QString::fromLatin1(kind)));
        connect(action, &QAction::triggered, this, [this, kind] { add(kind); });
        m_kinds.push_back(action);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addLayout(m_row);
    column->addWidget(m_add, 0, Qt::AlignLeft);
    retranslate();
    setStages(usualStages());
}

void StageList::setStages(std::vector<StageDraft> stages)
{
    m_stages = std::move(stages);
    follow();
}

StageCard* StageList::addCard()
{
    auto* card = new StageCard(this);
    const std::size_t index = m_cards.size();
    connect(card, &StageCard::edited, this, [this, index](const StageDraft& draft) {
        m_stages[index] = draft;
        check();
        Q_EMIT changed();
    });
    connect(card, &StageCard::moveAsked, this, [this, index](int by) { move(index, by); });
    connect(card, &StageCard::removeAsked, this, [this, index] { remove(index); });
    m_row->addWidget(card);
    return card;
}

void StageList::follow()
{
    while (m_cards.size() > m_stages.size()) {
        StageCard* card = m_cards.back();
        m_cards.pop_back();
        card->disconnect(this);
        m_row->removeWidget(card);
        card->hide();
        card->deleteLater(); // one of its events may have led here
    }
    while (m_cards.size() < m_stages.size())
        m_cards.push_back(addCard());
    for (std::size_t i = 0; i < m_stages.size(); ++i) {
        m_cards[i]->setObjectName(u"stage%1"_s.arg(i));
        m_cards[i]->show(m_stages[i], i, m_stages.size());
        m_cards[i]->setStudents(m_students);
        m_cards[i]->setVisible(true);
    }
    check();
    Q_EMIT changed();
}

/// The shortest beginning of the chain that can't be done ends with the stage that is to be changed.
void StageList::check()
{
    m_mistake.clear();
    for (StageCard* card : m_cards)
        card->setMistake({});
    if (m_stages.empty())
        m_mistake = tr("Add a stage: what is to be done to the network.");
    std::vector<compress::Stage> stages;
    for (std::size_t i = 0; i < m_stages.size() && m_mistake.isEmpty(); ++i) {
        m_mistake = mistakeOf(m_stages[i], stages);
        m_cards[i]->setMistake(m_mistake);
    }
}

void StageList::setStudents(const QStringList& projects)
{
    if (projects == m_students)
        return;
    m_students = projects;
    for (StageCard* card : m_cards)
        card->setStudents(m_students);
}

void StageList::add(const std::string& kind)
{
    m_stages.push_back({kind});
    follow();
    m_cards.back()->focusOn(u"stageRemove"_s);
}

void StageList::move(std::size_t index, int by)
{
    const std::size_t to = index + static_cast<std::size_t>(by);
    if (to >= m_stages.size())
        return;
    std::swap(m_stages[index], m_stages[to]);
    follow();
    const bool ends = by < 0 ? to == 0 : to + 1 == m_stages.size();
    m_cards[to]->focusOn((by < 0) != ends ? u"stageEarlier"_s : u"stageLater"_s); // a disabled one can't have it
}

void StageList::remove(std::size_t index)
{
    m_stages.erase(m_stages.begin() + static_cast<std::ptrdiff_t>(index));
    follow();
    if (m_stages.empty())
        m_add->setFocus(Qt::OtherFocusReason);
    else
        m_cards[std::min(index, m_stages.size() - 1)]->focusOn(u"stageRemove"_s);
}

void StageList::commit()
{
    for (StageCard* card : m_cards)
        card->commit();
}

void StageList::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void StageList::retranslate()
{
    m_add->setText(tr("Add a stage"));
    m_add->setToolTip(tr("What else is done to the network, after the stages so far"));
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        m_kinds[i]->setText(stageTitle(stageKinds[i]));
        m_kinds[i]->setToolTip(stageDoc(stageKinds[i]));
    }
    for (StageCard* card : m_cards)
        card->retranslate();
    check();
}

} // namespace netsmith::gui
