#include "gui/canvas/canvas.h"
#include "gui/canvas/items/node_face.h"
#include "gui/canvas/network_scene.h"
#include "gui/document/annotations.h"
#include "gui/document/node_text.h"

#include <QToolTip>

#include <algorithm>

// What the canvas says of what the pointer rests on.

using namespace Qt::StringLiterals;

namespace netsmith::gui {

/// The measured value of a node, in words; empty if there is none.
QString Canvas::measuredText(const NodeItem& node) const
{
    if (!node.tint())
        return {};
    const QString words =
        node.tint()->count.isEmpty() ? node.tint()->details : node.tint()->details + u" · "_s + node.tint()->count;
    return u"<p>%1: %2</p>"_s.arg(m_network->tint()->title.toHtmlEscaped(), words.toHtmlEscaped());
}

/// As rich text; empty where there is nothing to say.
QString Canvas::tipOf(const Hit& hit) const
{
    const auto problem = [this](const std::string& node) {
        const Problem* found = m_document.analysis().problemOf(node);
        return found ? problemSentence(m_document.graph(), *found) : QString();
    };
    QString text;
    switch (hit.kind) {
    case Hit::Kind::input:
        if (const LayerSpec* layer = layerOf(hit.node->id()); layer && layer->inputs.size() > 1)
            text = toolTipOf(*std::ranges::find(layer->inputs, hit.port, &PortSpec::name));
        [[fallthrough]];
    case Hit::Kind::node:
    case Hit::Kind::output:
        if (const Node* node = m_document.graph().find(hit.node->id()))
            text += toolTipOf(layers(), *node, hit.node->facts(), problem(node->id)) + measuredText(*hit.node);
        break;
    case Hit::Kind::loss:
        text = toolTipOf(m_document.project().training.objectives[static_cast<std::size_t>(hit.objective)]);
        break;
    case Hit::Kind::picture:
        text =
            u"<p><b>%1</b><br>%2</p>"_s.arg(hit.node->face().title.toHtmlEscaped(), hit.node->picture()->details.toHtmlEscaped());
        break;
    case Hit::Kind::wire: text = hit.wire->caption().toHtmlEscaped(); break;
    case Hit::Kind::annotation:
        if (const Group* frame = findFrame(m_document.graph(), hit.annotation.ref.frame); frame && !hit.annotation.ref.note)
            text = frameTitle(*frame).toHtmlEscaped();
        break;
    default: break;
    }
    return text;
}

void Canvas::showToolTip(QPoint viewPosition, QPoint globalPosition)
{
    const QString text = m_gesture ? QString() : tipOf(m_network->at(pointerAt(viewPosition, {}).scene, scale()));
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(globalPosition, u"<qt>%1</qt>"_s.arg(text), viewport()); // our own markup, with names escaped
}

} // namespace netsmith::gui
