#include "gui/widgets/forms/parameter_row.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/forms/commit_field.h"
#include "gui/widgets/forms/name_field.h"
#include "gui/widgets/forms/parameter_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QToolButton>

#include <cctype>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

QString camelCase(const std::string& name)
{
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i)
        if (name[i] != '_')
            out += i > 0 && name[i - 1] == '_' ? static_cast<char>(std::toupper(static_cast<unsigned char>(name[i]))) : name[i];
    return fromStd(out);
}

QWidget* ParameterRow::makeField(const ParameterSpec& spec)
{
    switch (spec.type) {
    case ParameterType::boolean: return new QCheckBox;
    case ParameterType::choice: return new ChoiceBox;
    case ParameterType::text:
    case ParameterType::names: return new NameField;
    case ParameterType::integer:
    case ParameterType::real:
    case ParameterType::sizes:
    case ParameterType::reals: break;
    }
    return new CommitField;
}

ParameterRow::ParameterRow(const ParameterSpec& spec, QWidget* parent)
    : FormRow(engineText(spec.title), makeField(spec), parent)
    , m_spec(spec)
    , m_reset(new QToolButton(this))
{
    const QString name = camelCase(spec.name);
    setObjectName(name);
    field()->setObjectName(name + u"Field"_s);
    m_reset->setObjectName(name + u"Reset"_s);
    m_reset->setIcon(icon(u"reset"_s, Token::textSecondary));
    m_reset->setProperty("class", u"quiet"_s);
    const auto resize = [this] {
        const int side = Theme::instance().scaled(14);
        m_reset->setIconSize({side, side});
        m_reset->setStyleSheet(u"QToolButton { min-height: %1px; max-height: %1px; padding: 0 2px; }"_s.arg(side + 6));
    };
    resize();
    connect(&Theme::instance(), &Theme::changed, this, resize);
    m_reset->setCursor(Qt::PointingHandCursor);
    m_reset->hide();
    setNameAction(m_reset);
    connect(m_reset, &QToolButton::clicked, this, &ParameterRow::resetAsked);
    connectField();
    setTexts();
}

void ParameterRow::connectField()
{
    field()->installEventFilter(this);
    if (auto* box = qobject_cast<QCheckBox*>(field())) {
        connect(box, &QCheckBox::clicked, this, [this](bool on) {
            static_cast<QCheckBox*>(field())->setTristate(false);
            offer(on, false);
        });
        return;
    }
    if (auto* combo = qobject_cast<QComboBox*>(field())) {
        for (const Choice& choice : m_spec.choices)
            combo->addItem(engineText(choice.title), fromStd(choice.id));
        connect(combo, &QComboBox::currentIndexChanged, this, [this, combo](int index) {
            if (!m_showing && index >= 0)
                offer(combo->itemData(index).toString().toStdString(), false);
        });
        return;
    }
    auto* text = static_cast<CommitField*>(field());
    if (!qobject_cast<NameField*>(text)) {
        text->setHints(hintTexts(m_spec));
        text->setFont(Theme::instance().font(TextRole::number));
        connect(&Theme::instance(), &Theme::changed, text, [text] { text->setFont(Theme::instance().font(TextRole::number)); });
        connect(text, &CommitField::stepAsked, this, &ParameterRow::step);
    }
    connect(text, &CommitField::commitAsked, this, &ParameterRow::take);
    connect(text, &CommitField::restored, this, [this, text] {
        setMessage({});
        text->setInvalid(false);
    });
}

void ParameterRow::setTexts()
{
    setName(engineText(m_spec.title));
    setExplanation(explanation(m_spec));
    const QString back = tr("Back to the default, %1").arg(valueText(m_spec, m_spec.defaultValue));
    m_reset->setToolTip(back);
    m_reset->setAccessibleName(tr("Set %1 back to the default, %2").arg(name(), valueText(m_spec, m_spec.defaultValue)));
    if (auto* combo = qobject_cast<QComboBox*>(field())) {
        combo->setPlaceholderText(tr("mixed"));
        for (int i = 0; i < combo->count(); ++i)
            combo->setItemText(i, engineText(m_spec.choices[static_cast<std::size_t>(i)].title));
    } else if (auto* text = qobject_cast<CommitField*>(field()))
        text->setHints(qobject_cast<NameField*>(text) ? QStringList() : hintTexts(m_spec));
}

