#include "gui/plots/curve_plot.h"
#include "gui/plots/plot_grid.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_title.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include <QBuffer>
#include <QFileDialog>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int exportScale = 2;

std::string pngOf(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes.toStdString();
}

} // namespace

QImage PlotPanel::picture() const
{
    const QWidget& sheet = *m_grid->widget();
    QImage image(sheet.size() * exportScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(exportScale);
    image.fill(Theme::instance().color(Token::panel));
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    for (CurvePlot* plot : findChildren<CurvePlot*>()) {
        const auto* title = plot->parentWidget()->findChild<PlotTitle*>();
        title->paint(painter, QRectF(title->mapTo(&sheet, QPoint()), QSizeF(title->size())));
        if (plot->isHidden())
            continue; // it has no curves
        QPixmap drawn = plot->toPixmap(plot->width(), plot->height(), exportScale);
        drawn.setDevicePixelRatio(exportScale);
        painter.drawPixmap(plot->mapTo(&sheet, QPoint()), drawn);
    }
    return image;
}

void PlotPanel::exportPicture(const std::filesystem::path& path)
{
    m_saver.save(
        path, [image = picture()] { return pngOf(image); },
        [this](const Expected<void>& saved) {
            if (!saved)
                Q_EMIT exportFailed(messageText(saved.error().message()));
        });
}

void PlotPanel::askWhereToExport()
{
    auto* dialog = new QFileDialog(this, tr("Export the plots"), QString(), tr("PNG pictures (*.png)"));
    dialog->setObjectName(u"plotExportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"png"_s);
    dialog->selectFile(tr("curves.png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { exportPicture(path.toStdString()); });
    dialog->show(); // non-modal: training continues
}

} // namespace netsmith::gui
