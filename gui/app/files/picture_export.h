#pragma once

#include "gui/widgets/file_saver.h"

#include <QObject>

class QWidget;

namespace netsmith::gui {

class Canvas;
class MessageBars;

/// Saves the network as a picture where the user says.
class PictureExport : public QObject {
    Q_OBJECT

public:
    PictureExport(Canvas& canvas, MessageBars& bars, QWidget& window);

    /// Asks for the file, without stopping anything meanwhile.
    void ask();
    /// Draws the network that is shown into a file, by its suffix: PNG, SVG or PDF. What fails is said in a bar.
    void save(const QString& path);

private:
    Canvas& m_canvas;
    MessageBars& m_bars;
    QWidget& m_window;
    FileSaver m_saver;
};

} // namespace netsmith::gui
