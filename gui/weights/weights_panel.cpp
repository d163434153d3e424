#include "gui/weights/weights_panel.h"

#include "gui/weights/history_view.h"
#include "gui/weights/neighbor_list.h"
#include "gui/weights/sheet_view.h"
#include "gui/weights/spectrum_section.h"
#include "gui/weights/weights_words.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QBuffer>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int savers = 5;
constexpr int lettersOfArray = 26; ///< "recurrent_kernel 256×1,024"
constexpr const char* saverNames[savers] = {"saveSheet", "savePlots", "saveWeights", "saveSpectra", "saveHistory"};

std::string pngBytes(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes.toStdString();
}

TextLabel* wrappedLabel(TextRole role, const QString& name, QWidget* parent)
{
    auto* label = new TextLabel(role, u"secondary"_s, parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    return label;
}

QToolButton* arrowButton(const QString& name, const QString& picture, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setIcon(icon(picture));
    button->setAutoRaise(true);
    return button;
}

bool isTable(const inspect::WeightArray& array)
{
    return array.facts.use == inspect::WeightUse::table;
}

} // namespace

WeightsPanel::WeightsPanel(QWidget* parent)
    : QWidget(parent)
    , m_feed(new WeightsFeed(this))
    , m_note(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_body(new QWidget(this))
    , m_arrays(new ChoiceBox(m_body))
    , m_when(new TextLabel(TextRole::body, u"secondary"_s, m_body))
    , m_save(new QToolButton(m_body))
    , m_menu(new QMenu(m_save))
    , m_about(wrappedLabel(TextRole::caption, u"weightsAbout"_s, m_body))
    , m_parts(new QWidget(m_body))
    , m_previous(arrowButton(u"weightsPrevious"_s, u"chevron-up"_s, m_parts))
    , m_next(arrowButton(u"weightsNext"_s, u"chevron-down"_s, m_parts))
    , m_part(new TextLabel(TextRole::caption, u"secondary"_s, m_parts))
    , m_maps(new Scroller(m_body))
    , m_side(new Scroller(m_body))
    , m_pointed(wrappedLabel(TextRole::number, u"weightsPointed"_s, m_body))
    , m_saveProblem(new NoteBox(NoteBox::Kind::bad, {}, this))
{
    setObjectName(u"weightsPanel"_s);
    m_arrays->setObjectName(u"weightsArray"_s);
    m_arrays->setMinimumContentsLength(lettersOfArray);
    m_when->setObjectName(u"weightsWhen"_s);
    m_note->setObjectName(u"weightsNote"_s);
    m_part->setObjectName(u"weightsPart"_s);
    m_side->setObjectName(u"weightsSide"_s);
    build();
    connect(m_feed, &WeightsFeed::changed, this, &WeightsPanel::refresh);
    connect(m_arrays, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index >= 0)
            m_feed->choose(static_cast<std::size_t>(index));
    });
    connect(m_previous, &QToolButton::clicked, this, [this] { movePart(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { movePart(1); });
    connect(m_sheet, &SheetView::pointed, this, &WeightsPanel::point);
    connect(m_spectra, &SpectrumSection::pointed, this, &WeightsPanel::point);
    connect(m_history, &HistoryView::pointed, this, &WeightsPanel::point);
    connect(m_neighbors, &NeighborList::searched, m_feed, &WeightsFeed::search);
    connect(&Theme::instance(), &Theme::changed, this, &WeightsPanel::refresh);
    retranslate();
}

void WeightsPanel::build()
{
    auto* sheets = new QWidget(m_maps);
    m_sheet = new SheetView(sheets);
    m_sheet->setObjectName(u"weightsSheet"_s);
    auto* inside = new QVBoxLayout(sheets);
    inside->setContentsMargins(0, 0, 16, 0); // for the floating scroll bar
    inside->addWidget(m_sheet);
    inside->addStretch(1);
    m_maps->setWidget(sheets);
    auto* parts = new QHBoxLayout(m_parts);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(4);
    parts->addWidget(m_previous);
    parts->addWidget(m_next);
    parts->addWidget(m_part, 1);
    buildSaving();
    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(m_arrays);
    head->addWidget(m_when);
    head->addStretch(1);
    head->addWidget(m_save);
    auto* main = new QVBoxLayout;
    main->setSpacing(8);
    main->addWidget(m_about);
    main->addWidget(m_parts);
    main->addWidget(m_maps, 1);
    auto* content = new QWidget(m_side);
    buildSide(content);
    m_side->setWidget(content);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addLayout(main, 5);
    columns->addWidget(m_side, 4);
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(8);
    body->addLayout(head);
    body->addLayout(columns, 1);
    body->addWidget(m_pointed);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_note);
    column->addWidget(m_saveProblem);
    column->addWidget(m_body, 1);
    column->addStretch(0);
    m_saveProblem->hide();
}

