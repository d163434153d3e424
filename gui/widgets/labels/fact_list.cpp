#include "gui/widgets/labels/fact_list.h"

#include "gui/widgets/labels/text_label.h"

#include <QEvent>
#include <QGridLayout>
#include <QTextLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// The distance from the top of the first line to its baseline: a script from a fallback font makes it larger than the font's own.
int ascentOf(const QLabel& label)
{
    const QFontMetrics metrics(label.font());
    QTextLayout layout(label.text(), label.font());
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid())
        line.setLineWidth(1e6);
    layout.endLayout();
    return line.isValid() ? std::max(metrics.ascent(), qRound(line.ascent())) : metrics.ascent();
}

} // namespace

FactList::FactList(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_widestName = m_widestAmount = 0;
        for (const Row& row : std::as_const(m_rows))
            place(row);
    });
}

void FactList::set(const QString& id, const QString& name, const QString& amount, const QString& toolTip)
{
    auto found = m_rows.find(id);
    if (found == m_rows.end()) {
        Row row{static_cast<int>(m_rows.size()), new TextLabel(TextRole::body, u"secondary"_s, this),
                new TextLabel(TextRole::number, {}, this)};
        row.name->setWordWrap(true);
        row.amount->setObjectName(id + u"Fact"_s);
        row.amount->setAlignment(Qt::AlignTrailing | Qt::AlignTop);
        row.amount->setWordWrap(true);
        row.amount->setTextInteractionFlags(Qt::TextSelectableByMouse);
        place(row);
        found = m_rows.insert(id, row);
    }
    if (found->name->text() != name || found->amount->text() != amount) {
        found->name->setText(name);
        found->amount->setText(amount);
        level(*found);
    }
    found->amount->setAccessibleName(tr("%1: %2").arg(name, amount));
    found->name->setToolTip(toolTip);
    found->amount->setToolTip(toolTip);
    found->name->show();
    found->amount->show();
}

void FactList::place(const Row& row)
{
    m_grid->removeWidget(row.name);
    m_grid->removeWidget(row.amount);
    level(row);
    const int line = row.line * 2;
    m_grid->addWidget(row.name, line, 0, 1, m_stacked ? 2 : 1, Qt::AlignTop);
    m_grid->addWidget(row.amount, m_stacked ? line + 1 : line, m_stacked ? 0 : 1, 1, m_stacked ? 2 : 1, Qt::AlignTop);
}

/// The fonts of names and amounts differ in height: aligns the baselines of their first lines.
void FactList::level(const Row& row)
{
    const int higher = ascentOf(*row.amount) - ascentOf(*row.name);
    row.name->setContentsMargins(0, m_stacked ? 0 : std::max(0, higher), 0, 0);
    row.amount->setContentsMargins(0, m_stacked ? 0 : std::max(0, -higher), 0, 0);
}

void FactList::fit()
{
    int names = 0;
    int amounts = 0;
    for (const Row& row : std::as_const(m_rows))
        if (!row.name->isHidden()) {
            names = std::max(names, row.name->fontMetrics().horizontalAdvance(row.name->text()));
            amounts = std::max(amounts, row.amount->fontMetrics().horizontalAdvance(row.amount->text()) + 4);
        }
    if (m_steady) { // the columns don't shrink
        names = m_widestName = std::max(names, m_widestName);
        amounts = m_widestAmount = std::max(amounts, m_widestAmount);
    }
    if (m_grid->columnStretch(0) != names || m_grid->columnStretch(1) != amounts) { // so that neither wraps while both have room
        m_grid->setColumnStretch(0, names);
        m_grid->setColumnStretch(1, amounts);
    }
    const bool stacked = names + m_grid->horizontalSpacing() + amounts > width();
    if (stacked == m_stacked)
        return;
    m_stacked = stacked;
    m_grid->setVerticalSpacing(stacked ? 2 : 4);
    for (const Row& row : std::as_const(m_rows))
        place(row);
}

bool FactList::event(QEvent* event)
{
    if (event->type() == QEvent::Hide || event->type() == QEvent::LanguageChange)
        m_widestName = m_widestAmount = 0;
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
        fit();
    return QWidget::event(event);
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
