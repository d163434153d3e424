#pragma once

#include <QByteArray>
#include <QString>

namespace netsmith::gui {

class NetworkScene;

/// The kinds of files that a network can be drawn into.
enum class DrawingFormat { png, svg, pdf };
/// By a file's name; PNG if it says nothing else.
DrawingFormat drawingFormatOf(const QString& path);

/// The whole network at its actual size, with its colours and pictures, as the content of a file: without a selection and without
/// what can be clicked. A PNG has two pixels a unit, fewer where it would be too large for viewers; SVG and PDF consist of lines
/// and texts. `title`: of the document. Empty if there is nothing to draw. Runs in the thread of the scene.
QByteArray drawNetwork(NetworkScene& scene, DrawingFormat format, const QString& title);

} // namespace netsmith::gui
