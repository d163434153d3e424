#pragma once

#include "gui/widgets/side_thread.h"

#include <QObject>

class QWidget;

namespace netsmith::gui {

class MessageBars;
class ProjectFiles;

/// Makes a project of another program's network: asks for its file and for the project's, and opens that.
class ModelImport : public QObject {
    Q_OBJECT

public:
    ModelImport(ProjectFiles& files, MessageBars& bars, QWidget& window);

    void ask();
    /// Asks where the project of this model's file is to be.
    void askWhere(const QString& model);

private:
    /// Reads and writes on the thread; what fails is said in a bar.
    void import(const QString& model, const QString& project);

    ProjectFiles& m_files;
    MessageBars& m_bars;
    QWidget& m_window;
    SideThread m_thread{"netsmith-import"};
};

} // namespace netsmith::gui
