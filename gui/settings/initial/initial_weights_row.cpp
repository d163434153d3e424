#include "gui/settings/initial/initial_weights_row.h"

#include "gui/settings/initial/initial_weights_window.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int pauseAfterEdit = 200; ///< milliseconds

std::optional<InitialWeights> weightsIn(const Project& project)
{
    try {
        return initialWeightsOf(project);
    } catch (const Error&) { // a project is not read with such a key
        return std::nullopt;
    }
}

/// Polishing resets the font of a label in a field to that of the application: its role's comes back.
class RoleKeeper : public QObject {
public:
    explicit RoleKeeper(ElidedLabel& label)
        : QObject(&label)
        , m_label(label)
    {
        label.installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Polish || event->type() == QEvent::Show || event->type() == QEvent::StyleChange)
            QMetaObject::invokeMethod(
                this, [this] { m_label.setRole(TextRole::body); }, Qt::QueuedConnection);
        return false;
    }

private:
    ElidedLabel& m_label;
};

} // namespace

InitialWeightsRow::InitialWeightsRow(Document& document, QWidget* parent)
    : FormRow({}, new QWidget, parent)
    , m_document(document)
    , m_value(new ElidedLabel(TextRole::body, {}, field()))
    , m_change(new QPushButton(field()))
    , m_remove(new QPushButton(field()))
    , m_matcher(document)
    , m_beginner(document)
{
    setObjectName(u"initialWeightsRow"_s);
    m_value->setObjectName(u"initialWeightsValue"_s);
    m_value->setElideMode(Qt::ElideMiddle);
    new RoleKeeper(*m_value);
    m_change->setObjectName(u"initialWeightsChange"_s);
    m_remove->setObjectName(u"initialWeightsRemove"_s);
    auto* verbs = new QHBoxLayout;
    verbs->setSpacing(8);
    for (QPushButton* button : {m_change, m_remove}) {
        button->setProperty("class", u"link"_s);
        button->setProperty("flush", true); // with the value above
        button->setFlat(true);
        verbs->addWidget(button);
    }
    verbs->addStretch(1);
    auto* column = new QVBoxLayout(field());
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_value);
    column->addLayout(verbs);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseAfterEdit);
    connect(&m_pause, &QTimer::timeout, this, &InitialWeightsRow::match);
    connect(m_change, &QPushButton::clicked, this, &InitialWeightsRow::change);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        m_document.edit(tr("Start from random weights"), [](Project& project) { setInitialWeights(project, std::nullopt); });
    });
    connect(&document, &Document::changed, this, &InitialWeightsRow::follow);
    connect(&m_matcher, &WeightsMatcher::matched, this, [this](const WeightsMatch& match) {
        m_match = match;
        m_match->file = {};
        m_problem.reset();
        refresh();
    });
    connect(&m_matcher, &WeightsMatcher::failed, this, [this](const Message& message) {
        m_match.reset();
        m_problem = message;
        refresh();
    });
    connect(&m_beginner, &WeightsMatcher::matched, this, [this](const WeightsMatch& match) {
        if (match.isPlain()) {
            m_beginner.pin(match.from);
        } else {
            chooser().open(match.from);
        }
    });
    connect(&m_beginner, &WeightsMatcher::failed, this, [this] { // the window says why
        chooser().open(InitialWeights{.path = m_begun});
    });
    connect(&m_beginner, &WeightsMatcher::pinned, this, [this](const InitialWeights& weights) {
        m_document.edit(tr("Start from %1", "a run").arg(nameOf(weights.path)),
                        [&](Project& project) { setInitialWeights(project, weights); });
        Q_EMIT chosen(weights);
    });
    connect(&Theme::instance(), &Theme::changed, this, &InitialWeightsRow::alignValue);
    alignValue();
    retranslate();
    m_weights = weightsIn(document.project());
    if (m_weights)
        m_pause.start();
    refresh();
}

InitialWeightsWindow& InitialWeightsRow::chooser()
{
    if (!m_window) {
        m_window = new InitialWeightsWindow(m_document, window());
        m_window->setRuns(m_runs);
        connect(m_window, &InitialWeightsWindow::accepted, this, &InitialWeightsRow::chosen);
    }
    return *m_window;
}

void InitialWeightsRow::setRuns(const std::vector<runs::RunSummary>& runs)
{
    m_runs = runs;
    if (m_window)
        m_window->setRuns(runs);
    if (m_weights)
        refresh(); // a run may have another name
}

QString InitialWeightsRow::nameOf(const std::filesystem::path& weights) const
{
    return nameOfWeights(weights, m_runs);
}

void InitialWeightsRow::change()
{
    chooser().open();
}

void InitialWeightsRow::beginFrom(const std::filesystem::path& run)
{
    m_begun = run.string();
    m_beginner.match(InitialWeights{.path = m_begun});
}

void InitialWeightsRow::follow(const Change& change)
{
    if (!change.keys && !change.structure && !change.parameters && !change.everything)
        return;
    std::optional<InitialWeights> now = weightsIn(m_document.project());
    const bool same = now == m_weights;
    if (same && !m_weights)
        return;
    if (!same) {
        m_match.reset();
        m_problem.reset();
    }
    m_weights = std::move(now);
    if (m_weights)
        m_pause.start();
    else
        m_matcher.forget();
    refresh();
}

void InitialWeightsRow::match()
{
    if (m_weights)
        m_matcher.match(*m_weights);
}

/// The value is level with the row's name.
void InitialWeightsRow::alignValue()
{
    m_value->setMinimumHeight(lineHeight());
}

void InitialWeightsRow::refresh()
{
    QString text = tr("Random");
    QString message;
    if (m_weights) {
        text = nameOf(m_weights->path);
        if (m_match)
            text = tr("%1 · %2 of %3", "a file, and how many of the network's weights it fills")
                       .arg(text, countText(static_cast<std::int64_t>(m_match->matching.foundCount())),
                            countText(static_cast<std::int64_t>(m_match->matching.rows.size())));
        if (m_problem)
            message = sentenceText(*m_problem);
        else if (m_match && m_match->problem)
            message = tr("They no longer fit this network; see “Change…”.");
    }
    m_value->setText(text);
    m_value->setToolTip(m_weights ? m_match ? summaryOf(m_match->matching) + u'\n' + withoutHome(fromStd(m_weights->path))
                                            : withoutHome(fromStd(m_weights->path))
                                  : tr("They are drawn at the start of each run, by the initializers of the layers"));
    setMessage(message);
    m_remove->setVisible(m_weights.has_value());
    m_change->setText(m_weights ? tr("Change…") : tr("Choose…"));
}

void InitialWeightsRow::retranslate()
{
    setName(tr("Initial weights"));
    setExplanation(tr("What training starts from: random weights, or those of a file or a run. Part of the project."));
    m_change->setToolTip(tr("Choose a file or a run, and see which of its tensors fill the network's weights"));
    m_remove->setText(tr("Remove"));
    m_remove->setToolTip(tr("Start from random weights again"));
    refresh();
}

void InitialWeightsRow::changeEvent(QEvent* event)
{
    FormRow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace netsmith::gui
