#include "gui/compress/family_view.h"

#include "gui/compress/measures_rows.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/theme.h"

#include <QBoxLayout>
#include <QBuffer>
#include <QFileDialog>
#include <QMenu>
#include <QSvgGenerator>
#include <QToolButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int exportScale = 2;
constexpr int lettersOfCost = 14; ///< of the longest name of a cost

} // namespace

FamilyView::FamilyView(QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::title, {}, this))
    , m_cost(new ChoiceBox(this))
    , m_export(new QToolButton(this))
    , m_menu(new QMenu(this))
    , m_savePng(m_menu->addAction(QString()))
    , m_saveSvg(m_menu->addAction(QString()))
    , m_saveCsv(m_menu->addAction(QString()))
    , m_legend(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_plot(new ParetoPlot(this))
{
    setObjectName(u"familyView"_s);
    m_cost->setObjectName(u"familyCost"_s);
    m_export->setObjectName(u"familyExport"_s);
    m_savePng->setObjectName(u"saveFamilyPng"_s);
    m_saveSvg->setObjectName(u"saveFamilySvg"_s);
    m_saveCsv->setObjectName(u"saveFamilyCsv"_s);
    m_legend->setWordWrap(true);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setMenu(m_menu);
    for (const ParetoPlot::Cost cost : {ParetoPlot::Cost::bytes, ParetoPlot::Cost::batch64, ParetoPlot::Cost::batch1})
        m_cost->addItem(QString(), static_cast<int>(cost));
    m_cost->setMinimumContentsLength(lettersOfCost);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_title, 1);
    head->addWidget(m_cost);
    head->addWidget(m_export);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(head);
    column->addWidget(m_plot);
    column->addWidget(m_legend);
    connect(m_cost, &QComboBox::currentIndexChanged, this, &FamilyView::refresh);
    connect(m_plot, &ParetoPlot::runChosen, this, &FamilyView::runChosen);
    connect(m_savePng, &QAction::triggered, this, [this] { askWhere(tr("compression.png"), tr("PNG pictures (*.png)")); });
    connect(m_saveSvg, &QAction::triggered, this, [this] { askWhere(tr("compression.svg"), tr("SVG pictures (*.svg)")); });
    connect(m_saveCsv, &QAction::triggered, this, [this] { askWhere(tr("compression.csv"), tr("CSV files (*.csv)")); });
    retranslate();
    hide();
}

void FamilyView::show(std::vector<compress::ChainRun> family, const std::vector<compress::ChainRun>& shown, ChainView::Namer name)
{
    m_family = std::move(family);
    m_shown = shown;
    m_name = std::move(name);
    refresh();
}

void FamilyView::refresh()
{
    std::string judged;
    std::ptrdiff_t measured = 0;
    for (const compress::ChainRun& run : m_family)
        if (run.measures) {
            ++measured;
            if (judged.empty())
                judged = compress::judgedValue(*run.measures);
        }
    const auto cost = static_cast<ParetoPlot::Cost>(m_cost->currentData().toInt());
    std::vector<ParetoPoint> points = paretoPoints(m_family, cost, judged);
    for (ParetoPoint& point : points) {
        point.name = m_name ? m_name(point.run) : fromStd(point.run.filename().string());
        point.isShown =
            std::ranges::any_of(m_shown, [&](const compress::ChainRun& run) { return run.run.filename() == point.run.filename(); });
    }
    m_plot->show(std::move(points), cost, judged);
    setVisible(measured > 1);
}

std::string FamilyView::picture(bool asSvg) const
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (asSvg) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(m_plot->size());
        generator.setViewBox(m_plot->rect());
        generator.setTitle(m_title->text());
        QCPPainter painter(&generator);
        m_plot->toPainter(&painter, m_plot->width(), m_plot->height());
    } else {
        m_plot->toPixmap(m_plot->width(), m_plot->height(), exportScale).toImage().save(&buffer, "PNG");
    }
    return bytes.toStdString();
}

void FamilyView::save(const std::filesystem::path& path)
{
    std::function<std::string()> bytes;
    if (path.extension() == ".csv")
        bytes = [family = m_family] { return runs::csvText(measuresRows(family)); };
    else
        bytes = [made = picture(path.extension() == ".svg")] { return made; };
    m_saver.save(path, std::move(bytes), [this](const Expected<void>& saved) {
        if (!saved)
            Q_EMIT exportFailed(messageText(saved.error().message()));
    });
}

void FamilyView::askWhere(const QString& name, const QString& filter)
{
    auto* dialog = new QFileDialog(this, tr("Save the compression"), QString(), filter);
    dialog->setObjectName(u"familyExportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(name.section(u'.', -1));
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { save(path.toStdString()); });
    dialog->show(); // non-modal: training continues
}

void FamilyView::retranslate()
{
    m_title->setText(tr("All runs made of this network"));
    m_cost->setItemText(0, tr("Size on disk"));
    m_cost->setItemText(1, tr("Latency, batch 64"));
    m_cost->setItemText(2, tr("Latency, batch 1"));
    m_cost->setAccessibleName(tr("What a run costs"));
    m_cost->setToolTip(
        tr("What the runs are compared by: the file of weights, or half of the predictions of a batch take no longer"));
    m_export->setText(tr("Save"));
    m_export->setToolTip(tr("Save the plot, or the measures of all runs"));
    m_savePng->setText(tr("Plot as PNG…"));
    m_saveSvg->setText(tr("Plot as SVG…"));
    m_saveCsv->setText(tr("Measures as CSV…"));
    m_legend->setText(
        tr("Joined: runs that no other beats in both. Filled: the stages above. Bars: the 95 % interval. Click a point, or "
           "choose it with the arrow keys and Enter, to open its run."));
    m_plot->setAccessibleName(tr("How well each run does over what it costs"));
    refresh();
}

} // namespace netsmith::gui