void WeightsPanel::buildSide(QWidget* content)
{
    m_neighbors = new NeighborList(content);
    m_facts = new FactList(content);
    m_facts->setSteady();
    m_spectra = new SpectrumSection(*m_feed, content);
    m_historyHead = new TextLabel(TextRole::captionStrong, u"secondary"_s, content);
    m_historyNote = wrappedLabel(TextRole::caption, u"weightsHistoryNote"_s, content);
    m_history = new HistoryView(content);
    m_history->setObjectName(u"weightsHistory"_s);
    auto* side = new QVBoxLayout(content);
    side->setContentsMargins(0, 0, 16, 0); // for the floating scroll bar
    side->setSpacing(8);
    side->addWidget(m_neighbors);
    side->addSpacing(4);
    side->addWidget(m_facts);
    side->addSpacing(8);
    side->addWidget(m_spectra);
    side->addSpacing(8);
    for (QWidget* part : std::initializer_list<QWidget*>{m_historyHead, m_historyNote, m_history})
        side->addWidget(part);
    side->addStretch(1);
}

void WeightsPanel::buildSaving()
{
    m_save->setObjectName(u"weightsSave"_s);
    m_save->setProperty("class", u"quiet"_s);
    m_save->setPopupMode(QToolButton::InstantPopup);
    m_save->setMenu(m_menu);
    for (int i = 0; i < savers; ++i) {
        m_savers[static_cast<std::size_t>(i)] = m_menu->addAction(QString());
        m_savers[static_cast<std::size_t>(i)]->setObjectName(QString::fromLatin1(saverNames[i]));
        connect(m_savers[static_cast<std::size_t>(i)], &QAction::triggered, this, [this, i] { ask(static_cast<Saved>(i)); });
    }
}

void WeightsPanel::take(WeightsFeed::Weights weights, const std::filesystem::path& run)
{
    m_reason.clear();
    m_feed->take(std::move(weights), run);
}

void WeightsPanel::refuse(const QString& reason)
{
    m_feed->clear();
    m_reason = reason;
    refresh();
}

void WeightsPanel::clear()
{
    refuse({});
    m_saveProblem->hide();
}

void WeightsPanel::point(const QString& words)
{
    m_pointed->setText(words.isEmpty() ? tr("Point at a picture or a plot to read its numbers.") : words);
}

void WeightsPanel::movePart(int direction)
{
    if (!m_feed->shown())
        return;
    const inspect::WeightSheet& sheet = m_feed->shown()->sheet;
    inspect::SheetPart part{sheet.firstOutput, sheet.firstInput};
    // Through the inputs of these outputs first.
    if (direction > 0) {
        part.firstInput += sheet.inputs;
        if (part.firstInput >= sheet.totalInputs) {
            part.firstInput = 0;
            part.firstOutput += sheet.outputs;
        }
        if (part.firstOutput >= sheet.totalOutputs)
            return;
    } else if (part.firstInput > 0) {
        part.firstInput = std::max<std::int64_t>(0, part.firstInput - sheet.inputs);
    } else if (part.firstOutput > 0) {
        constexpr inspect::SheetLimits limits;
        part.firstOutput = std::max<std::int64_t>(0, part.firstOutput - limits.outputs);
        part.firstInput = 0;
    }
    m_feed->setPart(part);
}

