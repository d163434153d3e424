#include "gui/runs/run_difference_card.h"

#include "engine/train/project_checks.h"
#include "gui/runs/table/run_cell_text.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/text_label.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr qsizetype hashLength = 64, shownHash = 12;

struct DifferenceWords {
    Q_DECLARE_TR_FUNCTIONS(differences)
};

const QString nothingThere = u"–"_s;

/// Enough of a hash to distinguish two.
QString shortened(const std::string& value)
{
    const bool hash = value.size() == hashLength && value.find_first_not_of("0123456789abcdef") == std::string::npos;
    return fromStd(hash ? value.substr(0, shownHash) : value);
}

/// The texts of a table of the card: a fact's title, and a run's value of it.
struct FactWords {
    std::function<QString(const std::string& name)> title;
    std::function<QString(const std::string& name, const std::string& value)> value;
};

FactWords settingWords(const std::vector<runs::FactDifference>& facts)
{
    return {[&facts](const std::string& path) {
                const auto isAlike = [&](const runs::FactDifference& other) {
                    return runs::settingTitle(other.name) == runs::settingTitle(path);
                };
                return settingTitleText(path, std::ranges::count_if(facts, isAlike) > 1);
            },
            [](const std::string& path, const std::string& value) { return settingValueText(path, value); }};
}

QString resultText(const std::string& name, const std::string& value)
{
    if (name == "state") {
        runs::RunSummary run;
        run.readable = true;
        run.state = runStateNamed(value);
        return stateLookOf(run).word;
    }
    bool isNumber = false;
    const double number = fromStd(value).toDouble(&isNumber);
    return isNumber ? quantityText(name, number) : fromStd(value);
}

FactWords resultWords()
{
    return {[](const std::string& name) {
                const std::string title = runs::factTitle(name);
                return title == name ? quantityTitle(name) : engineText(title, "run_card");
            },
            [](const std::string& name, const std::string& value) {
                return runs::factTitle(name) == name || name == "state" ? resultText(name, value) : fromStd(value);
            }};
}

FactWords environmentWords()
{
    return {[](const std::string& name) { return engineText(runs::factTitle(name), "run_card"); },
            [](const std::string& name, const std::string& value) {
                return name == "precision"  ? precisionTitle(value)
                    : name == "data_source" ? settingValueText("data.source", value)
                                            : shortened(value);
            }};
}

QString rowHtml(const QStringList& cells, const QString& tag)
{
    QString out = u"<tr>"_s;
    for (const QString& cell : cells)
        out += u"<%1 align=\"left\" style=\"padding: 2px 24px 2px 0\">%2</%1>"_s.arg(tag, cell.toHtmlEscaped());
    return out + u"</tr>"_s;
}

QString changeText(netsmith::Change change)
{
    switch (change) {
    case netsmith::Change::added: return DifferenceWords::tr("Added");
    case netsmith::Change::removed: return DifferenceWords::tr("Removed");
    case netsmith::Change::changed: break;
    }
    return DifferenceWords::tr("Changed");
}

/// A layer's value as the properties panel shows it: "Activation", "ReLU".
QString layerValueTitle(const ParameterSpec* declared, const std::string& name)
{
    if (name == "layer")
        return DifferenceWords::tr("Layer");
    if (name == "title")
        return DifferenceWords::tr("Name");
    if (name == "shares")
        return DifferenceWords::tr("Weights of");
    return declared ? engineText(declared->title) : fromStd(name);
}

QString layerValueText(const ParameterSpec* declared, const std::optional<std::string>& value)
{
    if (!value)
        return nothingThere;
    if (declared)
        for (const Choice& choice : declared->choices)
            if (choice.id == *value)
                return engineText(choice.title);
    return fromStd(*value);
}

QString layerTitle(const std::string& layer)
{
    const Spec* spec = train::specOf(ComponentKind::layer, layer);
    return spec ? engineText(spec->title) : fromStd(layer);
}

QString graphHtml(const GraphDifference& graph)
{
    QString out;
    for (const NodeChange& node : graph.nodes) {
        const Spec* spec = train::specOf(ComponentKind::layer, node.layer);
        QStringList values;
        for (const ValueChange& value : node.values) {
            const ParameterSpec* declared = spec ? spec->parameter(value.name) : nullptr;
            const auto text = [&](const std::optional<std::string>& side) {
                return value.name == "layer" && side ? layerTitle(*side) : layerValueText(declared, side);
            };
            values << u"%1 %2 → %3"_s.arg(layerValueTitle(declared, value.name), text(value.before), text(value.after));
        }
        out += rowHtml({changeText(node.change), layerTitle(node.layer), fromStd(node.node), values.join(u", "_s)}, u"td"_s);
    }
    for (const WireChange& wire : graph.wires)
        out += rowHtml({changeText(wire.change), DifferenceWords::tr("Wire"),
                        u"%1 → %2"_s.arg(fromStd(wire.from.node), fromStd(wire.to.node)), QString()},
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
        names << fromStd(name);
    QString html;
    const auto section = [&](const QString& title, const std::vector<runs::FactDifference>& facts, const FactWords& words) {
        if (facts.empty())
            return;
        html += u"<table>"_s + rowHtml(QStringList{title} + names, u"th"_s);
        for (const runs::FactDifference& fact : facts) {
            QStringList cells{words.title(fact.name)};
            for (const auto& value : fact.values)
                cells << (value ? words.value(fact.name, *value) : nothingThere);
            html += rowHtml(cells, u"td"_s);
        }
        html += u"</table><br>"_s;
    };
    section(tr("Settings"), m_difference.settings, settingWords(m_difference.settings));
    for (std::size_t i = 0; i < m_difference.graphs.size(); ++i)
        if (!m_difference.graphs[i].empty())
            html += u"<table><tr><th colspan=\"4\" align=\"left\" style=\"padding: 2px 0\">%1</th></tr>%2</table><br>"_s.arg(
                tr("The network of %1 compared with that of %2")
                    .arg(names[static_cast<qsizetype>(i) + 1], names.front())
                    .toHtmlEscaped(),
                graphHtml(m_difference.graphs[i]));
    section(tr("What they ran on"), m_difference.environment, environmentWords());
    section(tr("Results"), m_difference.results, resultWords());
    m_text->setFont(Theme::instance().font(TextRole::number));
    m_text->setHtml(html.isEmpty() ? tr("These runs do not differ.") : html);
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
