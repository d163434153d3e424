#include "gui/data/sample_view.h"
#include "gui/embedding/embedding_page.h"
#include "gui/embedding/embedding_view.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/guarded.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include "engine/runs/table/table_text.h"

#include <QBuffer>
#include <QFileDialog>
#include <QMenu>
#include <QSvgGenerator>
#include <QToolButton>

#include <algorithm>
#include <cmath>

// The sample of a point, those near it, and saving what is shown.

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::size_t nearAtMost = 12;
constexpr int pictureScale = 2;

QString targetText(const inspect::KnownTargets& known, float target)
{
    if (std::isnan(target))
        return u"–"_s;
    return known.isClasses() ? classTitle(known.field, static_cast<std::int64_t>(target))
                             : significantText(static_cast<double>(target), 4);
}

QString nameOf(const inspect::LayerOutputs& outputs, std::size_t point)
{
    return EmbeddingPage::tr("Sample %1").arg(fromStd(sampleName(outputs, point)));
}

/// What it is and what it is taken for.
QString factsOf(const inspect::LayerOutputs& outputs, std::size_t point)
{
    const inspect::KnownTargets& known = outputs.known;
    if (!known.any())
        return {};
    const QString target = targetText(known, known.targets[point]);
    QString words = (known.isClasses() ? EmbeddingPage::tr("True class: %1") : EmbeddingPage::tr("True number: %1")).arg(target);
    if (!known.predictions.empty())
        words += u'\n' + EmbeddingPage::tr("Predicted: %1").arg(targetText(known, known.predictions[point]));
    return words;
}

/// On any thread.
DataPreview::Sample sampleOf(const inspect::LayerOutputs& outputs, std::size_t point)
{
    const inspect::KnownTargets& known = outputs.known;
    const QString label = known.any() ? targetText(known, known.targets[point]) : QString();
    DataPreview::Sample sample{{}, label, nameOf(outputs, point) + u'\n' + factsOf(outputs, point)};
    if (!outputs.input.empty())
        sample.content = contentOf(outputs.split.field(outputs.input), outputs.samples[point]);
    return sample;
}

/// The nearest points to one, nearest first.
std::vector<std::size_t> nearest(const std::vector<inspect::PlanePoint>& points, std::size_t point)
{
    std::vector<std::pair<double, std::size_t>> others;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (i != point)
            others.emplace_back(std::hypot(points[i].x - points[point].x, points[i].y - points[point].y), i);
    const std::size_t count = std::min(others.size(), nearAtMost);
    std::ranges::partial_sort(others, others.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < count; ++i)
        found.push_back(others[i].second);
    return found;
}

} // namespace

void EmbeddingPage::showSample()
{
    const std::optional<std::size_t> point = m_view->hovered() ? m_view->hovered() : m_view->chosen();
    const EmbeddingFeed::Outputs outputs = m_shown;
    const EmbeddingFeed::Points points = m_view->points();
    const bool any = point && outputs && points && *point < outputs->samples.size() && *point < points->size();
    m_sampleTitle->setText(
        any ? nameOf(*outputs, *point)
            : tr("Point at a sample, or choose one with a click or the arrow keys. The wheel zooms, dragging pans, "
                 "a double click shows all."));
    const QString facts = any ? factsOf(*outputs, *point) : QString();
    m_sampleFacts->setText(facts);
    m_sampleFacts->setVisible(any && !facts.isEmpty());
    m_view->setAccessibleDescription(any ? m_sampleTitle->text() + u'\n' + facts : QString());
    m_sample->setVisible(any);
    m_nearTitle->setVisible(any);
    m_near->setVisible(any);
    const std::uint64_t wanted = ++m_wantedSample;
    if (!any)
        return;
    m_reader.run([this, wanted, outputs, points, at = *point] {
        std::vector<DataPreview::Sample> own, near;
        guarded(
            [&] {
                own.push_back(sampleOf(*outputs, at));
                own.front().label.clear(); // it is said below
                for (const std::size_t each : nearest(*points, at))
                    near.push_back(sampleOf(*outputs, each));
            },
            [](const Error&) {});
        m_reader.answer([this, wanted, own = std::move(own), near = std::move(near)] {
            if (wanted != m_wantedSample)
                return;
            m_sample->show(own);
            m_near->show(near);
        });
    });
}

void EmbeddingPage::buildExport()
{
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setMenu(m_menu);
    m_savePng->setObjectName(u"saveEmbeddingPng"_s);
    m_saveSvg->setObjectName(u"saveEmbeddingSvg"_s);
    m_saveTable->setObjectName(u"saveEmbeddingTable"_s);
    connect(m_savePng, &QAction::triggered, this, [this] { askWhere(tr("embedding.png"), tr("PNG pictures (*.png)")); });
    connect(m_saveSvg, &QAction::triggered, this, [this] { askWhere(tr("embedding.svg"), tr("SVG pictures (*.svg)")); });
    connect(m_saveTable, &QAction::triggered, this, [this] { askWhere(tr("embedding.csv"), tr("Tables (*.csv)")); });
}

void EmbeddingPage::askWhere(const QString& name, const QString& filter)
{
    const bool isTable = name.endsWith(u".csv"_s);
    auto* dialog = new QFileDialog(this, isTable ? tr("Save the points") : tr("Save the picture"), QString(), filter);
    dialog->setObjectName(u"embeddingExportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(name.section(u'.', -1));
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this, [this, isTable](const QString& path) {
        isTable ? exportTable(path.toStdString()) : exportPicture(path.toStdString());
    });
    dialog->show(); // non-modal: training continues
}

void EmbeddingPage::exportPicture(const std::filesystem::path& path)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (path.extension() == ".svg") {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(m_view->size());
        generator.setViewBox(m_view->rect());
        generator.setTitle(m_summary->text());
        QPainter painter(&generator);
        m_view->draw(painter);
    } else {
        QImage image(m_view->size() * pictureScale, QImage::Format_RGB32);
        image.setDevicePixelRatio(pictureScale);
        {
            QPainter painter(&image);
            m_view->draw(painter);
        }
        image.save(&buffer, "PNG");
    }
    m_saver.save(
        path, [bytes] { return bytes.toStdString(); },
        [this](const Expected<void>& saved) {
            if (!saved)
                Q_EMIT exportFailed(messageText(saved.error().message()));
        });
}

void EmbeddingPage::exportTable(const std::filesystem::path& path)
{
    const EmbeddingFeed::Outputs outputs = m_feed->outputs();
    const EmbeddingFeed::Result result = m_feed->result();
    if (!outputs || !result)
        return;
    m_saver.save(
        path, [outputs, result] { return runs::csvText(embeddingRows(*outputs, *result)); },
        [this](const Expected<void>& saved) {
            if (!saved)
                Q_EMIT exportFailed(messageText(saved.error().message()));
        });
}

} // namespace netsmith::gui
