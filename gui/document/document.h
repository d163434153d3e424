#pragma once

#include "gui/document/analysis.h"
#include "gui/document/data_look.h"
#include "gui/document/data_watch.h"
#include "gui/document/layer_book.h"
#include "gui/document/project_delta.h"
#include "gui/document/selection.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>

namespace netsmith::gui {

/// The open project: the only place where it is edited, each edit one undo step, and the data that the views show. Lives on the GUI
/// thread.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    const Project& project() const { return m_project; }
    /// The open graph: the network, or the inside of one of its blocks, with a node for each input and output of the block.
    /// Selection, canvas and lists refer to this graph.
    const Graph& graph() const { return m_place.empty() ? m_project.graph : m_inside; }
    /// The path of block nodes through which it was opened: "res_1/inner". Empty: the network.
    const std::string& place() const { return m_place; }
    /// Opens the block at a place, or the network. Returns false if there is none.
    bool open(const std::string& place);
    /// The graph at a place, open or not; empty if there is none.
    Graph graphAt(const std::string& place) const;
    /// The layers that can be added to it.
    const LayerBook& layers() const { return m_layers; }
    QUndoStack& undoStack() { return m_undo; }
    Selection& selection() { return m_selection; }
    /// Shapes, problems, parameters and FLOPs; up to date after every `changed`.
    const Analysis& analysis() const { return m_analysis; }

    /// The folder that is searched first for data; may be empty. It belongs to the window, not the file, and is stored only here:
    /// panels, analysis, pre-flight card and runs all ask the document where the data are.
    const std::filesystem::path& dataDir() const { return m_dataDir; }
    void setDataDir(const std::filesystem::path& folder);
    /// Where the project's data are searched for. Doesn't check that the folders exist.
    data::DataPaths dataPaths() const;
    /// Incremented whenever the data's location or contents change: data read before are out of date.
    std::uint64_t dataRevision() const { return m_dataRevision; }
    /// Marks the data as changed, even if they seem the same.
    void readDataAgain();
    /// What is known about the project's data; reads no files. `dataKnown` signals when more is known.
    const DataFacts& dataFacts() const { return m_dataLook.facts(); }
    /// Published files that the project needs for training and that can be downloaded.
    struct MissingData {
        Message problem; ///< as listed among the problems
        std::int64_t bytes = 0;
    };
    std::optional<MissingData> missingData() const;

    /// Makes one undo step titled `text` ("Add Conv2D"): `change` modifies a copy of the project. Consecutive edits with the same
    /// `mergeKey` become one step, unless it is empty. No step is made if nothing changed.
    void edit(const QString& text, const std::function<void(Project&)>& change, const QString& mergeKey = {});
    /// The same for the open graph.
    void editGraph(const QString& text, const std::function<void(Graph&)>& change, const QString& mergeKey = {});
    /// Checks the project again: its data may be available now.
    void lookAgain();
    /// Ends the merging of consecutive edits: the gesture is over.
    void endMerging() { ++m_gesture; }

    /// Replaces the project; unmodified and without undo history. `path` empty: never saved. `fileHash`: of the contents read from
    /// there.
    void reset(Project project, const QString& path, std::string fileHash = {});
    /// Replaces the project with what another program wrote, as an undoable edit; unmodified afterwards.
    void reload(const Project& project, std::string fileHash);

    /// The file; empty before the first save.
    const QString& path() const { return m_path; }
    /// The file's base name, else the project's title, else "Untitled".
    QString name() const;
    bool isModified() const { return m_recovered || !m_undo.isClean(); }
    /// SHA-256 of the file as last read or written here, to detect changes by other programs; empty if there is none.
    const std::string& fileHash() const { return m_fileHash; }
    /// Accepts that the file has different contents now: the project counts as modified until it is saved.
    void keepDespite(std::string fileHash);
    /// Marks recovered work as modified until it is saved.
    void setRecovered();
    /// Distinguishes the states of the document: which project it holds, and which of its edits are done.
    struct Version {
        std::uint64_t reset = 0;
        std::uint64_t revision = 0;
        bool operator==(const Version&) const = default;
    };
    Version version() const { return {m_resets, m_revision}; }
    /// The project as it is now, to be written on another thread.
    struct Snapshot {
        Project project;
        Version version;
    };
    Snapshot snapshot();
    /// A snapshot was written to `path`, which is the document's file now; unmodified if nothing was edited meanwhile. Ignored if
    /// the document holds another project now.
    void saved(const Snapshot& snapshot, const QString& path, std::string fileHash);

Q_SIGNALS:
    void changed(const netsmith::gui::Change& change);
    /// More is known about the project's data.
    void dataKnown();
    /// Problems, shapes or figures were updated; follows `changed` and `dataKnown`.
    void analysed();
    void modifiedChanged(bool modified);
    void pathChanged();

private:
    class Edit;

    void applied(Change change, const std::string& place);
    void analyse();
    void watchData();
    void fitNewInputs(Project& project) const;
    /// Opens a place, or the nearest enclosing one that still exists.
    void show(const std::string& place, Change& change);

    Project m_project;
    std::string m_place;
    Graph m_inside; ///< of the open block
    LayerBook m_layers;
    QString m_path;
    std::string m_fileHash;
    QUndoStack m_undo;
    Selection m_selection;
    Analysis m_analysis;
    std::filesystem::path m_dataDir;
    DataLook m_dataLook;
    DataWatch m_dataWatch;
    std::uint64_t m_dataRevision = 0;
    std::uint64_t m_gesture = 0;
    std::uint64_t m_revision = 0; ///< of the project; incremented by each change of it
    std::uint64_t m_resets = 0;
    bool m_recovered = false;
};

/// SHA-256 of a file; empty if it can't be read. Any thread, as the next.
std::string hashOfFile(const QString& path);
/// Writes a project for `Document::saved` and returns the hash of the text.
Expected<std::string> writeProject(const Project& project, const QString& path);

} // namespace netsmith::gui
