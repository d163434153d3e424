#pragma once

#include <QString>

#include <span>

class QWidget;

namespace netsmith::gui {

class Document;
class TrainingSession;

/// Where a panel stands in a new window; those of one place share tabs, and the first of them is in front.
enum class PanelPlace { left, right, rightBelow, bottom };

/// What panels are made from.
struct PanelParts {
    Document& document;
    TrainingSession& session;
    QString dataDir; ///< looked into first for data; may be empty
    QWidget* window;
};

/// A panel of the window, declared once: docks, the menu of panels and kept layouts follow from it.
struct PanelSpec {
    const char* id; ///< "layersDock": the name of its dock, by which layouts are kept
    const char* title; ///< in English, translated by `panelTitle`
    PanelPlace place;
    bool scrolls; ///< its content may be higher than the dock
    QWidget* (*make)(const PanelParts& parts);
};

/// In the order of the menu, and of the tabs of each place.
std::span<const PanelSpec> panels();
QString panelTitle(const PanelSpec& panel);

} // namespace netsmith::gui
