#include "gui/app/files/project_files.h"
#include "gui/app/window/main_window.h"
#include "gui/app/window/message_bars.h"
#include "gui/data/data_panel.h"
#include "gui/data/drop_verdict.h"
#include "gui/tryit/try_it_pages.h"

#include <QDragEnterEvent>
#include <QMimeData>

using namespace Qt::StringLiterals;

// Files that are dropped onto the window.

namespace netsmith::gui {

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls())
        takeDropped(url);
    event->acceptProposedAction();
}

void MainWindow::takeDropped(const QUrl& url)
{
    m_dropped.run([this, url] { m_dropped.answer([this, verdict = recognise(url)] { follow(verdict); }); });
}

void MainWindow::follow(const DropVerdict& verdict)
{
    switch (verdict.kind) {
    case DropVerdict::Kind::project: m_files->open(verdict.path); break;
    case DropVerdict::Kind::image:
        raisePanel("tryItDock");
        m_tryIt->openImage(verdict.path);
        break;
    case DropVerdict::Kind::data:
        m_data->useFolder(verdict.path, verdict.source);
        raisePanel("dataDock");
        m_bars->show(u"dropBar"_s, NoteBox::Kind::info, verdict.sentence);
        break;
    case DropVerdict::Kind::refused: m_bars->show(u"dropBar"_s, NoteBox::Kind::careful, verdict.sentence); break;
    }
}

} // namespace netsmith::gui