void ParameterRow::setValue(const std::optional<ParameterValue>& value)
{
    const bool same = value == m_value;
    m_value = value;
    m_showing = true;
    const bool isDefault = value && *value == m_spec.defaultValue;
    const bool hadFocus = m_reset->hasFocus();
    m_reset->setVisible(!isDefault);
    if (hadFocus && isDefault)
        field()->setFocus(Qt::OtherFocusReason);
    if (auto* box = qobject_cast<QCheckBox*>(field())) {
        box->setTristate(!value);
        box->setCheckState(!value ? Qt::PartiallyChecked : std::get<bool>(*value) ? Qt::Checked : Qt::Unchecked);
    } else if (auto* combo = qobject_cast<QComboBox*>(field()))
        combo->setCurrentIndex(value ? combo->findData(fromStd(std::get<std::string>(*value))) : -1);
    else {
        auto* text = static_cast<CommitField*>(field());
        text->setPlaceholderText(value ? QString() : tr("mixed"));
        // Keeps uncommitted text when something else in the document changes.
        if (!same || !text->isDirty()) {
            text->setCommitted(value ? valueText(m_spec, *value) : QString());
            text->setInvalid(false);
            setMessage({});
        }
    }
    m_showing = false;
}

void ParameterRow::setNames(const QStringList& names, bool several)
{
    if (auto* field = qobject_cast<NameField*>(this->field()))
        field->setNames(names, several);
}

void ParameterRow::commit()
{
    if (auto* text = qobject_cast<CommitField*>(field()))
        text->commit();
}

void ParameterRow::discard()
{
    m_stepping = false;
    if (auto* text = qobject_cast<CommitField*>(field())) {
        text->setCommitted(text->committed());
        text->setInvalid(false);
    }
    setMessage({});
}

void ParameterRow::take(const QString& text)
{
    auto* edit = static_cast<CommitField*>(field());
    const bool endsSteps = std::exchange(m_stepping, false);
    if (endsSteps)
        Q_EMIT steppingEnded();
    const std::optional<ParameterValue> value = valueFromText(m_spec, text);
    if (!value) {
        edit->setInvalid(true);
        setMessage(allowedText(m_spec));
        return;
    }
    if (value == m_value) { // the same value in another notation
        edit->setCommitted(valueText(m_spec, *value));
        edit->setInvalid(false);
        setMessage({});
        return;
    }
    offer(*value, false);
}

void ParameterRow::step(int steps)
{
    auto* text = static_cast<CommitField*>(field());
    std::optional<ParameterValue> from = text->isDirty() ? valueFromText(m_spec, text->text()) : m_value;
    if (!from || problemOf(m_spec, *from))
        from = m_value;
    if (!from)
        return;
    int entry = -1;
    if (m_spec.type == ParameterType::sizes && !text->hasSelectedText())
        entry = static_cast<int>(text->text().left(text->cursorPosition()).count(u'×'));
    const ParameterValue next = stepped(m_spec, *from, steps, entry);
    if (next == m_value)
        return;
    m_stepping = true;
    text->setCommitted(valueText(m_spec, next));
    offer(next, true);
}

void ParameterRow::offer(const ParameterValue& value, bool stepping)
{
    auto* text = qobject_cast<CommitField*>(field());
    if (problemOf(m_spec, value)) {
        if (text)
            text->setInvalid(true);
        setMessage(allowedText(m_spec));
        return;
    }
    if (text) {
        text->setInvalid(false);
        text->setCommitted(valueText(m_spec, value));
    }
    setMessage({});
    Q_EMIT edited(value, stepping);
}

void ParameterRow::changeEvent(QEvent* event)
{
    FormRow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setTexts();
        setValue(m_value);
    }
}

bool ParameterRow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == field()) {
        // The wheel scrolls the panel, and doesn't change a value under the pointer.
        if (event->type() == QEvent::Wheel && !field()->hasFocus()) {
            event->ignore();
            return true;
        }
        if (event->type() == QEvent::FocusOut && std::exchange(m_stepping, false))
            Q_EMIT steppingEnded();
    }
    return FormRow::eventFilter(watched, event);
}

} // namespace netsmith::gui
