#include "gui/plots/machine_choice.h"

#include <QEvent>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

MachineChoice::MachineChoice(QWidget* parent)
    : QToolButton(parent)
    , m_menu(new QMenu(this))
{
    setObjectName(u"plotMachine"_s);
    setProperty("class", u"quiet"_s);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setFocusPolicy(Qt::StrongFocus);
    setPopupMode(QToolButton::InstantPopup);
    m_menu->setObjectName(u"plotMachineMenu"_s);
    m_menu->setToolTipsVisible(true);
    setMenu(m_menu);
    retranslate();
    hide();
}

void MachineChoice::offer(const std::vector<PlotQuantity>& quantities)
{
    setVisible(!quantities.empty());
    if (quantities == m_offered)
        return;
    m_offered = quantities;
    build();
}

void MachineChoice::choose(std::set<std::string> chosen, bool marks)
{
    m_chosen = std::move(chosen);
    m_marks = marks;
    build();
}

void MachineChoice::build()
{
    m_menu->clear();
    for (const PlotQuantity& quantity : m_offered) {
        QAction* action = m_menu->addAction(quantity.title);
        action->setObjectName(u"plotMachine_"_s + QString::fromStdString(quantity.id));
        action->setCheckable(true);
        action->setChecked(m_chosen.contains(quantity.id));
        action->setToolTip(tr("Show this beside the loss, on the same horizontal axis"));
        connect(action, &QAction::toggled, this, [this, id = quantity.id](bool shown) {
            if (shown)
                m_chosen.insert(id);
            else
                m_chosen.erase(id);
            Q_EMIT changed();
        });
    }
    m_menu->addSeparator();
    m_marksAction = m_menu->addAction(tr("Mark epochs, validation, checkpoints and pauses"));
    m_marksAction->setObjectName(u"plotMarks"_s);
    m_marksAction->setCheckable(true);
    m_marksAction->setChecked(m_marks);
    m_marksAction->setToolTip(tr("Draw vertical lines in the plots, as long as something of the machine is shown"));
    connect(m_marksAction, &QAction::toggled, this, [this](bool marks) {
        m_marks = marks;
        Q_EMIT changed();
    });
}

void MachineChoice::changeEvent(QEvent* event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void MachineChoice::retranslate()
{
    setText(tr("Machine"));
    setToolTip(tr("Choose what to show of the machine: utilization, memory, power, temperature, clock, throughput."));
    build();
}

} // namespace netsmith::gui
