#include "gui/profiler/advice_row.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QGridLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

AdviceRow::AdviceRow(QWidget* parent)
    : QWidget(parent)
    , m_saves(new TextLabel(TextRole::bodyStrong, u"good"_s, this))
    , m_finding(new TextLabel(TextRole::body, {}, this))
    , m_words(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_applied(new TextLabel(TextRole::body, u"muted"_s, this))
    , m_remedy(new QPushButton(this))
{
    m_saves->setObjectName(u"adviceSaves"_s);
    m_finding->setObjectName(u"adviceFinding"_s);
    m_remedy->setObjectName(u"adviceRemedy"_s);
    m_remedy->setProperty("class", u"link"_s);
    m_remedy->setStyleSheet(u"padding: 0;"_s); // aligned with the words above it
    m_remedy->setCursor(Qt::PointingHandCursor);
    for (TextLabel* label : {m_finding, m_words, m_applied})
        label->setWordWrap(true);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 4, 0, 4);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_saves, 0, 0, Qt::AlignTop);
    grid->addWidget(m_finding, 0, 1);
    grid->addWidget(m_words, 1, 1);
    grid->addWidget(m_applied, 2, 1);
    grid->addWidget(m_remedy, 3, 1, Qt::AlignLeft);
    connect(m_remedy, &QPushButton::clicked, this, &AdviceRow::remedyAsked);
}

void AdviceRow::show(const inspect::Advice& advice, inspect::RemedyState state, const QString& whyNot)
{
    m_whyNot = whyNot;
    m_advice = advice;
    m_state = state;
    setTexts();
}

void AdviceRow::setTexts()
{
    m_saves->setText(u"−"_s + percentText(m_advice.share, 0));
    m_saves->setToolTip(tr("Saves %1 of an epoch's training").arg(durationText(m_advice.saves)));
    m_finding->setText(messageText(m_advice.finding));
    m_words->setText(messageText(m_advice.advice));
    const bool ofMachine = m_advice.machineRemedy.has_value(), any = ofMachine || m_advice.remedy;
    m_applied->setVisible(any && m_state == inspect::RemedyState::applied);
    m_applied->setText(ofMachine ? tr("Changed in the Training menu: profile again to see what it saves")
                                 : tr("Changed in the project: profile again to see what it saves"));
    m_remedy->setVisible(any && m_state == inspect::RemedyState::open);
    if (any)
        m_remedy->setText(messageText(ofMachine ? m_advice.machineRemedy->name : m_advice.remedy->name));
    m_remedy->setEnabled(!ofMachine || m_whyNot.isEmpty());
    m_remedy->setToolTip(!ofMachine               ? tr("Change this in the project; it can be undone")
                             : m_whyNot.isEmpty() ? tr("Change this for all projects, as in the Training menu")
                                                  : m_whyNot);
}

void AdviceRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setTexts();
}

} // namespace netsmith::gui
