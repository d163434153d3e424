#include "gui/canvas/canvas.h"
#include "gui/canvas/canvas_fields.h"
#include "gui/canvas/network_scene.h"
#include "gui/canvas/walk.h"
#include "gui/document/graph_edits.h"
#include "gui/document/step_key.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/fonts.h"
#include "gui/widgets/theme.h"

#include <algorithm>
#include <utility>

/// Frames and notes on the canvas: adding, editing and selecting them by keyboard.
namespace netsmith::gui {

bool Canvas::mayAnnotate()
{
    if (m_document.place().empty())
        return true;
    refuse(tr("Notes and frames belong to the network, not to a block: leave the block first."));
    return false;
}

void Canvas::addNote()
{
    if (!mayAnnotate())
        return;
    constexpr QPointF halfANote(100.0, 30.0);
    writeNoteAt(m_pointerInside ? mapToScene(m_pointer) : mapToScene(viewport()->rect().center()) - halfANote);
}

void Canvas::writeNoteAt(QPointF scenePosition)
{
    if (!mayAnnotate())
        return;
    const Note note{.text = {}, .x = snapped(scenePosition).x(), .y = snapped(scenePosition).y()};
    showPlaceOf(noteRectangle(note));
    openNoteField(noteRectangle(note), {}, [this, note](const QString& text) {
        if (text.isEmpty())
            return; // a note without text is not added
        m_document.editGraph(tr("Add note"), [&](Graph& graph) {
            netsmith::gui::addNote(graph, {note.x, note.y}, text.toStdString());
        });
        m_document.selection().set({}, {}, {{}, {m_document.graph().notes.size() - 1}});
    });
}

void Canvas::editNote(std::size_t index)
{
    if (index >= m_document.graph().notes.size())
        return;
    const Note before = m_document.graph().notes[index];
    m_document.selection().set({}, {}, {{}, {index}});
    showPlaceOf(noteRectangle(before));
    openNoteField(noteRectangle(before), fromStd(before.text), [this, index, before](const QString& text) {
        const std::vector<Note>& notes = m_document.graph().notes;
        if (index >= notes.size() || !(notes[index] == before))
            return; // another note took its index during editing
        m_document.editGraph(text.isEmpty() ? tr("Delete %n note(s)", nullptr, 1) : tr("Edit note"), [&](Graph& graph) {
            if (text.isEmpty())
                removeAnnotations(graph, {{}, {index}});
            else
                graph.notes[index].text = text.toStdString();
        });
    });
}

void Canvas::openNoteField(const QRectF& place, const QString& text, std::function<void(const QString&)> write)
{
    const Theme& theme = Theme::instance();
    QFont font = fontFor(TextRole::body, 100);
    font.setPixelSize(std::max(theme.scaled(11), static_cast<int>(font.pixelSize() * scale())));
    const QRect seen = mapFromScene(place).boundingRect().translated(viewport()->pos());
    const QSize size = seen.size().expandedTo({theme.scaled(180), theme.scaled(64)}).boundedTo(viewport()->size());
    const QRect room = viewport()->geometry();
    const QPoint corner(std::clamp(seen.left(), room.left(), std::max(room.left(), room.right() + 1 - size.width())),
                        std::clamp(seen.top(), room.top(), std::max(room.top(), room.bottom() + 1 - size.height())));
    m_noteField->open(text, QRect(corner, size), font, std::move(write));
}

/// Commits the text fields over the canvas.
void Canvas::leaveFields()
{
    m_renameField->close(true);
    m_noteField->close(true);
}

void Canvas::addFrame()
{
    const std::set<std::string> nodes = m_document.selection().nodes();
    if (!mayAnnotate())
        return;
    if (nodes.empty()) {
        refuse(tr("Select the layers to frame."));
        return;
    }
    std::string added;
    const QString step = newStepKey(m_document.undoStack()); // includes the title that is typed now
    m_document.editGraph(
        tr("Add frame"), [&](Graph& graph) { added = netsmith::gui::addFrame(graph, nodes); }, step);
    editFrame(added, step);
}

void Canvas::editFrame(const std::string& id, const QString& mergeKey)
{
    const Group* frame = findFrame(m_document.graph(), id);
    const AnnotationItem* item = m_network->annotations().item({id, {}});
    if (!frame || !item)
        return;
    m_document.selection().set({}, {}, {{id}, {}});
    QRectF band = item->rectangle();
    band.setHeight(2.0 * frameBand); // the field is in its upper half
    showPlaceOf(band);
    openRenameField(band, fromStd(frame->title), frameTitle(Group()), [this, id, mergeKey](const QString& title) {
        m_document.editGraph(
            tr("Rename frame"), [&](Graph& graph) { titleFrame(graph, id, title.toStdString()); }, mergeKey);
    });
    m_renameField->setAccessibleName(tr("Title of the frame"));
}

bool Canvas::editAnnotation()
{
    const Annotations selected = m_document.selection().annotations();
    if (selected.frames.size() + selected.notes.size() != 1 || !m_document.selection().nodes().empty())
        return false;
    if (selected.notes.empty())
        editFrame(*selected.frames.begin());
    else
        editNote(*selected.notes.begin());
    return true;
}

std::vector<Canvas::Stop> Canvas::stops() const
{
    std::vector<Stop> stops;
    for (const std::string& node : readingOrder(m_document))
        stops.push_back({node, {}});
    const Graph& graph = m_document.graph();
    for (const Group& frame : graph.groups)
        stops.push_back({{}, {frame.id, {}}});
    for (std::size_t i = 0; i < graph.notes.size(); ++i)
        stops.push_back({{}, {{}, i}});
    return stops;
}

bool Canvas::isOnlySelected(const Stop& stop) const
{
    const Selection& selection = m_document.selection();
    return stop.node.empty() ? selection.nodes().empty() && selection.annotations() == stop.annotation.asSet()
                             : selection.annotations().empty() && selection.nodes() == std::set{stop.node};
}

void Canvas::stopAt(const Stop& stop)
{
    if (!stop.node.empty()) {
        m_document.selection().reveal(stop.node);
        return;
    }
    m_document.selection().set({}, {}, stop.annotation.asSet());
    if (const AnnotationItem* item = m_network->annotations().item(stop.annotation))
        showPlaceOf(item->rectangle());
}

bool Canvas::focusNextPrevChild(bool next)
{
    // While the canvas has the focus, Tab moves from node to node, then through frames and notes, and from the last to the next
    // control, so that the focus isn't trapped.
    if (hasFocus()) {
        const std::vector<Stop> order = stops();
        const auto count = static_cast<std::ptrdiff_t>(order.size());
        std::ptrdiff_t index = next ? 0 : count - 1;
        const auto current = std::ranges::find_if(order, [this](const Stop& stop) { return isOnlySelected(stop); });
        if (current != order.end())
            index = current - order.begin() + (next ? 1 : -1);
        if (index >= 0 && index < count) {
            m_byKeyboard = true;
            update();
            stopAt(order[static_cast<std::size_t>(index)]);
            return true;
        }
    }
    return QAbstractScrollArea::focusNextPrevChild(next);
}

} // namespace netsmith::gui
