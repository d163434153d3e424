#include "gui/properties/properties_panel.h"

#include "engine/graph/blocks/block_inside.h"
#include "gui/document/block_commands.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/document/project_text.h"
#include "gui/properties/block_form.h"
#include "gui/properties/inner_values.h"
#include "gui/properties/problem_notes.h"
#include "gui/properties/weights_row.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/commit_field.h"
#include "gui/widgets/forms/parameter_row.h"
#include "gui/widgets/forms/parameter_text.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/icon_label.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QStringList factOrder{u"layers"_s,     u"uses"_s,   u"input"_s, u"output"_s, u"shape"_s,
                            u"parameters"_s, u"frozen"_s, u"work"_s,  u"bytes"_s};

} // namespace

PropertiesPanel::PropertiesPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_icon(new IconLabel({}, Token::textSecondary, 16, this))
    , m_title(new ElidedLabel(TextRole::title, {}, this))
    , m_id(new ElidedLabel(TextRole::body, u"muted"_s, this))
    , m_doc(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_notes(new ProblemNotes(document, this))
    , m_name(new CommitField)
    , m_nameRow(new FormRow(tr("Name"), m_name, this))
    , m_block(new BlockForm(document, this))
    , m_weights(new WeightsRow(document, this))
    , m_form(new QVBoxLayout)
    , m_inner(new InnerValues(document, this))
    , m_rule(new QFrame(this))
    , m_facts(new FactList(this))
    , m_hint(new TextLabel(TextRole::caption, u"muted"_s, this))
{
    setObjectName(u"propertiesPanel"_s);
    m_title->setObjectName(u"propertiesTitle"_s);
    m_id->setObjectName(u"propertiesId"_s);
    m_doc->setObjectName(u"propertiesDoc"_s);
    m_doc->setWordWrap(true);
    m_name->setObjectName(u"nameField"_s);
    m_hint->setWordWrap(true);
    m_rule->setProperty("class", u"hairline"_s);
    m_rule->setFixedHeight(1);

    auto* heading = new QHBoxLayout;
    heading->setSpacing(8);
    heading->addWidget(m_icon);
    heading->addWidget(m_title);
    heading->addWidget(m_id, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addLayout(heading);
    column->addWidget(m_doc);
    column->addWidget(m_notes);
    m_form->setContentsMargins(0, 4, 0, 4);
    m_form->setSpacing(4);
    m_form->addWidget(m_nameRow);
    m_form->addWidget(m_block);
    column->addLayout(m_form);
    column->addWidget(m_weights);
    column->addWidget(m_inner);
    column->addWidget(m_rule);
    column->addWidget(m_facts);
    column->addWidget(m_hint);
    column->addStretch();

    for (const QString& fact : factOrder)
        m_facts->set(fact, {}, {});

    connect(m_inner, &InnerValues::picked, this, [this](const std::string& parameter) {
        choose();
        for (ParameterRow* row : m_rows)
            if (row->spec().name == parameter)
                row->field()->setFocus(Qt::PopupFocusReason);
    });
    connect(m_name, &CommitField::commitAsked, this, &PropertiesPanel::rename);
    connect(&document, &Document::changed, this, &PropertiesPanel::follow);
    connect(&document, &Document::analysed, this, [this] {
        m_notes->show(m_chosen.ids());
        showFacts();
    });
    connect(&document, &Document::dataKnown, this, &PropertiesPanel::showFields);
    connect(&document.selection(), &Selection::changed, this, &PropertiesPanel::choose);
    choose();
}

void PropertiesPanel::commit()
{
    m_name->commit();
    m_block->commit();
    for (ParameterRow* row : m_rows)
        row->commit();
}

void PropertiesPanel::follow(const Change& change)
{
    if (change.everything || change.structure || change.opened)
        choose();
    else if (change.data)
        showFields();
    else if (std::ranges::any_of(change.nodes, [this](const std::string& node) { return m_chosen.ids().contains(node); })) {
        choose();
    } else if (change.texts && m_chosen.empty())
        showHeader();
}

void PropertiesPanel::choose()
{
    const ChosenNodes next(m_document, m_document.selection().nodes());
    if (next.ids() != m_chosen.ids()) {
        commit(); // to those selected when it was typed
        m_document.endMerging();
    }
    const bool others = next.ids() != m_chosen.ids();
    m_chosen = next;
    if (m_builtFor != rowsWanted())
        rebuildRows();
    else if (others)
        for (ParameterRow* row : m_rows)
            row->discard();
    showHeader();
    showValues();
    m_notes->show(m_chosen.ids());
    showFacts();
}

std::vector<std::string> PropertiesPanel::rowsWanted()
{
    std::vector<std::string> wanted = m_chosen.layerIds();
    for (const ParameterSpec& parameter : m_inner->shown(m_chosen))
        if (!innerLayer(parameter).empty()) // its default is the block's value
            wanted.push_back(parameter.name + " = " + textOf(parameter.defaultValue));
    return wanted;
}

void PropertiesPanel::rebuildRows()
{
    for (TextLabel* heading : m_headings)
        delete heading;
    m_headings.clear();
    for (ParameterRow* row : m_rows) {
        row->disconnect(this);
        row->hide(); // first: if it has the focus, it would become a window of its own, and the active one
        row->setParent(nullptr);
        row->deleteLater(); // one of its events may have led here
    }
    m_rows.clear();
    m_builtFor = rowsWanted();
    std::string layer;
    for (const ParameterSpec& parameter : m_inner->shown(m_chosen)) {
        if (const std::string inner = innerLayer(parameter); inner != layer) {
            layer = inner;
            auto* heading = new TextLabel(TextRole::captionStrong, u"secondary"_s, this);
            heading->setText(fromStd(inner));
            heading->setObjectName(u"innerLayer_"_s + fromStd(inner));
            m_form->addWidget(heading);
            heading->show();
            m_headings.push_back(heading);
        }
        auto* row = new ParameterRow(parameter, this);
        connect(row, &ParameterRow::edited, this,
                [this, row](const ParameterValue& value, bool stepping) { setValue(row->spec(), value, stepping); });
        connect(row, &ParameterRow::resetAsked, this, [this, row] { reset(row->spec()); });
        connect(row, &ParameterRow::steppingEnded, &m_document, &Document::endMerging);
        m_form->addWidget(row);
        row->show(); // immediately: a layout would wait for the next event
        m_rows.push_back(row);
    }
}

void PropertiesPanel::showHeader()
{
    const Graph& graph = m_document.graph();
    const Node* node = graph.find(m_chosen.only());
    m_nameRow->setVisible(node);
    m_id->setVisible(node);
    m_hint->setVisible(m_chosen.empty());
    m_hint->setText(tr("Select a layer to see and edit its settings."));
    if (m_chosen.layerIds().size() == 1) {
        const LayerSpec* layer = m_document.layers().find(m_chosen.layerIds().front());
        m_icon->setIcon(layerIcon(layer), layerToken(layer));
        const QString name = layer ? layerName(*layer) : fromStd(m_chosen.layerIds().front());
        m_title->setText(
            node ? name
                 : tr("%1 × %2", "how many, and of which layer").arg(countText(static_cast<std::int64_t>(m_chosen.size())), name));
        m_doc->setText(layer ? engineText(layer->doc) : tr("This version does not know this layer."));
    } else if (m_chosen.empty()) {
        const Block* open = blockAt(m_document.project().graph, m_document.place());
        m_icon->setIcon(open ? u"block"_s : u"layers"_s, Token::textSecondary);
        m_title->setText(open ? blockTitle(m_document, open->id) : tr("Network"));
        m_doc->setText(open ? QString() : projectDescription(m_document.project()));
    } else {
        m_icon->setIcon(u"layers"_s, Token::textSecondary);
        m_title->setText(tr("%n layer(s)", nullptr, static_cast<int>(m_chosen.size())));
        QStringList names;
        for (const std::string& layer : m_chosen.layerIds())
            names << (m_document.layers().find(layer) ? layerName(*m_document.layers().find(layer)) : fromStd(layer));
        m_doc->setText(names.join(tr(", ", "between two layers")));
    }
    m_doc->setVisible(!m_doc->text().isEmpty());
    if (node) {
        m_id->setText(nodeName(*node));
        m_name->setPlaceholderText(isBlockEnd(*node) ? nodeName(*node) : fromStd(node->id));
        if (!m_name->isDirty() || m_name->committed() != fromStd(node->title))
            m_name->setCommitted(fromStd(node->title));
    }
}

void PropertiesPanel::showValues()
{
    m_block->show(m_chosen);
    m_weights->show(m_document.graph().find(m_chosen.only()));
    for (ParameterRow* row : m_rows) {
        row->setValue(m_chosen.value(m_document, row->spec()));
        row->setVisible(m_chosen.isRelevant(m_document, row->spec()));
    }
    showFields();
}

void PropertiesPanel::showFacts()
{
    const Analysis& analysis = m_document.analysis();
    const Graph& graph = m_document.graph();
    for (const QString& fact : factOrder)
        m_facts->hide(fact);
    const auto show = [this](const QString& id, const QString& name, const QString& amount, const QString& toolTip = {}) {
        if (!amount.isEmpty())
            m_facts->set(id, name, amount, toolTip);
    };
    if (m_chosen.empty()) {
        const auto ends = std::ranges::count_if(graph.nodes, isBlockEnd);
        show(u"layers"_s, tr("Layers"), countText(static_cast<std::int64_t>(graph.nodes.size()) - ends));
        show(u"input"_s, tr("Input"), inputShapesText(m_document));
        show(u"output"_s, tr("Output"), outputShapesText(m_document));
    }
    const Node* node = graph.find(m_chosen.only());
    if (node)
        show(u"shape"_s, tr("Shape"), shapesText(m_document, *node), tr("Input and output shape of the layer, for one sample"));
    if (const std::string block = node ? blockOf(*node) : std::string(); !block.empty()) {
        const std::size_t uses = usesOf(m_document.project().graph, block);
        show(u"uses"_s, tr("Used in"), tr("%n place(s)", nullptr, static_cast<int>(uses)), tr("Wherever this block is used"));
    }

    NodeFigures total = analysis.totalHere().value_or(NodeFigures());
    bool known = m_chosen.empty() && analysis.totalHere();
    if (!m_chosen.empty()) {
        total = {};
        known = true;
        for (const std::string& id : m_chosen.ids()) {
            const std::optional<NodeFigures> figures = analysis.figuresOf(id);
            known = known && figures;
            total.parameters += figures ? figures->parameters : 0;
            total.flops += figures ? figures->flops : 0.0;
            total.frozen += figures ? figures->frozen : 0;
        }
    }
    if (known) {
        show(u"parameters"_s, tr("Parameters"), countText(total.parameters), tr("Numbers that training changes"));
        if (total.frozen > 0)
            show(u"frozen"_s, tr("Frozen"), countText(total.frozen), tr("Parameters that training does not change"));
        show(u"work"_s, tr("FLOPs per sample"), flopsText(total.flops),
             tr("Floating-point operations of the forward pass, for one sample"));
    }
    if (node)
        if (const auto bytes = outputBytes(m_document, *node))
            show(u"bytes"_s, tr("Output, batch %1").arg(countText(m_document.project().training.batch)), bytesText(*bytes),
                 tr("The layer's output for one batch"));
    m_rule->setVisible(!m_chosen.empty());
}

QString PropertiesPanel::targetText() const
{
    const Node* node = m_document.graph().find(m_chosen.only());
    return node ? nodeName(*node) : tr("%n layer(s)", nullptr, static_cast<int>(m_chosen.size()));
}

void PropertiesPanel::setValue(const ParameterSpec& parameter, const ParameterValue& value, bool stepping)
{
    QString mergeKey;
    if (stepping) {
        mergeKey = u"step "_s + fromStd(parameter.name);
        for (const std::string& id : m_chosen.ids())
            mergeKey += u' ' + fromStd(id);
    }
    const data::FieldSpec* field = fieldNamed(parameter, value);
    m_document.editGraph(
        tr("Set %1 of %2").arg(parameterName(parameter), targetText()),
        [&](Graph& graph) {
            setParameter(graph, m_document.layers(), m_chosen.ids(), parameter.name, value);
            if (field && m_document.project().data.transforms.empty()) { // transforms may change the shape
                const Shape shape = field->shape.rank() == 0 ? Shape{1} : field->shape;
                setParameter(graph, m_document.layers(), m_chosen.ids(), "shape",
                             std::vector(shape.sizes().begin(), shape.sizes().end()));
            }
        },
        mergeKey);
}

bool PropertiesPanel::namesFields(const ParameterSpec& parameter) const
{
    return m_chosen.layerIds() == std::vector<std::string>{"input"} && parameter.name == "field";
}

const data::FieldSpec* PropertiesPanel::fieldNamed(const ParameterSpec& parameter, const ParameterValue& value) const
{
    const std::string* name = namesFields(parameter) ? std::get_if<std::string>(&value) : nullptr;
    const std::vector<data::FieldSpec>& fields = m_document.dataFacts().fields();
    const auto found = name ? std::ranges::find(fields, *name, &data::FieldSpec::name) : fields.end();
    return found == fields.end() ? nullptr : &*found;
}

void PropertiesPanel::showFields()
{
    QStringList names;
    for (const data::FieldSpec& field : m_document.dataFacts().contentFields())
        names << fromStd(field.name);
    for (ParameterRow* row : m_rows)
        if (namesFields(row->spec()))
            row->setNames(names, false);
}

void PropertiesPanel::reset(const ParameterSpec& parameter)
{
    m_document.editGraph(tr("Reset %1 of %2").arg(parameterName(parameter), targetText()),
                         [&](Graph& graph) { resetParameter(graph, m_chosen.ids(), parameter.name); });
}

void PropertiesPanel::rename(const QString& title)
{
    const std::string node = m_chosen.only();
    const QString trimmed = title.trimmed();
    m_name->setCommitted(trimmed);
    m_document.editGraph(tr("Rename %1").arg(targetText()), [&](Graph& graph) { gui::rename(graph, node, trimmed.toStdString()); });
}

void PropertiesPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    m_nameRow->setName(tr("Name"));
    showHeader();
    m_notes->show(m_chosen.ids());
    showFacts();
}

} // namespace netsmith::gui
