#include "gui/palette/layer_catalog.h"

#include "engine/graph/blocks/block_inside.h"
#include "gui/document/node_text.h"
#include "gui/widgets/engine_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

void addNames(QStringList& out, const QString& names)
{
    for (const QString& name : names.split(u',', Qt::SkipEmptyParts))
        out << name.trimmed();
}

/// The kinds of layers that most networks contain come first. Categories with the same heading are adjacent.
constexpr std::array order{Category::input,      Category::dense,         Category::convolution,    Category::pooling,
                           Category::activation, Category::normalisation, Category::regularisation, Category::recurrent,
                           Category::merge,      Category::shape};

/// The most used layers of each kind come before the others, which are sorted by name.
constexpr std::array<std::string_view, 14> oftenUsed{"conv2d",
                                                     "conv1d",
                                                     "max_pooling2d",
                                                     "average_pooling2d",
                                                     "global_average_pooling2d",
                                                     "relu",
                                                     "softmax",
                                                     "sigmoid",
                                                     "batch_normalization",
                                                     "layer_normalization",
                                                     "embedding",
                                                     "lstm",
                                                     "gru",
                                                     "flatten"};

} // namespace

QString sectionTitle(Category category)
{
    const auto text = [](const char* title) { return QCoreApplication::translate("sections", title); };
    switch (category) {
    case Category::input: return text(QT_TRANSLATE_NOOP("sections", "Input"));
    case Category::shape: return text(QT_TRANSLATE_NOOP("sections", "Shape"));
    case Category::convolution: return text(QT_TRANSLATE_NOOP("sections", "Convolution"));
    case Category::pooling: return text(QT_TRANSLATE_NOOP("sections", "Pooling"));
    case Category::dense: return text(QT_TRANSLATE_NOOP("sections", "Dense"));
    case Category::recurrent: return text(QT_TRANSLATE_NOOP("sections", "Recurrent"));
    case Category::normalisation:
    case Category::regularisation: return text(QT_TRANSLATE_NOOP("sections", "Normalize and regularize"));
    case Category::activation: return text(QT_TRANSLATE_NOOP("sections", "Activation"));
    case Category::merge: return text(QT_TRANSLATE_NOOP("sections", "Merge"));
    }
    return {};
}

QString sectionTitle(const LayerSpec& layer)
{
    const bool ofBlocks = isBlock(layer) || layer.id == blockInputLayer || layer.id == blockOutputLayer;
    return ofBlocks ? QCoreApplication::translate("sections", "Blocks") : sectionTitle(layer.category);
}

std::vector<const LayerSpec*> layersInOrder(const LayerBook& layers, bool insideBlock)
{
    std::vector<const LayerSpec*> out;
    for (const LayerSpec& block : layers.blocks())
        out.push_back(&block);
    if (insideBlock)
        for (const bool input : {true, false})
            out.push_back(&LayerBook::end(input));
    for (const Category category : order) {
        const auto first = static_cast<std::ptrdiff_t>(out.size());
        for (const LayerSpec& layer : layers.engine())
            if (layer.category == category && layer.id != blockLayer) // each block has its own row
                out.push_back(&layer);
        std::stable_sort(out.begin() + first, out.end(), [](const LayerSpec* one, const LayerSpec* other) {
            return std::ranges::find(oftenUsed, one->id) < std::ranges::find(oftenUsed, other->id);
        });
    }
    return out;
}

SectionedList::Row layerRow(const LayerSpec& layer)
{
    SectionedList::Row row;
    row.id = fromStd(layer.id);
    row.section = sectionTitle(layer);
    row.title = layerName(layer); // as on the canvas
    row.icon = layerIcon(&layer);
    row.token = layerToken(&layer);
    row.toolTip = layerTitle(layer) + u'\n' + engineText(layer.doc); // the full title, which is shown nowhere else
    return row;
}

Searchable layerSearch(const LayerSpec& layer)
{
    Searchable out{layerTitle(layer), {fromStd(layer.title), fromStd(layer.id)}, {}};
    if (!layer.shortTitle.empty())
        out.names << fromStd(layer.shortTitle) << engineText(layer.shortTitle);
    addNames(out.names, fromStd(layer.alsoKnownAs));
    addNames(out.names, engineText(layer.alsoKnownAs));
    out.text = engineText(layer.doc) + u' ' + sectionTitle(layer);
    return out;
}

} // namespace netsmith::gui
