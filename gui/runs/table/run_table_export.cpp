#include "gui/runs/table/run_table_export.h"

#include "gui/runs/table/run_table.h"
#include "gui/runs/table/run_table_text.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"

#include <QAction>
#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>

#include <numeric>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int pictureScale = 2; ///< relative to the size on the screen

} // namespace

RunTableExport::RunTableExport(RunTable& table, const RunTableModel& model)
    : QObject(&table)
    , m_table(table)
    , m_model(model)
    , m_copy(new QAction(icon(u"copy"_s), {}, this))
    , m_export(new QAction(icon(u"save"_s), {}, this))
{
    m_copy->setObjectName(u"copyRunsAction"_s);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    m_export->setObjectName(u"exportRunsAction"_s);
    connect(m_copy, &QAction::triggered, this, &RunTableExport::copy);
    connect(m_export, &QAction::triggered, this, &RunTableExport::askWhere);
}

std::string RunTableExport::picture() const
{
    QImage image(m_table.size() * pictureScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(pictureScale);
    m_table.render(&image);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes.toStdString();
}

std::string RunTableExport::contentsFor(const std::filesystem::path& file) const
{
    if (file.extension() == ".png")
        return picture();
    std::vector<int> rows(static_cast<std::size_t>(m_model.rowCount()));
    std::iota(rows.begin(), rows.end(), 0);
    const bool markdown = file.extension() == ".md";
    const auto text = runTableText(m_model, rows, m_table.shownColumns(), markdown ? TableReader::person : TableReader::program);
    return markdown ? runs::markdownText(text) : runs::csvText(text);
}

/// As Markdown for text editors, and as CSV for spreadsheets.
void RunTableExport::copy()
{
    const std::vector<int> rows = m_table.chosenRows(), columns = m_table.shownColumns();
    auto* data = new QMimeData;
    data->setText(fromStd(runs::markdownText(runTableText(m_model, rows, columns, TableReader::person))));
    data->setData(u"text/csv"_s,
                  QByteArray::fromStdString(runs::csvText(runTableText(m_model, rows, columns, TableReader::program))));
    QGuiApplication::clipboard()->setMimeData(data);
}

void RunTableExport::askWhere()
{
    const QStringList kinds{tr("CSV files (*.csv)"), tr("Markdown (*.md)"), tr("Image of the visible part (*.png)")};
    auto* dialog = new QFileDialog(&m_table, tr("Export the runs"), QString(), kinds.join(u";;"_s));
    dialog->setObjectName(u"runsExportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"csv"_s);
    dialog->selectFile(tr("runs.csv"));
    connect(dialog, &QFileDialog::filterSelected, dialog,
            [dialog](const QString& kind) { dialog->setDefaultSuffix(kind.sliced(kind.lastIndexOf(u'.') + 1).chopped(1)); });
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const std::filesystem::path file = path.toStdString();
        Q_EMIT saveWanted(file, contentsFor(file));
    });
    dialog->show(); // non-modal: training continues
}

void RunTableExport::retranslate()
{
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy these rows as text"));
    m_export->setText(tr("Export table…"));
    m_export->setToolTip(tr("Save the table as shown, as CSV, Markdown or an image"));
}

} // namespace netsmith::gui
