#pragma once

#include "engine/report/network/node_words.h"
#include "engine/report/network/wire_routes.h"

namespace netsmith::report {

/// How far below the upper edge of a node one of its ports is, in the order of the list; the node's middle if it is not in it. An
/// optional input is low, so that the others are where they would be without it.
double portHeight(const std::vector<std::string>& ports, const std::string& port, bool lastIsOptional);

/// A layer, a block or, with an empty id, a loss.
struct DrawnNode {
    std::string id;
    Box place;
    NodeWords words;
};

struct DrawnWire {
    Route route;
    std::string caption; ///< the shape of what goes through it; empty: unknown
    Box captionPlace;
};

struct DrawnFrame {
    Box place;
    std::string title;
    Ink ink = Ink::textMuted;
};

struct DrawnNote {
    Box place;
    std::vector<std::string> lines;
};

/// A network as it is drawn on the studio's canvas, in its units: where everything is, and the texts.
struct NetworkDrawing {
    std::string title;
    std::vector<DrawnNode> nodes;
    std::vector<DrawnWire> wires;
    std::vector<DrawnFrame> frames; ///< the larger ones first
    std::vector<DrawnNote> notes;
    Box bounds; ///< of all of it; empty if the network has no layer
};

/// Draws a project's network, finished or not, with its blocks as single nodes. A network without positions is laid out.
NetworkDrawing drawingOf(const Project& project);

/// The drawing as SVG, complete with its width and height: a file of its own, or, with the colours of a page, a part of it.
std::string svgOf(const NetworkDrawing& drawing, Painting painting);

} // namespace netsmith::report
