#include "gui/compress/stage_card.h"

#include "gui/widgets/forms/parameter_form.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QBoxLayout>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int cardWidth = 276; ///< at a text size of 13 px

} // namespace

StageCard::StageCard(QWidget* parent)
    : QFrame(parent)
    , m_title(new TextLabel(TextRole::bodyStrong, {}, this))
    , m_earlier(addButton(u"stageEarlier"_s, u"chevron-left"_s))
    , m_later(addButton(u"stageLater"_s, u"chevron-right"_s))
    , m_remove(addButton(u"stageRemove"_s, u"close"_s))
    , m_form(new ParameterForm(this))
    , m_mistake(new TextLabel(TextRole::caption, u"bad"_s, this))
{
    setProperty("class", u"card"_s);
    m_title->setObjectName(u"stageTitle"_s);
    m_title->setWordWrap(true);
    m_form->setObjectName(u"stageSettings"_s);
    m_mistake->setObjectName(u"stageMistake"_s);
    m_mistake->setWordWrap(true);
    m_mistake->hide();
    auto* head = new QHBoxLayout;
    head->setSpacing(2);
    head->addWidget(m_title, 1);
    for (QToolButton* button : {m_earlier, m_later, m_remove})
        head->addWidget(button);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 10);
    column->setSpacing(6);
    column->addLayout(head);
    column->addWidget(m_form);
    column->addWidget(m_mistake);
    column->addStretch(1);
    connect(&Theme::instance(), &Theme::changed, this, &QWidget::updateGeometry);
    connect(m_earlier, &QToolButton::clicked, this, [this] { Q_EMIT moveAsked(-1); });
    connect(m_later, &QToolButton::clicked, this, [this] { Q_EMIT moveAsked(1); });
    connect(m_remove, &QToolButton::clicked, this, &StageCard::removeAsked);
    connect(m_form, &ParameterForm::edited, this, [this](const QString&, const std::function<void(ParameterMap&)>& change) {
        change(m_draft.values);
        m_form->show(m_draft.kind, stageSettings(m_draft.kind), m_draft.values);
        Q_EMIT edited(m_draft);
    });
}

QToolButton* StageCard::addButton(const QString& objectName, const QString& iconName)
{
    auto* button = new QToolButton(this);
    button->setObjectName(objectName);
    button->setProperty("class", u"quiet"_s);
    button->setIcon(icon(iconName, Token::textSecondary));
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

void StageCard::show(const StageDraft& draft, std::size_t index, std::size_t count)
{
    m_draft = draft;
    m_index = index;
    m_count = count;
    m_earlier->setEnabled(index > 0);
    m_later->setEnabled(index + 1 < count);
    m_form->show(draft.kind, stageSettings(draft.kind), draft.values);
    setTexts();
}

void StageCard::setTexts()
{
    const QString title = stageTitle(m_draft.kind);
    m_title->setText(
        tr("%1. %2", "a stage's number and what it does").arg(countText(static_cast<std::int64_t>(m_index) + 1), title));
    m_title->setToolTip(stageDoc(m_draft.kind));
    const auto name = [](QToolButton* button, const QString& tip, const QString& spoken) {
        button->setToolTip(tip);
        button->setAccessibleName(spoken);
    };
    name(m_earlier, tr("Do this stage earlier"), tr("%1: earlier").arg(m_title->text()));
    name(m_later, tr("Do this stage later"), tr("%1: later").arg(m_title->text()));
    name(m_remove, tr("Leave this stage out"), tr("%1: leave out").arg(m_title->text()));
}

void StageCard::setStudents(const QStringList& projects)
{
    m_form->setNames(studentName, projects, false);
}

void StageCard::setMistake(const QString& sentence)
{
    m_mistake->setText(sentence);
    m_mistake->setVisible(!sentence.isEmpty());
}

void StageCard::focusOn(const QString& button)
{
    if (auto* found = findChild<QToolButton*>(button))
        found->setFocus(Qt::OtherFocusReason);
}

void StageCard::commit()
{
    m_form->commit();
}

/// As high as its texts are at its width.
QSize StageCard::sizeHint() const
{
    const int width = Theme::instance().scaled(cardWidth);
    return {width, layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : layout()->totalSizeHint().height()};
}

void StageCard::retranslate()
{
    setTexts();
}

} // namespace netsmith::gui
