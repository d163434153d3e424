#include "gui/document/document.h"

#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/graph/blocks/block_inside.h"
#include "engine/graph/project/layer_lists.h"
#include "engine/graph/project/project_file.h"
#include "engine/layers/registry.h"
#include "engine/graph/auto_layout.h"
#include "gui/document/loss_ends.h"
#include "gui/document/project_text.h"
#include "gui/document/step_key.h"

#include <QFileInfo>
#include <QUndoCommand>

#include <algorithm>
#include <filesystem>
#include <span>
#include <vector>

namespace netsmith::gui {

/// One undo step: the differences made by its edits, in order.
class Document::Edit final : public QUndoCommand {
public:
    Edit(Document& document, const QString& text, ProjectDelta delta, QString mergeKey)
        : QUndoCommand(text)
        , m_document(document)
        , m_mergeKey(std::move(mergeKey))
        , m_gesture(isStepKey(m_mergeKey) ? 0 : document.m_gesture)
        , m_place(document.m_place)
    {
        m_deltas.push_back(std::move(delta));
    }

    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    void redo() override
    {
        ++m_document.m_revision;
        for (const ProjectDelta& delta : m_deltas) {
            delta.redo(m_document.m_project);
            m_document.applied(delta.change(), m_place);
        }
    }
    void undo() override
    {
        ++m_document.m_revision;
        for (auto delta = m_deltas.rbegin(); delta != m_deltas.rend(); ++delta) {
            delta->undo(m_document.m_project);
            m_document.applied(delta->change(), m_place);
        }
    }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto& next = static_cast<const Edit&>(*other);
        if (next.m_mergeKey != m_mergeKey || next.m_gesture != m_gesture)
            return false;
        m_deltas.insert(m_deltas.end(), next.m_deltas.begin(), next.m_deltas.end());
        return true;
    }

private:
    Document& m_document;
    QString m_mergeKey;
    std::uint64_t m_gesture;
    std::string m_place; ///< where the edit was made; undoing opens it
    std::vector<ProjectDelta> m_deltas;
};

Document::Document(QObject* parent)
    : QObject(parent)
    , m_layers(netsmith::layers())
{
    connect(&m_undo, &QUndoStack::cleanChanged, this, [this] { Q_EMIT modifiedChanged(isModified()); });
    connect(&m_dataWatch, &DataWatch::changed, this, &Document::readDataAgain);
    connect(&m_dataLook, &DataLook::found, this, [this] {
        watchData(); // the files to watch are known now
        analyse();
        Q_EMIT dataKnown();
        Q_EMIT analysed();
    });
    m_dataLook.look(m_project.data, dataPaths());
    analyse();
}

Document::~Document()
{
    disconnect(&m_undo, nullptr, this, nullptr); // it emits signals while it is being destroyed
}

void Document::edit(const QString& text, const std::function<void(Project&)>& change, const QString& mergeKey)
{
    Project after = m_project;
    change(after);
    keepLossEnds(m_project, after);
    unlistRemoved(m_project.graph, after);
    ProjectDelta delta = ProjectDelta::between(m_project, after);
    if (!delta.empty())
        m_undo.push(new Edit(*this, text, std::move(delta), mergeKey));
}

/// Sets the field and shape of newly added Input layers from the data, preferably a field that no other Input has.
void Document::fitNewInputs(Project& project) const
{
    const auto isNew = [&](const Node& node) {
        return node.layer == "input" && node.parameters.empty() && !m_project.graph.find(node.id);
    };
    if (std::ranges::none_of(project.graph.nodes, isNew))
        return;
    const auto isTaken = [&](const data::FieldSpec& field) {
        return std::ranges::any_of(project.graph.nodes, [&](const Node& node) {
            const auto named = node.parameters.find("field");
            return node.layer == "input" && !isNew(node)
                && (named == node.parameters.end() ? field.name == "image" : named->second == ParameterValue(field.name));
        });
    };
    std::vector<data::FieldSpec> fields = dataFacts().fields();
    std::erase_if(fields, [&](const data::FieldSpec& field) {
        const bool judged = std::ranges::any_of(project.training.objectives, [&](const Objective& objective) {
            return objective.learnsField() && objective.target == field.name;
        });
        return judged || field.shape.rank() == 0;
    });
    if (fields.empty()) // the data aren't available yet: keep the layer's defaults
        return;
    for (Node& node : project.graph.nodes) {
        if (!isNew(node))
            continue;
        const auto free = std::ranges::find_if_not(fields, isTaken);
        const data::FieldSpec& field = free == fields.end() ? fields.front() : *free;
        const auto sizes = field.shape.sizes();
        if (field.name != "image" || field.shape != Shape{28, 28, 1}) // the layer's defaults
            node.parameters = {{"shape", std::vector<std::int64_t>(sizes.begin(), sizes.end())}, {"field", field.name}};
    }
}

