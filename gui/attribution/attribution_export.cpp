#include "gui/attribution/attribution_window.h"
#include "gui/attribution/attribution_words.h"
#include "gui/attribution/importance_view.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include "engine/runs/table/table_text.h"

#include <QAction>
#include <QBuffer>
#include <QFileDialog>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

// Saving what the window shows.

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int pngScale = 2;

/// Every number by its place in the sample, as the engine has them: not added up over channels.
std::string numbersOf(const AttributionReport& report)
{
    std::vector<std::vector<std::string>> rows{{"input", "place", "importance"}};
    for (const inspect::Attribution& attribution : report.explanation.inputs) {
        const Shape& shape = attribution.shape;
        for (std::size_t i = 0; i < attribution.values.size(); ++i) {
            std::string place;
            auto rest = static_cast<std::int64_t>(i);
            for (int axis = shape.rank() - 1; axis >= 0; --axis) {
                place = std::to_string(rest % shape[axis]) + (place.empty() ? "" : " ") + place;
                rest /= shape[axis];
            }
            rows.push_back({attribution.input, place, QString::number(attribution.values[i], 'g', 9).toStdString()});
        }
    }
    return runs::csvText(rows);
}

} // namespace

void AttributionWindow::buildExport()
{
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setMenu(m_menu);
    m_savePng->setObjectName(u"saveAttributionPng"_s);
    m_saveCsv->setObjectName(u"saveAttributionCsv"_s);
    connect(m_savePng, &QAction::triggered, this,
            [this] { askWhere(tr("importance.png"), tr("PNG pictures (*.png)"), &AttributionWindow::exportPicture); });
    connect(m_saveCsv, &QAction::triggered, this,
            [this] { askWhere(tr("importance.csv"), tr("CSV tables (*.csv)"), &AttributionWindow::exportNumbers); });
}

void AttributionWindow::askWhere(const QString& name, const QString& filter,
                                 void (AttributionWindow::*write)(const std::filesystem::path&))
{
    auto* dialog = new QFileDialog(this, tr("Save what the network looked at"), QString(), filter);
    dialog->setObjectName(u"attributionExportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(name.section(u'.', -1));
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this, [this, write](const QString& path) { (this->*write)(path.toStdString()); });
    dialog->show(); // non-modal: training continues
}

void AttributionWindow::exportPicture(const std::filesystem::path& path)
{
    if (!explained())
        return;
    QImage image(m_view->size() * pngScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(pngScale);
    image.fill(Theme::instance().color(Token::panel));
    m_view->render(&image, QPoint(), QRegion(), QWidget::DrawChildren);
    save(path, [image] {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG");
        return bytes.toStdString();
    });
}

void AttributionWindow::exportNumbers(const std::filesystem::path& path)
{
    const AttributionFeed::Report report = explained();
    if (report)
        save(path, [report] { return numbersOf(*report); });
}

void AttributionWindow::save(const std::filesystem::path& path, const std::function<std::string()>& bytes)
{
    m_saver.save(path, bytes, [this](const Expected<void>& saved) {
        m_unsaved = saved ? QString() : messageText(saved.error().message());
        refreshProblem();
    });
}

} // namespace netsmith::gui
