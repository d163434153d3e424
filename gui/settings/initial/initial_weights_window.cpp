#include "gui/settings/initial/initial_weights_window.h"

#include "gui/settings/initial/matching_table.h"
#include "gui/settings/start_choice.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::array layouts{interop::Framework::keras, interop::Framework::pytorch, interop::Framework::onnx,
                             interop::Framework::tflite, interop::Framework::darknet};

} // namespace

InitialWeightsWindow::InitialWeightsWindow(Document& document, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_document(document)
    , m_matcher(document)
    , m_source(new ElidedLabel(TextRole::title, {}, this))
    , m_facts(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_file(new QPushButton(this))
    , m_run(new QToolButton(this))
    , m_runMenu(new QMenu(this))
    , m_layoutName(new QLabel(this))
    , m_layout(new ChoiceBox(this))
    , m_table(new MatchingTable(m_model, this))
    , m_empty(new TextLabel(TextRole::body, u"muted"_s, this))
    , m_notes(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_reason(new NoteBox(NoteBox::Kind::careful, {}, this))
    , m_summary(new TextLabel(TextRole::bodyStrong, {}, this))
    , m_keep(new QPushButton(this))
    , m_cancel(new QPushButton(this))
    , m_accept(new QPushButton(this))
{
    setObjectName(u"initialWeightsWindow"_s);
    build();
    connect(&m_matcher, &WeightsMatcher::matched, this, &InitialWeightsWindow::showMatch);
    connect(&m_matcher, &WeightsMatcher::failed, this, &InitialWeightsWindow::showProblem);
    connect(&m_matcher, &WeightsMatcher::pinned, this, [this](const InitialWeights& weights) {
        m_pins = false;
        m_document.edit(tr("Start from %1", "a file of weights").arg(nameOfWeights(weights.path)),
                        [&](Project& project) { setInitialWeights(project, weights); });
        close();
        Q_EMIT accepted(weights);
    });
    connect(&document, &Document::changed, this, &InitialWeightsWindow::followNetwork);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        refresh();
        m_table->fitColumns();
    });
    connect(m_file, &QPushButton::clicked, this, &InitialWeightsWindow::askForFile);
    connect(m_runMenu, &QMenu::aboutToShow, this, &InitialWeightsWindow::fillRuns);
    connect(m_layout, &QComboBox::activated, this, &InitialWeightsWindow::chooseLayout);
    connect(m_table, &MatchingTable::chosen, this, &InitialWeightsWindow::choose);
    connect(m_keep, &QPushButton::clicked, this, &InitialWeightsWindow::keepOthersRandom);
    connect(m_cancel, &QPushButton::clicked, this, &QWidget::close);
    connect(m_accept, &QPushButton::clicked, this, &InitialWeightsWindow::accept);
    retranslate();
}

void InitialWeightsWindow::build()
{
    m_source->setObjectName(u"initialWeightsSource"_s);
    m_source->setElideMode(Qt::ElideMiddle);
    m_facts->setObjectName(u"initialWeightsFacts"_s);
    m_file->setObjectName(u"initialWeightsFile"_s);
    m_run->setObjectName(u"initialWeightsRun"_s);
    m_run->setPopupMode(QToolButton::InstantPopup);
    m_run->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_run->setFocusPolicy(Qt::StrongFocus);
    m_run->setMenu(m_runMenu);
    m_runMenu->setObjectName(u"initialWeightsRunMenu"_s);
    m_layout->setObjectName(u"initialWeightsLayout"_s);
    m_layoutName->setBuddy(m_layout);
    m_empty->setObjectName(u"initialWeightsEmpty"_s);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(Theme::instance().scaled(64)); // for lines of a readable length
    m_notes->setObjectName(u"initialWeightsNotes"_s);
    m_reason->setObjectName(u"initialWeightsReason"_s);
    m_summary->setObjectName(u"initialWeightsSummary"_s);
    m_summary->setWordWrap(true);
    m_keep->setObjectName(u"initialWeightsKeep"_s);
    m_cancel->setObjectName(u"initialWeightsCancel"_s);
    m_accept->setObjectName(u"initialWeightsAccept"_s);
    m_accept->setProperty("class", u"primary"_s);
    m_accept->setDefault(true);

    auto* names = new QVBoxLayout;
    names->setSpacing(2);
    names->addWidget(m_source);
    names->addWidget(m_facts);
    auto* top = new QHBoxLayout;
    top->setSpacing(8);
    top->addLayout(names, 1);
    top->addWidget(m_file);
    top->addWidget(m_run);
    auto* layout = new QHBoxLayout;
    layout->setSpacing(8);
    layout->addWidget(m_layoutName);
    layout->addWidget(m_layout);
    layout->addStretch(1);
    auto* bottom = new QHBoxLayout;
    bottom->setSpacing(8);
    bottom->addWidget(m_summary, 1);
    bottom->addWidget(m_keep);
    bottom->addWidget(m_cancel);
    bottom->addWidget(m_accept);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(top);
    column->addLayout(layout);
    column->addWidget(m_table, 1);
    column->addWidget(m_empty, 1);
    column->addWidget(m_notes);
    column->addWidget(m_reason);
    column->addLayout(bottom);
    resize(Theme::instance().scaled(940), Theme::instance().scaled(620));
}

void InitialWeightsWindow::open()
{
    try { // the document checks this key when a project is read
        open(initialWeightsOf(m_document.project()).value_or(InitialWeights()));
    } catch (const Error&) {
        open(InitialWeights());
    }
}

void InitialWeightsWindow::open(const InitialWeights& from)
{
    begin(from);
    show();
    raise();
    activateWindow();
    (from.path.empty() ? static_cast<QWidget*>(m_file) : m_table)->setFocus(Qt::OtherFocusReason);
}

void InitialWeightsWindow::setRuns(const std::vector<runs::RunSummary>& runs)
{
    m_runs.clear();
    for (const runs::RunSummary& run : runs)
        if (StartChoice::hasWeights(run))
            m_runs.emplace_back(run.folder, fromStd(run.name()));
    std::ranges::reverse(m_runs); // the newest first
    refresh();
}

void InitialWeightsWindow::fillRuns()
{
    m_runMenu->clear();
    for (const auto& [folder, name] : m_runs)
        m_runMenu->addAction(name, this, [this, folder = folder] { begin(InitialWeights{.path = folder.string()}); });
}

void InitialWeightsWindow::askForFile()
{
    const QString known = fromStd(m_from.path);
    const QString project = m_document.path();
    auto* dialog = new QFileDialog(this, tr("Choose a file of weights"), QFileInfo(known.isEmpty() ? project : known).path(),
                                   tr("Weights (*.safetensors *.npz *.npy *.pt *.pth *.bin *.keras *.h5 *.onnx *.tflite *.weights)")
                                       + u";;"_s + tr("All files (*)"));
    dialog->setObjectName(u"initialWeightsDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& path) { begin(InitialWeights{.path = path.toStdString()}); });
    dialog->show(); // non-modal: training continues
}

void InitialWeightsWindow::begin(const InitialWeights& from)
{
    m_from = from;
    m_model.clear();
    m_dropped.reset();
    m_isNew = true;
    m_pins = false;
    match();
}

void InitialWeightsWindow::match()
{
    m_problem.reset();
    if (m_from.path.empty())
        m_matcher.forget();
    else
        m_matcher.match(m_from);
    refresh();
}

void InitialWeightsWindow::showMatch(const WeightsMatch& match)
{
    m_model.setMatch(match, std::exchange(m_isNew, false));
    refresh();
}

void InitialWeightsWindow::showProblem(const Message& message)
{
    m_pins = false;
    if (!m_from.changes.empty()) { // they were made for another network, or for another layout
        m_from.changes.clear();
        m_dropped = message;
        match();
        return;
    }
    m_model.clear();
    m_problem = message;
    refresh();
}

void InitialWeightsWindow::followNetwork(const Change& change)
{
    if (!isVisible())
        return;
    if (change.everything)
        close();
    else if (change.structure || change.parameters)
        match();
}

/// Replaces what was decided about this weight or layer, and about the tensors where another weight had them by choice.
void InitialWeightsWindow::choose(const std::string& weight, const std::vector<std::string>& tensors)
{
    std::vector<interop::RowChange> changes;
    for (const std::string& text : m_from.changes) {
        const interop::RowChange change = interop::RowChange::parsed(text);
        if (change.weight == weight || change.weight.starts_with(weight + '/')
            || (!change.tensor.empty() && std::ranges::find(tensors, change.tensor) != tensors.end()))
            continue;
        if (change.tensor.empty() && weight.starts_with(change.weight + '/')) { // of the whole layer
            for (const interop::WeightRow& row : m_model.match().matching.rows)
                if (row.weight.layer == change.weight && row.weight.id() != weight)
                    changes.push_back({{}, row.weight.id()});
            continue;
        }
        changes.push_back(change);
    }
    for (const std::string& tensor : tensors)
        changes.push_back({tensor, weight});
    if (tensors.empty())
        changes.push_back({{}, weight});
    m_from.changes.clear();
    for (const interop::RowChange& change : changes)
        m_from.changes.push_back(change.text());
    match();
}

void InitialWeightsWindow::keepOthersRandom()
{
    for (const interop::WeightRow& row : m_model.match().matching.rows)
        if (row.found == interop::WeightRow::Found::no)
            m_from.changes.push_back(interop::RowChange{{}, row.weight.id()}.text());
    match();
}

void InitialWeightsWindow::chooseLayout(int index)
{
    const std::string layout =
        index == 0 ? std::string() : std::string(interop::idOf(layouts[static_cast<std::size_t>(index) - 1]));
    if (layout == m_from.layout)
        return;
    m_from.layout = layout;
    m_from.changes.clear(); // what fits is different now
    m_isNew = true;
    match();
}

void InitialWeightsWindow::accept()
{
    if (!m_accept->isEnabled())
        return;
    m_pins = true;
    m_matcher.pin(m_from);
    refresh();
}

void InitialWeightsWindow::refresh()
{
    const WeightsMatch& match = m_model.match();
    const bool chosen = !m_from.path.empty(), busy = m_matcher.isBusy(),
               known = chosen && !match.matching.rows.empty() && !m_problem;
    m_source->setText(chosen ? nameOfWeights(m_from.path) : tr("No file is chosen"));
    m_source->setToolTip(chosen ? withoutHome(fromStd(m_from.path)) : QString());
    QString facts = tr("Training starts from random weights.");
    if (chosen && !known)
        facts = busy ? tr("Reading…") : tr("It can't be used.");
    else if (known)
        facts = match.matching.framework == interop::Framework::unknown
            ? tr("%1 · %n tensor(s) · layout unknown", "a format", static_cast<int>(match.file.tensors.size()))
                  .arg(fromStd(match.file.format))
            : tr("%1 · %n tensor(s) · stored as by %2", "a format, and a program", static_cast<int>(match.file.tensors.size()))
                  .arg(fromStd(match.file.format), frameworkName(match.matching.framework));
    m_facts->setText(facts);

    const bool asksLayout = known && (match.file.framework == interop::Framework::unknown);
    m_layoutName->setVisible(asksLayout);
    m_layout->setVisible(asksLayout);
    {
        const QSignalBlocker quiet(m_layout);
        m_layout->setMinimumWidth(Theme::instance().scaled(220));
        m_layout->clear();
        m_layout->addItem(m_from.layout.empty() ? tr("Automatic: %1").arg(frameworkName(match.matching.framework))
                                                : tr("Automatic"));
        for (const interop::Framework layout : layouts)
            m_layout->addItem(frameworkName(layout));
        const auto place = std::ranges::find(layouts, m_from.layout, [](interop::Framework one) { return interop::idOf(one); });
        m_layout->setCurrentIndex(place == layouts.end() ? 0 : static_cast<int>(place - layouts.begin()) + 1);
    }

    m_table->setVisible(known);
    m_empty->setVisible(!known);
    if (m_problem)
        m_empty->setText(tr("Choose another file, or a run."));
    else
        m_empty->setText(
            chosen ? busy ? tr("Reading %1…").arg(nameOfWeights(m_from.path)) : tr("This network has no weights.")
                   : tr("Choose a file that another program wrote, or a run of this project: its weights are matched with "
                        "those of this network, and nothing changes before you have seen how."));
    QStringList notes;
    if (m_dropped)
        notes << tr("Earlier choices are not used, since they do not fit: %1").arg(sentenceText(*m_dropped));
    if (known)
        for (const std::vector<Message>& said : {match.file.notes, match.matching.notes()})
            for (const Message& note : said)
                notes << asSentence(messageText(note));
    m_notes->setText(notes.join(u'\n'));
    m_notes->setVisible(!notes.isEmpty());

    const QString undecided = known ? undecidedIn(match) : QString();
    m_reason->setKind(m_problem ? NoteBox::Kind::bad : NoteBox::Kind::careful);
    m_reason->setText(m_problem ? sentenceText(*m_problem) : undecided);
    m_reason->setVisible(m_problem || !undecided.isEmpty());
    m_summary->setText(known ? summaryOf(match.matching) : QString());
    const bool rest = known && match.matching.foundCount() > 0
        && std::ranges::any_of(match.matching.rows, [](const auto& row) { return row.found == interop::WeightRow::Found::no; });
    m_keep->setVisible(rest);
    m_keep->setEnabled(!busy);
    m_accept->setEnabled(known && !busy && undecided.isEmpty());
    m_accept->setText(m_pins ? tr("Reading…") : tr("Use these weights"));
    m_accept->setToolTip(!chosen                    ? tr("Choose a file or a run first")
                             : m_problem            ? sentenceText(*m_problem)
                             : !undecided.isEmpty() ? undecided
                                                    : tr("The next training starts from these weights; undo takes it back"));
    m_run->setEnabled(!m_runs.empty());
    m_run->setToolTip(m_runs.empty() ? tr("No run of this project has weights yet") : tr("Choose one of the runs of this project"));
}

void InitialWeightsWindow::retranslate()
{
    setWindowTitle(tr("Initial weights"));
    m_file->setText(tr("Choose a file…"));
    m_file->setToolTip(tr("safetensors, NumPy, PyTorch, Keras, ONNX, TensorFlow Lite or Darknet"));
    m_run->setText(tr("Choose a run"));
    m_layoutName->setText(tr("Layout"));
    m_layout->setToolTip(tr("The program whose order of axes and gates the file follows, where the file does not say"));
    m_layout->setAccessibleName(tr("Layout"));
    m_keep->setText(tr("Keep the others random"));
    m_keep->setToolTip(tr("Every weight that nothing in the file fits keeps its random numbers"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Close this window and change nothing (Esc)"));
    m_table->retranslate();
    refresh();
}

void InitialWeightsWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void InitialWeightsWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

void InitialWeightsWindow::closeEvent(QCloseEvent* event)
{
    m_pins = false;
    m_matcher.forget();
    QWidget::closeEvent(event);
}

} // namespace netsmith::gui
