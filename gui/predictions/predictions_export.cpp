#include "gui/predictions/predictions_page.h"
#include "gui/predictions/score_plot.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include "engine/inspect/predictions/prediction_tables.h"
#include "engine/runs/table/table_text.h"

#include <QBuffer>
#include <QFileDialog>
#include <QMenu>
#include <QSvgGenerator>
#include <QToolButton>

// Saving what the page shows.

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int exportScale = 2;

/// The widget, or the plots in it as lines and not as pixels.
void draw(QPaintDevice& device, QWidget& widget)
{
    QCPPainter painter(&device);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const QList<ScorePlot*> plots = widget.findChildren<ScorePlot*>();
    if (plots.isEmpty())
        widget.render(&painter);
    for (ScorePlot* plot : plots) {
        painter.save();
        painter.translate(plot->mapTo(&widget, QPoint()));
        plot->toPainter(&painter, plot->width(), plot->height());
        painter.restore();
    }
}

} // namespace

void PredictionsPage::buildExport()
{
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setMenu(m_menu);
    m_savePng->setObjectName(u"savePredictionsPng"_s);
    m_saveSvg->setObjectName(u"savePredictionsSvg"_s);
    m_saveTables->setObjectName(u"savePredictionsTables"_s);
    connect(m_savePng, &QAction::triggered, this, [this] { askWhere(false, tr("predictions.png"), tr("PNG pictures (*.png)")); });
    connect(m_saveSvg, &QAction::triggered, this, [this] { askWhere(false, tr("predictions.svg"), tr("SVG pictures (*.svg)")); });
    connect(m_saveTables, &QAction::triggered, this, [this] { askWhere(true, {}, {}); });
}

void PredictionsPage::askWhere(bool tables, const QString& name, const QString& filter)
{
    auto* dialog = new QFileDialog(this, tables ? tr("Save the tables in a folder") : tr("Save the picture"), QString(), filter);
    dialog->setObjectName(u"predictionsExportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(tables ? QFileDialog::AcceptOpen : QFileDialog::AcceptSave);
    if (tables) {
        dialog->setFileMode(QFileDialog::Directory);
    } else {
        dialog->setDefaultSuffix(name.section(u'.', -1));
        dialog->selectFile(name);
    }
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, tables](const QString& path) { tables ? exportTables(path.toStdString()) : exportPicture(path.toStdString()); });
    dialog->show(); // non-modal: training continues
}

void PredictionsPage::exportPicture(const std::filesystem::path& path)
{
    QWidget& shown = picture();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (path.extension() == ".svg") {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(shown.size());
        generator.setViewBox(shown.rect());
        generator.setTitle(m_buttons->checkedButton() ? m_buttons->checkedButton()->text() : QString());
        draw(generator, shown);
    } else {
        QImage image(shown.size() * exportScale, QImage::Format_RGB32);
        image.setDevicePixelRatio(exportScale);
        image.fill(Theme::instance().color(Token::panel));
        draw(image, shown);
        image.save(&buffer, "PNG");
    }
    m_saver.save(
        path, [bytes] { return bytes.toStdString(); },
        [this](const Expected<void>& saved) {
            if (!saved)
                Q_EMIT exportFailed(messageText(saved.error().message()));
        });
}

void PredictionsPage::exportTables(const std::filesystem::path& folder)
{
    const PredictionsFeed::Report report = m_feed->report();
    if (!report)
        return;
    const auto failed = std::make_shared<bool>(false);
    for (inspect::NamedTable& table : tablesOf(*report))
        m_saver.save(
            folder / (table.name + ".csv"), [report, rows = std::move(table.rows)] { return runs::csvText(rows()); },
            [this, failed](const Expected<void>& saved) {
                if (!saved && !std::exchange(*failed, true)) // one message for all
                    Q_EMIT exportFailed(messageText(saved.error().message()));
            });
}

} // namespace netsmith::gui