void WeightsPanel::refresh()
{
    const std::shared_ptr<const WeightsFeed::Shown>& shown = m_feed->shown();
    m_note->setText(m_reason.isEmpty() ? tr("Reading the weights…") : m_reason);
    m_note->setVisible(!shown);
    m_body->setVisible(shown != nullptr);
    if (!shown)
        return;
    {
        const QSignalBlocker quiet(m_arrays);
        const std::vector<inspect::WeightArray>& arrays = shown->weights->arrays;
        for (int i = 0; i < static_cast<int>(arrays.size()); ++i) {
            const QString title = arrayTitle(arrays[static_cast<std::size_t>(i)]);
            if (i < m_arrays->count())
                m_arrays->setItemText(i, title);
            else
                m_arrays->addItem(title);
        }
        while (m_arrays->count() > static_cast<int>(arrays.size()))
            m_arrays->removeItem(m_arrays->count() - 1);
        m_arrays->setCurrentIndex(static_cast<int>(shown->array));
    }
    m_when->setText(tr("After step %1").arg(countText(shown->weights->step)));
    m_about->setText(sheetWords(shown->sheet));
    const QString part = partWords(shown->sheet);
    m_parts->setVisible(!part.isEmpty());
    m_part->setText(part);
    m_previous->setEnabled(shown->sheet.firstOutput + shown->sheet.firstInput > 0);
    m_next->setEnabled(shown->sheet.firstOutput + shown->sheet.outputs < shown->sheet.totalOutputs
                       || shown->sheet.firstInput + shown->sheet.inputs < shown->sheet.totalInputs);
    const std::int64_t rows = shown->numbers().facts.shape.rank() > 0 ? shown->numbers().facts.shape[0] : 1;
    if (std::exchange(m_drawn, shown) != shown)
        m_sheet->show(shown->sheet, inspect::TokenNames(shown->weights->tokens, rows));
    m_neighbors->setVisible(isTable(shown->numbers()));
    m_neighbors->show(m_feed->found());
    refreshFacts();
    m_spectra->refresh();
    refreshHistory();
}

void WeightsPanel::refreshFacts()
{
    const WeightsFeed::Shown& shown = *m_feed->shown();
    const inspect::LayerSummary& summary = shown.summary;
    const auto text = [&](double number) {
        return summary.notFinite < summary.count ? significantText(number, 4) : tr("none", "no finite number");
    };
    m_facts->set(u"weightsCount"_s, tr("Weights"), countText(summary.count));
    m_facts->set(u"weightsMinimum"_s, tr("Minimum"), text(summary.least));
    m_facts->set(u"weightsMaximum"_s, tr("Maximum"), text(summary.most));
    m_facts->set(u"weightsMean"_s, tr("Mean"), text(summary.mean));
    m_facts->set(u"weightsDeviation"_s, tr("Standard deviation"), text(summary.deviation));
    m_facts->set(u"weightsNorm"_s, tr("Norm"), std::isfinite(shown.norm) ? significantText(shown.norm, 4) : tr("not finite"),
                 tr("Frobenius: the root of the sum of all squares"));
    if (summary.notFinite > 0)
        m_facts->set(u"weightsNotFinite"_s, tr("Not finite"), countText(summary.notFinite), tr("NaN or infinite"));
    else
        m_facts->hide(u"weightsNotFinite"_s);
}

void WeightsPanel::refreshHistory()
{
    const WeightsFeed::Shown& shown = *m_feed->shown();
    const std::shared_ptr<const inspect::WeightHistory>& history = m_feed->history();
    const inspect::ArrayHistory* array = nullptr;
    if (history)
        for (const inspect::ArrayHistory& each : history->arrays)
            if (each.name == shown.numbers().facts.name)
                array = &each;
    QStringList notes;
    if (m_feed->historyProblem())
        notes << asSentence(messageText(*m_feed->historyProblem()));
    else if (!history)
        notes << tr("Reading the checkpoints…");
    else if (!array)
        notes << tr("The checkpoints are read for the trained weights, not for their moving averages.");
    if (history && history->beginsWithFirst)
        notes << tr("The weights before training are drawn again from the seed of the run.");
    if (history && history->firstUnknown)
        notes << tr("The weights before training are not known: %1").arg(messageText(*history->firstUnknown));
    if (history && !history->skipped.empty())
        notes << tr("%n checkpoint(s) can't be read: %1", nullptr, static_cast<int>(history->skipped.size()))
                     .arg(messageText(history->skipped.front()));
    m_historyNote->setText(notes.join(u'\n'));
    m_historyNote->setVisible(!notes.isEmpty());
    if (array)
        m_history->show(history->steps, *array);
    else
        m_history->clear();
    m_history->mark(shown.weights->step);
}

