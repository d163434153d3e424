#include "gui/training/run_difference_card.h"

#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr qsizetype hashLength = 64, shownHash = 12;

/// As much of a hash as tells two apart.
QString differingText(const std::optional<std::string>& value)
{
    if (!value)
        return u"–"_s;
    const QString text = fromStd(*value);
    const bool hash = value->size() == hashLength && value->find_first_not_of("0123456789abcdef") == std::string::npos;
    return (hash ? text.left(shownHash) : text).toHtmlEscaped();
}

QString rowHtml(const QStringList& cells, const QString& tag)
{
    QString out = u"<tr>"_s;
    for (const QString& cell : cells)
        out += u"<%1 align=\"left\" style=\"padding: 2px 24px 2px 0\">%2</%1>"_s.arg(tag, cell);
    return out + u"</tr>"_s;
}

QString signText(netsmith::Change change)
{
    return change == netsmith::Change::added ? u"+"_s : change == netsmith::Change::removed ? u"−"_s : u"~"_s;
}

QString graphHtml(const GraphDifference& graph)
{
    QString out;
    for (const NodeChange& node : graph.nodes) {
        QStringList values;
        for (const ValueChange& value : node.values)
            values << u"%1 %2 → %3"_s.arg(fromStd(value.name).toHtmlEscaped(), differingText(value.before),
                                          differingText(value.after));
        out += rowHtml(
            {signText(node.change), fromStd(node.node).toHtmlEscaped(), fromStd(node.layer).toHtmlEscaped(), values.join(u", "_s)},
            u"td"_s);
    }
    for (const WireChange& wire : graph.wires)
        out += rowHtml({signText(wire.change), fromStd(wire.from.node + '.' + wire.from.port).toHtmlEscaped(), u"→"_s,
                        fromStd(wire.to.node + '.' + wire.to.port).toHtmlEscaped()},
                       u"td"_s);
    return out;
}

} // namespace

RunDifferenceCard::RunDifferenceCard(QWidget* parent)
    : QFrame(parent)
    , m_title(new TextLabel(TextRole::bodyStrong, {}, this))
    , m_text(new QTextEdit(this))
    , m_close(new QToolButton(this))
{
    setObjectName(u"runDifferenceCard"_s);
    m_text->setObjectName(u"runDifferenceText"_s);
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setTabChangesFocus(true);
    m_close->setObjectName(u"runDifferenceClose"_s);
    m_close->setProperty("class", u"quiet"_s);
    m_close->setIcon(icon(u"close"_s, Token::textSecondary));
    m_close->setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(m_text);
    auto* line = new QHBoxLayout;
    line->addWidget(m_title, 1);
    line->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 0);
    column->setSpacing(8);
    column->addLayout(line);
    column->addWidget(m_text, 1);
    connect(m_close, &QToolButton::clicked, this, &RunDifferenceCard::dismissed);
    connect(&Theme::instance(), &Theme::changed, this, &RunDifferenceCard::refresh);
    retranslate();
}

void RunDifferenceCard::setDifference(runs::RunDifference difference)
{
    m_difference = std::move(difference);
    refresh();
}

void RunDifferenceCard::refresh()
{
    QStringList names;
    for (const std::string& name : m_difference.names)
        names << fromStd(name).toHtmlEscaped();
    QString html;
    const auto section = [&](const QString& title, const std::vector<runs::FactDifference>& facts) {
        if (facts.empty())
            return;
        html += u"<table>"_s + rowHtml(QStringList{title} + names, u"th"_s);
        for (const runs::FactDifference& fact : facts) {
            QStringList cells{fromStd(fact.name).toHtmlEscaped()};
            for (const auto& value : fact.values)
                cells << differingText(value);
            html += rowHtml(cells, u"td"_s);
        }
        html += u"</table><br>"_s;
    };
    section(tr("Settings"), m_difference.settings);
    for (std::size_t i = 0; i < m_difference.graphs.size(); ++i)
        if (!m_difference.graphs[i].empty())
            html += u"<table><tr><th colspan=\"4\" align=\"left\" style=\"padding: 2px 0\">%1</th></tr>%2</table><br>"_s.arg(
                tr("The network of %1 against %2").arg(names[static_cast<qsizetype>(i) + 1], names.front()),
                graphHtml(m_difference.graphs[i]));
    section(tr("What they ran on"), m_difference.environment);
    section(tr("Results"), m_difference.results);
    m_text->setFont(Theme::instance().font(TextRole::number));
    m_text->setHtml(html.isEmpty() ? tr("These runs differ in nothing.") : html);
}

void RunDifferenceCard::retranslate()
{
    m_title->setText(tr("What differs"));
    m_text->setAccessibleName(tr("What differs"));
    m_close->setToolTip(tr("Back to the table"));
    m_close->setAccessibleName(tr("Back to the table"));
    refresh();
}

void RunDifferenceCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT dismissed();
    else
        QFrame::keyPressEvent(event);
}

} // namespace netsmith::gui
