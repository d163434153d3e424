#include "gui/app/files/picture_export.h"

#include "gui/app/window/message_bars.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_drawing.h"
#include "gui/canvas/network_scene.h"
#include "gui/widgets/engine_text.h"

#include <QFileDialog>
#include <QFileInfo>

#include <array>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

PictureExport::PictureExport(Canvas& canvas, MessageBars& bars, QWidget& window)
    : QObject(&window)
    , m_canvas(canvas)
    , m_bars(bars)
    , m_window(window)
{
}

void PictureExport::ask()
{
    const std::array filters{tr("PNG pictures (*.png)"), tr("SVG pictures (*.svg)"), tr("PDF documents (*.pdf)")};
    constexpr std::array suffixes{"png", "svg", "pdf"};
    const QString project = m_canvas.document().path();
    auto* dialog = new QFileDialog(&m_window, tr("Export picture"), QFileInfo(project).path(),
                                   QStringList(filters.begin(), filters.end()).join(u";;"_s));
    dialog->setObjectName(u"exportPictureDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"png"_s);
    dialog->selectFile(m_canvas.document().name());
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, filters, suffixes](const QString& filter) {
        for (std::size_t i = 0; i < filters.size(); ++i)
            if (filter == filters[i])
                dialog->setDefaultSuffix(QString::fromLatin1(suffixes[i]));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &PictureExport::save);
    dialog->show(); // non-modal: training continues
}

void PictureExport::save(const QString& path)
{
    const QString bar = u"exportFailedBar"_s;
    const QByteArray bytes = drawNetwork(m_canvas.network(), drawingFormatOf(path), m_canvas.document().name());
    if (bytes.isEmpty()) {
        m_bars.show(bar, NoteBox::Kind::careful, tr("There is nothing to draw: the network is empty."));
        return;
    }
    m_saver.save(
        path.toStdString(), [bytes] { return bytes.toStdString(); },
        [this, bar](const Expected<void>& saved) {
            if (!saved)
                m_bars.show(bar, NoteBox::Kind::bad, asSentence(messageText(saved.error().message())));
        });
}

} // namespace netsmith::gui
