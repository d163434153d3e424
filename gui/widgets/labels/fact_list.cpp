#include "gui/widgets/labels/fact_list.h"

#include "gui/widgets/labels/text_label.h"

#include <QBoxLayout>
#include <QEvent>
#include <QTextLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int between = 8; ///< name and amount, side by side
constexpr int below = 2; ///< a name, before its amount

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
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(4);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        for (Row& row : m_rows) {
            row.widest = 0;
            level(row);
        }
    });
}

void FactList::set(const QString& id, const QString& name, const QString& amount, const QString& toolTip)
{
    auto found = m_rows.find(id);
    if (found == m_rows.end()) {
        Row row{new QBoxLayout(QBoxLayout::LeftToRight), new TextLabel(TextRole::body, u"secondary"_s, this),
                new TextLabel(TextRole::number, {}, this)};
        row.name->setWordWrap(true);
        row.amount->setObjectName(id + u"Fact"_s);
        row.amount->setAlignment(Qt::AlignTrailing | Qt::AlignTop);
        row.amount->setWordWrap(true);
        row.amount->setTextInteractionFlags(Qt::TextSelectableByMouse);
        row.box->setSpacing(between);
        row.box->addWidget(row.name);
        row.box->addWidget(row.amount);
        m_column->addLayout(row.box);
        found = m_rows.insert(id, row);
    }
    if (found->name->text() != name || found->amount->text() != amount) {
        found->name->setText(name);
        found->amount->setText(amount);
        level(*found);
        fit(*found);
    }
    found->amount->setAccessibleName(tr("%1: %2").arg(name, amount));
    found->name->setToolTip(toolTip);
    found->amount->setToolTip(toolTip);
    found->name->show();
    found->amount->show();
}

/// The fonts of names and amounts differ in height: aligns the baselines of their first lines.
void FactList::level(const Row& row)
{
    const bool stacked = row.box->direction() == QBoxLayout::TopToBottom;
    const int higher = ascentOf(*row.amount) - ascentOf(*row.name);
    row.name->setContentsMargins(0, stacked ? 0 : std::max(0, higher), 0, 0);
    row.amount->setContentsMargins(0, stacked ? 0 : std::max(0, -higher), 0, 0);
}

void FactList::fit(Row& row)
{
    const int name = row.name->fontMetrics().horizontalAdvance(row.name->text());
    const int amount = row.amount->fontMetrics().horizontalAdvance(row.amount->text()) + 4;
    row.widest = std::max(m_steady ? row.widest : 0, name + between + amount);
    const bool stacked = row.widest > width();
    const auto direction = stacked ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    // Side by side they share the row in proportion, so that neither wraps.
    const int shares[] = {stacked ? 0 : name, stacked ? 0 : amount};
    for (int column = 0; column < 2; ++column)
        if (row.box->stretch(column) != shares[column]) // which asks for another layout
            row.box->setStretch(column, shares[column]);
    if (row.box->direction() == direction)
        return;
    row.box->setDirection(direction);
    row.box->setSpacing(stacked ? below : between);
    level(row);
}

bool FactList::event(QEvent* event)
{
    if (event->type() == QEvent::Hide || event->type() == QEvent::LanguageChange)
        for (Row& row : m_rows)
            row.widest = 0;
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
        for (Row& row : m_rows)
            fit(row);
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
