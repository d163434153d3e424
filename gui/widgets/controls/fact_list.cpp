#include "gui/widgets/controls/fact_list.h"

#include "gui/widgets/controls/text_label.h"

#include <QGridLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

FactList::FactList(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
}

void FactList::set(const QString& id, const QString& name, const QString& amount, const QString& toolTip)
{
    auto found = m_rows.find(id);
    if (found == m_rows.end()) {
        Row row{new TextLabel(TextRole::body, u"secondary"_s, this), new TextLabel(TextRole::number, {}, this)};
        row.amount->setObjectName(id + u"Fact"_s);
        row.amount->setAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
        row.amount->setWordWrap(true);
        row.amount->setTextInteractionFlags(Qt::TextSelectableByMouse);
        const int line = static_cast<int>(m_rows.size());
        m_grid->addWidget(row.name, line, 0, Qt::AlignTop);
        m_grid->addWidget(row.amount, line, 1);
        found = m_rows.insert(id, row);
    }
    found->name->setText(name);
    found->amount->setText(amount);
    found->amount->setAccessibleName(tr("%1: %2").arg(name, amount));
    found->name->setToolTip(toolTip);
    found->amount->setToolTip(toolTip);
    found->name->show();
    found->amount->show();
}

void FactList::hide(const QString& id)
{
    const auto found = m_rows.constFind(id);
    if (found == m_rows.constEnd())
        return;
    found->name->hide();
    found->amount->hide();
}

QString FactList::amount(const QString& id) const
{
    const auto found = m_rows.constFind(id);
    return found == m_rows.constEnd() || found->amount->isHidden() ? QString() : found->amount->text();
}

} // namespace netsmith::gui