void Document::editGraph(const QString& text, const std::function<void(Graph&)>& change, const QString& mergeKey)
{
    const Block* block = blockAt(m_project.graph, m_place);
    if (!block) {
        edit(
            text,
            [&](Project& project) {
                change(project.graph);
                fitNewInputs(project);
            },
            mergeKey);
        return;
    }
    Graph after = m_inside;
    change(after);
    if (after == m_inside)
        return;
    edit(
        text, [&, id = block->id](Project& project) { putBack(project.graph, id, std::move(after)); }, mergeKey);
}

bool Document::open(const std::string& place)
{
    if (!place.empty() && !blockAt(m_project.graph, place))
        return false;
    if (place == m_place)
        return true;
    m_selection.clear(); // first, so that pending text is committed to the nodes that were selected there
    Change change;
    show(place, change);
    m_analysis.open(graph(), m_place);
    Q_EMIT changed(change);
    Q_EMIT analysed();
    return true;
}

Graph Document::graphAt(const std::string& place) const
{
    if (place.empty())
        return m_project.graph;
    const Block* block = blockAt(m_project.graph, place);
    return block ? insideOf(m_project.graph, block->id) : Graph();
}

void Document::show(const std::string& wanted, Change& change)
{
    std::string place = wanted;
    while (!place.empty() && !blockAt(m_project.graph, place))
        place.resize(place.rfind('/') == std::string::npos ? 0 : place.rfind('/'));
    if (place != m_place) {
        m_place = place;
        change.opened = true;
    }
    if (m_place.empty()) {
        m_inside = {};
        return;
    }
    Graph inside = insideOf(m_project.graph, blockAt(m_project.graph, m_place)->id);
    if (!change.opened && !change.everything) {
        // Changes of the project are not changes of this graph: compare the graphs.
        Project before;
        Project after;
        before.graph = std::move(m_inside);
        after.graph = inside;
        const Change here = ProjectDelta::between(before, after).change();
        change.nodes = here.nodes;
        change.structure = here.structure || change.structure;
        change.parameters = here.parameters || change.parameters;
        change.appearance = here.appearance;
    }
    m_inside = std::move(inside);
}

std::optional<Document::MissingData> Document::missingData() const
{
    const std::shared_ptr<const data::Source>& source = dataFacts().source;
    if (!source || source->info().files.empty())
        return std::nullopt;
    try {
        data::resolve(source, dataPaths());
        return std::nullopt;
    } catch (const Error& error) {
        return MissingData{error.message(), downloadBytes(*source)};
    }
}

void Document::lookAgain()
{
    analyse();
    Q_EMIT analysed();
}

void Document::analyse()
{
    m_analysis.update(m_project, dataFacts(), dataPaths());
    m_analysis.open(graph(), m_place);
}

/// Watches the files that the data are read from, including those that don't exist yet.
void Document::watchData()
{
    m_dataWatch.watch([this] {
        const data::DataPaths paths = dataPaths();
        const std::shared_ptr<const data::Source>& source = dataFacts().source;
        DataWatch::Places places;
        places.read = data::placesMeant(m_project.data, paths);
        if (!source) // any file next to the named one may be the one that is missing
            for (std::size_t i = 0, count = places.read.size(); i < count; ++i)
                places.read.push_back(places.read[i].parent_path());
        const std::vector<std::filesystem::path> files = source ? source->files(paths) : std::vector<std::filesystem::path>();
        places.read.insert(places.read.end(), files.begin(), files.end());
        if (m_project.data.validation == "file" && !m_project.data.validationFile.empty())
            places.read.emplace_back(m_project.data.validationFile);
        if (source && (!source->info().files.empty() || !source->info().home.empty())) // new files may appear in any of them
            for (const std::filesystem::path& folder : paths.folders())
                places.around.insert(places.around.end(), {folder, folder / source->info().id});
        return places;
    });
}

