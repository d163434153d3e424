#pragma once

#include "gui/document/document.h"

#include <QAbstractItemModel>

#include <optional>
#include <vector>

namespace netsmith::gui {

/// The network as a tree: its nodes in the order of the wires, each with its wires below, then its frames and notes. Texts are made
/// on request, so that a large network costs only what is visible.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Role {
        NameRole = Qt::UserRole, ///< shown after the title in a muted colour
        DetailRole, ///< right-aligned: a shape
        IconRole,
        TokenRole,
        SeverityRole, ///< of the worst problem; invalid if there is none
    };

    explicit OutlineModel(Document& document, QObject* parent = nullptr);

    QString nodeAt(const QModelIndex& index) const; ///< the node of a row, or of its parent row
    /// The wire of a row below a node; nothing for nodes and for unconnected inputs.
    std::optional<Edge> wireAt(const QModelIndex& index) const;
    /// The frame or note of a row; nothing for others.
    std::optional<AnnotationRef> annotationAt(const QModelIndex& index) const;
    QModelIndex indexOf(const std::string& node) const;
    QModelIndex indexOf(const AnnotationRef& annotation) const;
    /// The row of a wire below its source node.
    QModelIndex indexOf(const Edge& edge) const;
    void follow(const Change& change);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// A node's or a frame's title, a note's text.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Wire {
        bool incoming;
        std::string port; ///< of the parent node
        std::optional<Edge> edge; ///< nothing: an unconnected input
        bool operator==(const Wire&) const = default;
    };
    struct Entry {
        std::string node;
        std::vector<Wire> wires;
        std::optional<AnnotationRef> annotation{}; ///< set: there is no node
        bool operator==(const Entry&) const = default;
    };

    std::vector<Entry> entries() const;
    QVariant nodeData(const Entry& entry, int role) const;
    QVariant annotationData(const AnnotationRef& ref, int role) const;
    QVariant wireData(const Wire& wire, int role) const;
    QString spoken(const Node& node, const Entry& entry) const;

    Document& m_document;
    std::vector<Entry> m_entries;
};

} // namespace netsmith::gui
