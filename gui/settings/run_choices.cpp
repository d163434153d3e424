#include "gui/settings/run_choices.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int widestName = 150; ///< of a device, at a text size of 13 px

} // namespace

RunChoices::RunChoices(Document& document, TrainingSettingsPanel& settings, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_settings(settings)
    , m_device(new QToolButton(this))
    , m_precision(new QToolButton(this))
{
    setObjectName(u"runChoices"_s);
    m_device->setObjectName(u"deviceButton"_s);
    m_precision->setObjectName(u"precisionButton"_s);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    for (const auto& [button, setting] : {std::pair{m_device, "device"}, std::pair{m_precision, "precision"}}) {
        button->setPopupMode(QToolButton::InstantPopup);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setMenu(new QMenu(button));
        button->menu()->setToolTipsVisible(true);
        connect(button->menu(), &QMenu::aboutToShow, this, [this, button = button, setting = setting] { offer(*button, setting); });
        row->addWidget(button);
    }
    m_precision->setToolButtonStyle(Qt::ToolButtonTextOnly);
    connect(&document, &Document::changed, this, &RunChoices::refresh);
    connect(&settings.devices(), &Devices::changed, this, &RunChoices::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &RunChoices::refresh);
    refresh();
}

void RunChoices::refresh()
{
    const TrainingSettings& training = m_document.project().training;
    const DeviceInfo* device = m_settings.devices().find(training.device);
    const bool absent = !device && m_settings.devices().areKnown();
    const RunOption chosenDevice = m_settings.chosen("device");
    const RunOption chosenPrecision = m_settings.chosen("precision");
    const QString name = device ? fromStd(device->name) : chosenDevice.text;
    m_device->setText(m_device->fontMetrics().elidedText(name, Qt::ElideRight, Theme::instance().scaled(widestName)));
    m_device->setIconSize({Theme::instance().scaled(18), Theme::instance().scaled(14)}); // with space before the text
    m_device->setIcon(absent ? icon(u"warning"_s, Token::careful) : icon(u"device"_s, device ? Token::good : Token::textSecondary));
    m_precision->setText(chosenPrecision.text);
    const auto explain = [this](QToolButton& button, const char* setting, const RunOption& chosen) {
        const ParameterSpec& spec = m_settings.declared(setting);
        button.setToolTip(engineText(spec.doc));
        button.setAccessibleName(engineText(spec.title));
        button.setAccessibleDescription(chosen.text);
    };
    explain(*m_device, "device", chosenDevice);
    explain(*m_precision, "precision", chosenPrecision);
}

void RunChoices::offer(QToolButton& button, const char* setting)
{
    QMenu& menu = *button.menu();
    menu.clear();
    delete menu.findChild<QActionGroup*>();
    auto* group = new QActionGroup(&menu);
    const std::string chosen = m_settings.chosen(setting).id;
    for (const RunOption& option : m_settings.options(setting)) {
        QAction* action = menu.addAction(option.text);
        action->setObjectName(u"%1_%2"_s.arg(QLatin1StringView(setting), fromStd(option.id)));
        action->setCheckable(true);
        action->setChecked(option.id == chosen);
        action->setEnabled(option.available);
        action->setToolTip(option.why);
        group->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, setting, id = option.id] { m_settings.choose(setting, ParameterValue(id)); });
    }
}

void RunChoices::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
