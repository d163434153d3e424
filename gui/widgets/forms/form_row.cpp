#include "gui/widgets/forms/form_row.h"

#include "gui/widgets/labels/text_label.h"

#include <QAbstractButton>
#include <QEvent>
#include <QGridLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int nameWidth = 106;
constexpr int leastFieldWidth = 112; // if narrower, the name goes above

} // namespace

FormRow::FormRow(const QString& name, QWidget* field, QWidget* parent)
    : QWidget(parent)
    , m_head(new QWidget(this))
    , m_name(new TextLabel(TextRole::body, u"secondary"_s, m_head))
    , m_field(field)
    , m_message(new TextLabel(TextRole::caption, u"bad"_s, this))
    , m_grid(new QGridLayout(this))
{
    auto* head = new QHBoxLayout(m_head);
    head->setContentsMargins(0, 0, 0, 0);
    head->setSpacing(2);
    head->addWidget(m_name, 1);
    m_name->setObjectName(u"formName"_s);
    m_name->setWordWrap(true);
    m_name->setBuddy(field);
    m_name->installEventFilter(this);
    m_message->setWordWrap(true);
    m_message->hide();
    field->setParent(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    setFocusProxy(field);
    setName(name);
    place();
    connect(&Theme::instance(), &Theme::changed, this, &FormRow::place);
}

void FormRow::setName(const QString& name)
{
    if (m_field->accessibleName().isEmpty() || m_field->accessibleName() == m_name->text())
        m_field->setAccessibleName(name);
    m_name->setText(name);
}

QString FormRow::name() const
{
    return m_name->text();
}

void FormRow::setExplanation(const QString& text)
{
    m_name->setToolTip(text);
    m_field->setToolTip(text);
}

void FormRow::setNameAction(QWidget* action)
{
    m_head->layout()->addWidget(action);
    m_head->layout()->setAlignment(action, Qt::AlignVCenter);
}

void FormRow::setMessage(const QString& message)
{
    m_message->setText(message);
    m_message->setVisible(!message.isEmpty());
    m_field->setAccessibleDescription(message);
}

QString FormRow::message() const
{
    return m_message->text();
}

int FormRow::lineHeight()
{
    return std::max(28, Theme::instance().scaled(20));
}

void FormRow::place()
{
    const Theme& theme = Theme::instance();
    m_stacked = width() < theme.scaled(nameWidth + leastFieldWidth);
    for (QWidget* widget : {m_head, m_field, static_cast<QWidget*>(m_message)})
        m_grid->removeWidget(widget);
    const int column = m_stacked ? 0 : 1;
    const int row = m_stacked ? 1 : 0;
    m_grid->setColumnStretch(0, m_stacked ? 1 : 0);
    m_grid->setColumnStretch(1, m_stacked ? 0 : 1);
    m_grid->setColumnMinimumWidth(0, m_stacked ? 0 : theme.scaled(nameWidth));
    m_head->setMaximumWidth(m_stacked ? QWIDGETSIZE_MAX : theme.scaled(nameWidth));
    m_head->setMinimumHeight(m_stacked ? 0 : lineHeight());
    m_grid->addWidget(m_head, 0, 0, m_stacked ? Qt::AlignBottom : Qt::AlignTop);
    m_grid->addWidget(m_field, row, column);
    m_grid->addWidget(m_message, row + 1, column);
}

bool FormRow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_name && event->type() == QEvent::MouseButtonRelease && m_field->isEnabled()) {
        if (auto* button = qobject_cast<QAbstractButton*>(m_field))
            button->click();
        m_field->setFocus(Qt::MouseFocusReason);
    }
    // When a row is reparented, its style sheet restores the font it was first given, which may have another text size.
    if (watched == m_name && event->type() == QEvent::FontChange
        && m_name->font().pixelSize() != Theme::instance().font(TextRole::body).pixelSize())
        m_name->setRole(TextRole::body);
    return QWidget::eventFilter(watched, event);
}

void FormRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const Theme& theme = Theme::instance();
    if (m_stacked != (width() < theme.scaled(nameWidth + leastFieldWidth)))
        place();
}

} // namespace netsmith::gui
