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

/// A project that is open: the only place where it is edited, each edit one undo step, and what every view shows of it. Lives on
/// the GUI thread.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    const Project& project() const { return m_project; }
    /// The graph that is open: the network, or the inside of one of its blocks, with a node for each of the block's ends. What is
    /// chosen, drawn and listed is of this one.
    const Graph& graph() const { return m_place.empty() ? m_project.graph : m_inside; }
    /// Through which nodes that stand for blocks it was opened: "res_1/inner". Empty: it is the network.
    const std::string& place() const { return m_place; }
    /// Opens the block at a place, or the network. Whether there is one.
    bool open(const std::string& place);
    /// The graph at a place, which need not be open; empty where there is none.
    Graph graphAt(const std::string& place) const;
    /// The layers that may stand in it.
    const LayerBook& layers() const { return m_layers; }
    QUndoStack& undoStack() { return m_undo; }
    Selection& selection() { return m_selection; }
    /// Shapes, problems, parameters and FLOPs; up to date after every `changed`.
    const Analysis& analysis() const { return m_analysis; }

    /// The folder in which data are looked for first; empty for none. It belongs to the window and not to the file, and is said
    /// here alone: panels, analysis, card and runs all ask the document where data lie.
    const std::filesystem::path& dataDir() const { return m_dataDir; }
    void setDataDir(const std::filesystem::path& folder);
    /// Where the project's data may lie. Does not look whether the folders are there.
    data::DataPaths dataPaths() const;
    /// Another number after each change of the data's place or of what lies there: what was read before is out of date.
    std::uint64_t dataRevision() const { return m_dataRevision; }
    /// What lies at the data's place is to be read again, whether or not it seems the same.
    void readDataAgain();
    /// What the project's data say of themselves; nothing is read here, and `dataKnown` tells of what was found out since.
    const DataFacts& dataFacts() const { return m_dataLook.facts(); }
    /// Published files without which the project can't be trained, and that a download would fetch.
    struct MissingData {
        Message problem; ///< as it stands among the problems
        std::int64_t bytes = 0;
    };
    std::optional<MissingData> missingData() const;

    /// One undo step called `text` ("Add Conv2D"): `change` is given a copy of the project to alter. Edits in a row with the same
    /// `mergeKey`, if it is not empty, become one step. Nothing happens where nothing was altered.
    void edit(const QString& text, const std::function<void(Project&)>& change, const QString& mergeKey = {});
    /// The same with the graph that is open.
    void editGraph(const QString& text, const std::function<void(Graph&)>& change, const QString& mergeKey = {});
    /// Checks the project again: the data that it names may be here now.
    void lookAgain();
    /// Ends a row of edits that would merge: the gesture is over.
    void endMerging() { ++m_gesture; }

    /// Another project takes the place of this one; clean, without a history. `path` empty: never saved. `fileHash`: of what was
    /// read there.
    void reset(Project project, const QString& path, std::string fileHash = {});
    /// What another program wrote takes the place of this one as an edit, and is clean.
    void reload(const Project& project, std::string fileHash);

    /// The file; empty before the first save.
    const QString& path() const { return m_path; }
    /// The file's name without its ending, else the project's title, else "Untitled".
    QString name() const;
    bool isModified() const { return m_recovered || !m_undo.isClean(); }
    /// SHA-256 of the file as it was last read or written here, by which another program's change is told; empty where there is
    /// none.
    const std::string& fileHash() const { return m_fileHash; }
    /// The file holds something else now, which is known: the project differs from it until it is saved.
    void keepDespite(std::string fileHash);
    /// Recovered work differs from its file until it is saved.
    void setRecovered();
    /// Writes the project; clean afterwards, and the file is the document's from then on.
    Expected<void> save(const QString& path);

Q_SIGNALS:
    void changed(const netsmith::gui::Change& change);
    /// More is known of the data that the project names.
    void dataKnown();
    /// Problems, shapes or figures were looked at again; comes after `changed` and `dataKnown`.
    void analysed();
    void modifiedChanged(bool modified);
    void pathChanged();

private:
    class Edit;

    void applied(Change change, const std::string& place);
    void analyse();
    void watchData();
    void fitNewInputs(Project& project) const;
    /// Opens what is at a place, or around it where that is gone.
    void show(const std::string& place, Change& change);

    Project m_project;
    std::string m_place;
    Graph m_inside; ///< of the block that is open
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
    bool m_recovered = false;
};

/// SHA-256 of a file; empty where it can't be read.
std::string hashOfFile(const QString& path);

} // namespace netsmith::gui
