#include "engine/core/files/safe_file.h"
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
        QPixmap drawn = plot->toPixmap(plot->width(), plot->height(), exportScale);
        drawn.setDevicePixelRatio(exportScale);
        painter.drawPixmap(plot->mapTo(&sheet, QPoint()), drawn);
    }
    return image;
}

Expected<void> PlotPanel::exportPicture(const std::filesystem::path& path) const
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture().save(&buffer, "PNG");
    return writeFileSafely(path, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

void PlotPanel::askWhereToExport()
{
    auto* dialog = new QFileDialog(this, tr("Export the plots"), QString(), tr("PNG pictures (*.png)"));
    dialog->setObjectName(u"plotExportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"png"_s);
    dialog->selectFile(tr("curves.png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (const auto saved = exportPicture(path.toStdString()); !saved)
            Q_EMIT exportFailed(messageText(saved.error().message()));
    });
    dialog->show(); // non-modal: training continues
}

} // namespace netsmith::gui
