#include "gui/properties/weights_row.h"

#include "engine/graph/graph_index.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"

#include <QEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// What two layers of one kind must share to use the same weights, as far as known: the number of weights, and the last axes of
/// inputs and outputs, which the weights connect.
struct WeightSize {
    std::int64_t count = 0;
    std::int64_t in = 0;
    std::int64_t out = 0;
    bool operator==(const WeightSize&) const = default;
};

std::int64_t lastAxis(const Shape* shape)
{
    return shape && shape->rank() > 0 ? shape->sizes().back() : 0;
}

std::optional<WeightSize> sizeOf(const Document& document, const GraphIndex& graph, const Node& node, const LayerSpec& layer)
{
    const Analysis& analysis = document.analysis();
    const auto figures = analysis.figuresOf(node.id);
    if (!figures)
        return std::nullopt;
    WeightSize size{figures->parameters, 0, 0};
    for (const Edge* edge : graph.into(node.id))
        if (size.in == 0)
            size.in = lastAxis(analysis.shapeAt(edge->from));
    if (!layer.outputs.empty())
        size.out = lastAxis(analysis.shapeAt({node.id, layer.outputs.front().name}));
    return size;
}

} // namespace

std::vector<const Node*> lendersFor(const Document& document, const Node& node)
{
    const Graph& graph = document.graph();
    const LayerSpec* layer = document.layers().of(node);
    std::vector<const Node*> out;
    if (!layer || !layer->hasWeights())
        return out;
    if (std::ranges::find(graph.nodes, node.id, &Node::shares) != graph.nodes.end())
        return out; // another node uses its weights: they must be its own
    const GraphIndex index(graph);
    const Node* lender = index.find(node.shares);
    const auto wanted = sizeOf(document, index, lender ? *lender : node, *layer); // a borrower counts no weights
    for (const Node& other : graph.nodes)
        if (other.id != node.id && other.shares.empty() && document.layers().of(other) == layer && wanted
            && sizeOf(document, index, other, *layer) == wanted)
            out.push_back(&other);
    return out;
}

WeightsRow::WeightsRow(Document& document, QWidget* parent)
    : FormRow({}, new ChoiceBox, parent)
    , m_document(document)
    , m_choice(static_cast<ChoiceBox*>(field()))
{
    setObjectName(u"weightsRow"_s);
    m_choice->setObjectName(u"weightsField"_s);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &WeightsRow::choose);
    setTexts();
    hide();
}

void WeightsRow::setTexts()
{
    setName(tr("Weights"));
    setExplanation(tr("Layers that share weights are trained together: what one sees updates both. Only layers of the same kind "
                      "and size are listed."));
}

void WeightsRow::show(const Node* node)
{
    m_node = node ? node->id : std::string();
    const std::vector<const Node*> lenders = node ? lendersFor(m_document, *node) : std::vector<const Node*>();
    const bool shares = node && !node->shares.empty();
    setVisible(shares || !lenders.empty());
    if (isHidden())
        return;
    m_showing = true;
    m_choice->clear();
    m_choice->addItem(tr("Its own"), QString());
    for (const Node* lender : lenders)
        m_choice->addItem(tr("Those of %1").arg(nodeName(*lender)), fromStd(lender->id));
    if (shares && m_choice->findData(fromStd(node->shares)) < 0) // one that does not fit, or in a block
        m_choice->addItem(tr("Those of %1").arg(fromStd(node->shares)), fromStd(node->shares));
    m_choice->setCurrentIndex(shares ? m_choice->findData(fromStd(node->shares)) : 0);
    m_showing = false;
}

void WeightsRow::choose(int index)
{
    if (m_showing || index < 0)
        return;
    const Node* node = m_document.graph().find(m_node);
    if (!node)
        return;
    const std::string lender = m_choice->itemData(index).toString().toStdString();
    const QString step =
        lender.empty() ? tr("Give %1 its own weights").arg(nodeName(*node)) : tr("Share weights of %1").arg(fromStd(lender));
    m_document.editGraph(step, [this, &lender](Graph& graph) { share(graph, m_node, lender); });
}

void WeightsRow::changeEvent(QEvent* event)
{
    FormRow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setTexts();
        show(m_document.graph().find(m_node));
    }
}

} // namespace netsmith::gui
