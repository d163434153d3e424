#pragma once

#include <QImage>
#include <QString>

#include <map>
#include <string>

namespace netsmith::gui {

/// A picture below a node: what the layer makes of a sample.
struct NodePicture {
    QImage image;
    bool fills = false; ///< the image is stretched to the whole place; otherwise it keeps its proportions
    QString details; ///< for the tool tip: "26×26×32 · 0 to 2.4"
};

/// Pictures of the network's nodes, by their paths, "res_1/dense_1"; a block has one of its own.
struct NetworkPictures {
    QString title; ///< what they show
    std::map<std::string, NodePicture> nodes;

    /// The picture of a node of the graph that is open at `place`; null if there is none.
    const NodePicture* of(const std::string& place, const std::string& node) const
    {
        const auto found = nodes.find(place.empty() ? node : place + '/' + node);
        return found == nodes.end() ? nullptr : &found->second;
    }
};

/// The place of a picture, in scene units.
inline constexpr double pictureWidth = 128.0;
inline constexpr double pictureHeight = 40.0; ///< with its distance less than half of that between two rows, where wires run

} // namespace netsmith::gui