void Document::applied(Change change, const std::string& place)
{
    if (change.blocks || change.everything)
        m_layers = LayerBook(netsmith::layers(), m_project.graph.blocks);
    show(change.ofGraph() ? place : m_place, change);
    if (change.blocks)
        for (const Node& node : graph().nodes) // their ports and titles may have changed
            if (node.layer == blockLayer)
                change.nodes.insert(node.id);
    if (change.opened)
        for (const Node& node : graph().nodes)
            change.nodes.insert(node.id);
    if (change.data || change.everything) {
        m_dataLook.look(m_project.data, dataPaths());
        watchData();
    }
    if (change.matters())
        m_analysis.update(m_project, dataFacts(), dataPaths());
    if (change.matters() || change.opened || change.blocks)
        m_analysis.open(graph(), m_place);
    if (change.opened)
        m_selection.clear();
    else if (change.structure || change.appearance)
        m_selection.keepWithin(graph());
    Q_EMIT changed(change);
    if (change.matters() || change.opened)
        Q_EMIT analysed();
}

data::DataPaths Document::dataPaths() const
{
    data::DataPaths paths = data::dataPaths();
    paths.dataDir = m_dataDir;
    return paths;
}

void Document::setDataDir(const std::filesystem::path& folder)
{
    if (folder == m_dataDir)
        return;
    m_dataDir = folder;
    readDataAgain();
}

void Document::readDataAgain()
{
    ++m_dataRevision;
    m_dataLook.look(m_project.data, dataPaths(), true);
    Change change;
    change.data = true;
    applied(std::move(change), m_place);
}

void Document::reset(Project project, const QString& path, std::string fileHash)
{
    ++m_resets;
    m_project = std::move(project);
    placeUnplaced(m_project.graph);
    m_path = path;
    m_fileHash = std::move(fileHash);
    m_recovered = false;
    m_place.clear();
    m_selection.clear();
    m_undo.clear();
    Change change;
    change.everything = true;
    for (const Node& node : m_project.graph.nodes)
        change.nodes.insert(node.id);
    applied(std::move(change), {});
    Q_EMIT pathChanged();
    Q_EMIT modifiedChanged(isModified());
}

void Document::reload(const Project& project, std::string fileHash)
{
    // Keeps the loss as the file has it, so that this trains the same as the command line.
    Project placed = project;
    placeUnplaced(placed.graph);
    if (ProjectDelta delta = ProjectDelta::between(m_project, placed); !delta.empty())
        m_undo.push(new Edit(*this, tr("Reload"), std::move(delta), {}));
    m_fileHash = std::move(fileHash);
    m_recovered = false;
    m_undo.setClean();
    Q_EMIT modifiedChanged(isModified());
}

void Document::keepDespite(std::string fileHash)
{
    m_fileHash = std::move(fileHash);
    setRecovered();
}

QString Document::name() const
{
    if (!m_path.isEmpty())
        return QFileInfo(m_path).completeBaseName();
    const QString title = projectTitle(m_project);
    return title.isEmpty() ? tr("Untitled") : title;
}

void Document::setRecovered()
{
    m_recovered = true;
    Q_EMIT modifiedChanged(true);
}

Document::Snapshot Document::snapshot()
{
    endMerging(); // an edit of the same kind from now on is not part of it
    return {m_project, version()};
}

void Document::saved(const Snapshot& snapshot, const QString& path, std::string fileHash)
{
    if (snapshot.version.reset != m_resets)
        return;
    const bool other = path != m_path;
    m_path = path;
    m_fileHash = std::move(fileHash);
    if (snapshot.version == version()) {
        m_recovered = false;
        m_undo.setClean();
    } else
        m_undo.resetClean(); // the file has none of the states that undoing leads to
    if (other)
        Q_EMIT pathChanged();
    Q_EMIT modifiedChanged(isModified());
}

std::string hashOfFile(const QString& path)
{
    const auto hash = sha256OfFile(path.toStdString());
    return hash ? *hash : std::string();
}

Expected<std::string> writeProject(const Project& project, const QString& path)
{
    const std::filesystem::path file(path.toStdString());
    const Expected<std::string> text = readableProjectText(project, file); // as `saveProject` does
    if (!text)
        return text.error();
    if (Expected<void> written = writeFileSafely(file, *text); !written)
        return written.error();
    // Of the text that was written, not of the file: another program may have written since.
    return sha256(std::as_bytes(std::span<const char>(*text)));
}

} // namespace netsmith::gui
