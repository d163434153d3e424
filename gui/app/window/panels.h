#pragma once

#include <QString>

#include <span>

class QWidget;

namespace netsmith::gui {

class Document;
class TrainingSession;

/// The position of a panel in a new window; panels of the same place are tabs, with the first one in front.
enum class PanelPlace { left, right, rightBelow, bottom };

/// What panels are created with.
struct PanelParts {
    Document& document;
    TrainingSession& session;
    QString dataDir; ///< searched first for data; may be empty
    QWidget* window;
};

/// A panel of the window, declared once: docks, the menu of panels and saved layouts follow from it.
struct PanelSpec {
    const char* id; ///< "layersDock": the object name of its dock, used in saved layouts
    const char* title; ///< in English, translated by `panelTitle`
    PanelPlace place;
    bool scrolls; ///< its content may be taller than the dock
    QWidget* (*make)(const PanelParts& parts);
};

/// In the order of the menu, and of the tabs of each place.
std::span<const PanelSpec> panels();
QString panelTitle(const PanelSpec& panel);

} // namespace netsmith::gui
