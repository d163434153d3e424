#include "gui/document/document.h"

#include "gui/document/project_text.h"

#include <QFileInfo>
#include <QUndoCommand>

#include <filesystem>
#include <vector>

namespace netsmith::gui {

/// One undo step: the differences that its edits made, in their order.
class Document::Edit final : public QUndoCommand {
public:
    Edit(Document& document, const QString& text, ProjectDelta delta, QString mergeKey)
        : QUndoCommand(text)
        , m_document(document)
        , m_mergeKey(std::move(mergeKey))
        , m_gesture(document.m_gesture)
    {
        m_deltas.push_back(std::move(delta));
    }

    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    void redo() override
    {
        for (const ProjectDelta& delta : m_deltas) {
            delta.redo(m_document.m_project);
            m_document.applied(delta.change());
        }
    }
    void undo() override
    {
        for (auto delta = m_deltas.rbegin(); delta != m_deltas.rend(); ++delta) {
            delta->undo(m_document.m_project);
            m_document.applied(delta->change());
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
    std::vector<ProjectDelta> m_deltas;
};

Document::Document(QObject* parent)
    : QObject(parent)
{
    connect(&m_undo, &QUndoStack::cleanChanged, this, [this] { Q_EMIT modifiedChanged(isModified()); });
    m_analysis.update(m_project);
}

Document::~Document()
{
    disconnect(&m_undo, nullptr, this, nullptr); // it still speaks while it is destroyed
}

void Document::edit(const QString& text, const std::function<void(Project&)>& change, const QString& mergeKey)
{
    Project after = m_project;
    change(after);
    ProjectDelta delta = ProjectDelta::between(m_project, after);
    if (!delta.empty())
        m_undo.push(new Edit(*this, text, std::move(delta), mergeKey));
}

void Document::applied(const Change& change)
{
    if (change.matters())
        m_analysis.update(m_project);
    if (change.structure)
        m_selection.keepWithin(m_project.graph);
    Q_EMIT changed(change);
    if (change.matters())
        Q_EMIT analysed();
}

void Document::reset(Project project, const QString& path)
{
    m_project = std::move(project);
    m_path = path;
    m_recovered = false;
    m_selection.clear();
    m_undo.clear();
    Change change;
    change.everything = true;
    for (const Node& node : m_project.graph.nodes)
        change.nodes.insert(node.id);
    applied(change);
    Q_EMIT pathChanged();
    Q_EMIT modifiedChanged(isModified());
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

Expected<void> Document::save(const QString& path)
{
    if (Expected<void> saved = saveProject(m_project, std::filesystem::path(path.toStdString())); !saved)
        return saved.error();
    const bool other = path != m_path;
    m_path = path;
    m_recovered = false;
    m_undo.setClean();
    if (other)
        Q_EMIT pathChanged();
    Q_EMIT modifiedChanged(isModified());
    return {};
}

} // namespace netsmith::gui