void WeightsPanel::save(Saved what, const std::filesystem::path& path)
{
    const std::shared_ptr<const WeightsFeed::Shown> shown = m_feed->shown();
    if (!shown)
        return;
    std::function<std::string()> bytes;
    switch (what) {
    case Saved::sheet: bytes = [image = m_sheet->picture()] { return pngBytes(image); }; break;
    case Saved::plots: {
        constexpr int scale = 2;
        QWidget& content = *m_side->widget();
        QImage image(content.size() * scale, QImage::Format_RGB32);
        image.setDevicePixelRatio(scale);
        image.fill(Theme::instance().color(Token::panel));
        content.render(&image, {}, {}, QWidget::DrawChildren);
        bytes = [image] { return pngBytes(image); };
        break;
    }
    case Saved::weights: bytes = [shown] { return weightsCsv(shown->numbers()); }; break;
    case Saved::spectra:
        bytes = [spectra = m_feed->spectra()] { return spectraCsv(spectra ? spectra->list : std::vector<inspect::Spectrum>()); };
        break;
    case Saved::history:
        bytes = [history = m_feed->history()] { return historyCsv(history ? *history : inspect::WeightHistory()); };
        break;
    }
    m_saveProblem->hide();
    m_saver.save(path, bytes, [this](const Expected<void>& saved) {
        if (saved)
            return;
        m_saveProblem->setText(messageText(saved.error().message()));
        m_saveProblem->show();
    });
}

void WeightsPanel::ask(Saved what)
{
    if (!m_feed->shown())
        return;
    const bool isPicture = what == Saved::sheet || what == Saved::plots;
    auto* dialog = new QFileDialog(this, tr("Save"), QString(), isPicture ? tr("PNG pictures (*.png)") : tr("CSV tables (*.csv)"));
    dialog->setObjectName(u"weightsSaveDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(isPicture ? u"png"_s : u"csv"_s);
    QString name = fromStd(m_feed->shown()->numbers().facts.id);
    name.replace(u'/', u'.');
    dialog->selectFile(name + (isPicture ? u".png"_s : u".csv"_s));
    connect(dialog, &QFileDialog::fileSelected, this, [this, what](const QString& path) { save(what, path.toStdString()); });
    dialog->show(); // non-modal: training continues
}

void WeightsPanel::retranslate()
{
    m_arrays->setAccessibleName(tr("Weights of the layer"));
    m_arrays->setToolTip(tr("Which of the layer's weights are shown"));
    m_previous->setToolTip(tr("Those before"));
    m_next->setToolTip(tr("The next ones"));
    for (QToolButton* button : {m_previous, m_next})
        button->setAccessibleName(button->toolTip());
    m_save->setText(tr("Save"));
    m_save->setToolTip(tr("Save the pictures or the numbers"));
    m_savers[0]->setText(tr("Picture of the weights as PNG…"));
    m_savers[1]->setText(tr("Plots as PNG…"));
    m_savers[2]->setText(tr("Weights as CSV…"));
    m_savers[3]->setText(tr("Singular values as CSV…"));
    m_savers[4]->setText(tr("Checkpoints as CSV…"));
    m_sheet->setAccessibleName(tr("Picture of the weights"));
    m_maps->setAccessibleName(tr("Picture of the weights"));
    m_side->setAccessibleName(tr("Numbers about the weights"));
    m_historyHead->setText(tr("Over time"));
    point({});
    refresh();
}

void WeightsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace netsmith::gui
