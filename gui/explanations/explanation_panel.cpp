#include "gui/explanations/explanation_panel.h"

#include "gui/explanations/step_picture.h"
#include "gui/explanations/step_words.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QToolButton* makeButton(const QString& name, const QString& picture, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setIcon(icon(picture));
    button->setAutoRaise(true);
    return button;
}

TextLabel* wrapping(TextRole role, const QString& tone, const QString& name, QWidget* parent)
{
    auto* label = new TextLabel(role, tone, parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

} // namespace

ExplanationPanel::ExplanationPanel(QWidget* parent)
    : QWidget(parent)
    , m_head(new TextLabel(TextRole::captionStrong, u"secondary"_s, this))
    , m_number(new TextLabel(TextRole::title, {}, this))
    , m_about(wrapping(TextRole::body, u"secondary"_s, u"explanationAbout"_s, this))
    , m_previous(makeButton(u"explanationPrevious"_s, u"chevron-up"_s, this))
    , m_play(makeButton(u"explanationPlay"_s, u"run"_s, this))
    , m_next(makeButton(u"explanationNext"_s, u"chevron-down"_s, this))
    , m_draw(makeButton(u"explanationDraw"_s, u"reset"_s, this))
    , m_scroller(new Scroller(this))
{
    setObjectName(u"explanationPanel"_s);
    m_number->setObjectName(u"explanationNumber"_s);
    constexpr int pace = 700; // milliseconds a number
    m_timer.setInterval(pace);
    auto* content = new QWidget(m_scroller);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 0, 16, 0); // for the floating scroll bar
    m_column->setSpacing(16);
    m_column->addStretch(1);
    m_scroller->setWidget(content);
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    line->addWidget(m_number);
    line->addStretch(1);
    for (QToolButton* button : {m_draw, m_previous, m_play, m_next})
        line->addWidget(button);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(8);
    all->addWidget(m_head);
    all->addLayout(line);
    all->addWidget(m_about);
    all->addWidget(m_scroller, 1);
    connect(m_previous, &QToolButton::clicked, this, [this] { Q_EMIT moved(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { Q_EMIT moved(1); });
    connect(m_play, &QToolButton::clicked, this, [this] { play(!isPlaying()); });
    connect(m_draw, &QToolButton::clicked, this, [this] {
        if (m_explanation && m_explanation->training && m_explanation->training->mask)
            Q_EMIT drawWanted(m_explanation->training->mask->draw + 1);
    });
    connect(&m_timer, &QTimer::timeout, this, [this] { Q_EMIT moved(1); });
    retranslate();
}

void ExplanationPanel::show(const inspect::LayerExplanation& explanation, const QString& doc)
{
    m_explanation = explanation;
    m_doc = doc;
    m_reason.clear();
    refresh();
}

void ExplanationPanel::refuse(const QString& reason)
{
    m_explanation.reset();
    m_reason = reason;
    play(false);
    refresh();
}

void ExplanationPanel::clear()
{
    refuse({});
}

void ExplanationPanel::play(bool plays)
{
    if (plays)
        m_timer.start();
    else
        m_timer.stop();
    m_play->setIcon(icon(plays ? u"pause"_s : u"run"_s));
    m_play->setToolTip(plays ? tr("Stop at this number") : tr("Go through the output number by number"));
    m_play->setAccessibleName(m_play->toolTip());
}

ExplanationPanel::Row& ExplanationPanel::row(std::size_t index)
{
    while (m_rows.size() <= index) {
        Row made;
        made.box = new QWidget(m_scroller->widget());
        made.box->setObjectName(u"explanationStep%1"_s.arg(m_rows.size()));
        made.title = wrapping(TextRole::bodyStrong, {}, u"stepTitle"_s, made.box);
        made.picture = new StepPicture(made.box);
        made.picture->setObjectName(u"stepPicture"_s);
        made.equation = wrapping(TextRole::number, {}, u"stepEquation"_s, made.box);
        made.meaning = wrapping(TextRole::caption, u"secondary"_s, u"stepMeaning"_s, made.box);
        auto* column = new QVBoxLayout(made.box);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(6);
        for (QWidget* part : std::initializer_list<QWidget*>{made.title, made.picture, made.equation, made.meaning})
            column->addWidget(part);
        m_column->insertWidget(m_column->count() - 1, made.box);
        m_rows.push_back(made);
    }
    return m_rows[index];
}

void ExplanationPanel::refresh()
{
    const bool has = m_explanation.has_value();
    for (QToolButton* button : {m_previous, m_play, m_next})
        button->setEnabled(has && m_explanation->shape.elements() > 1);
    m_draw->setVisible(has && m_explanation->training.has_value());
    m_number->setVisible(has);
    m_about->setVisible(has || !m_reason.isEmpty());
    std::vector<inspect::ExplainedStep> steps;
    if (has) {
        steps = m_explanation->steps;
        if (m_explanation->training)
            steps.push_back(*m_explanation->training);
        m_number->setText(tr("%1 = %2", "a place of the output, its number")
                              .arg(placeText(m_explanation->at), explainedNumber(m_explanation->recorded)));
        m_about->setText(m_doc);
    } else {
        m_about->setText(m_reason);
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
        Row& part = row(i);
        part.title->setText(stepTitle(steps[i]));
        part.picture->show(steps[i]);
        part.equation->setText(stepEquation(steps[i]));
        part.meaning->setText(stepMeaning(steps[i]));
        part.box->setVisible(true);
    }
    for (std::size_t i = steps.size(); i < m_rows.size(); ++i)
        m_rows[i].box->setVisible(false);
}

void ExplanationPanel::retranslate()
{
    m_head->setText(tr("How this number is made"));
    m_previous->setToolTip(tr("The number before this one (Left)"));
    m_next->setToolTip(tr("The next number (Right)"));
    m_draw->setToolTip(tr("Draw again: as for the next sample of the training"));
    for (QToolButton* button : {m_previous, m_next, m_draw})
        button->setAccessibleName(button->toolTip());
    m_scroller->setAccessibleName(m_head->text());
    play(isPlaying());
}

void ExplanationPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
}

} // namespace netsmith::gui
