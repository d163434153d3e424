#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/canvas/overlays/block_bar.h"
#include "gui/document/block_commands.h"
#include "gui/widgets/engine_text.h"

/// Blocks on the canvas: making, opening, leaving and dissolving them.
namespace netsmith::gui {

std::string Canvas::onlySelected() const
{
    const std::set<std::string>& selected = m_document.selection().nodes();
    return selected.size() == 1 ? *selected.begin() : std::string();
}

bool Canvas::mayAdd(const LayerSpec& layer)
{
    const QString reason = whyNotHere(m_document, layer);
    if (!reason.isEmpty())
        refuse(reason);
    return reason.isEmpty();
}

void Canvas::makeBlock()
{
    const std::set<std::string> nodes = m_document.selection().nodes();
    if (const QString reason = whyNoBlock(m_document, nodes); !reason.isEmpty()) {
        refuse(reason);
        return;
    }
    const std::string made = netsmith::gui::makeBlock(m_document, nodes);
    m_document.selection().reveal(made);
    renameSelectedBlock();
}

void Canvas::takeApart()
{
    const std::string node = onlySelected();
    if (const QString reason = whyNotApart(m_document, node); !reason.isEmpty()) {
        refuse(reason);
        return;
    }
    m_document.selection().set(netsmith::gui::takeApart(m_document, node));
}

bool Canvas::openBlock(const std::string& node)
{
    return netsmith::gui::openBlock(m_document, node);
}

void Canvas::openSelectedBlock()
{
    openBlock(onlySelected());
}

void Canvas::leaveBlock()
{
    netsmith::gui::leaveBlock(m_document);
}

void Canvas::renameSelectedBlock()
{
    const std::string block = blockOfNode(m_document, onlySelected());
    const NodeItem* item = m_network->node(onlySelected());
    if (block.empty() || !item)
        return;
    showNode(onlySelected());
    openRenameField(item->rectangle(), blockTitle(m_document, block), fromStd(block),
                    [this, block](const QString& title) { renameBlock(m_document, block, title); });
}

void Canvas::showPlace()
{
    if (m_place != m_document.place())
        m_views[m_place] = {m_zoom, mapToScene(viewport()->rect().center()), m_fitsWindow};
    m_place = m_document.place();
    m_blockBar->renew();
    m_blockBar->setVisible(!m_place.empty());
    placeOverlays();
    const auto known = m_views.find(m_place);
    if (known == m_views.end() || known->second.fitsWindow) {
        showFromStart();
        return;
    }
    setZoom(known->second.zoom);
    centerOn(known->second.middle);
    m_fitsWindow = false;
}

} // namespace netsmith::gui
