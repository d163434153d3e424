#include "gui/attribution/attribution_window.h"

#include "gui/attribution/attribution_words.h"
#include "gui/attribution/importance_scale.h"
#include "gui/attribution/importance_view.h"
#include "gui/training/training_session.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

using Method = inspect::AttributionMethod;
using Ground = AttributionWishes::Ground;
using State = AttributionFeed::State;

constexpr int lettersOfAChoice = 14;
constexpr int whySlow = 400; ///< milliseconds
constexpr int startBlend = 75;
constexpr std::size_t targetsAtMost = 100; ///< of classes to choose from: the likeliest
constexpr int stepChoices[] = {10, 20, 50, 100, 200, 500};
/// In the order in which they are offered.
constexpr Method offered[] = {Method::integratedGradients, Method::inputGradient, Method::saliency, Method::gradCam,
                              Method::occlusion};

void choose(ChoiceBox& box, const QVariant& data)
{
    box.setCurrentIndex(std::max(0, box.findData(data)));
}

/// An open list stays as it is where only the texts change.
void fill(ChoiceBox& box, const QList<std::pair<QString, QVariant>>& items)
{
    while (box.count() > items.size())
        box.removeItem(box.count() - 1);
    for (int i = 0; i < items.size(); ++i) {
        if (i == box.count())
            box.addItem(QString());
        box.setItemText(i, items[i].first);
        box.setItemData(i, items[i].second);
    }
}

} // namespace

AttributionWindow::AttributionWindow(TrainingSession& session, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_session(session)
    , m_feed(new AttributionFeed(session, this))
    , m_title(new TextLabel(TextRole::title, {}, this))
    , m_state(new ElidedLabel(TextRole::caption, u"secondary"_s, this))
    , m_again(new QPushButton(this))
    , m_export(new QToolButton(this))
    , m_menu(new QMenu(this))
    , m_savePng(m_menu->addAction(QString()))
    , m_saveCsv(m_menu->addAction(QString()))
    , m_method(new ChoiceBox(this))
    , m_target(new ChoiceBox(this))
    , m_layer(new ChoiceBox(this))
    , m_steps(new ChoiceBox(this))
    , m_patch(new ChoiceBox(this))
    , m_ground(new ChoiceBox(this))
    , m_doc(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_problem(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_body(new QWidget(this))
    , m_scroller(new Scroller(m_body))
    , m_view(new ImportanceView)
    , m_blendRow(new QWidget(m_body))
    , m_blendSample(new TextLabel(TextRole::caption, u"secondary"_s, m_blendRow))
    , m_blend(new QSlider(Qt::Horizontal, m_blendRow))
    , m_blendMap(new TextLabel(TextRole::caption, u"secondary"_s, m_blendRow))
    , m_pointed(new TextLabel(TextRole::number, u"secondary"_s, m_body))
    , m_legend(new ImportanceLegend(m_body))
    , m_facts(new FactList(m_body))
    , m_sum(new TextLabel(TextRole::caption, u"secondary"_s, m_body))
{
    setObjectName(u"attributionWindow"_s);
    m_title->setObjectName(u"attributionTitle"_s);
    m_state->setObjectName(u"attributionState"_s);
    m_again->setObjectName(u"attributionAgain"_s);
    m_export->setObjectName(u"attributionExport"_s);
    m_method->setObjectName(u"attributionMethod"_s);
    m_target->setObjectName(u"attributionTarget"_s);
    m_layer->setObjectName(u"attributionLayer"_s);
    m_steps->setObjectName(u"attributionSteps"_s);
    m_patch->setObjectName(u"attributionPatch"_s);
    m_ground->setObjectName(u"attributionGround"_s);
    m_doc->setObjectName(u"attributionDoc"_s);
    m_problem->setObjectName(u"attributionProblem"_s);
    m_view->setObjectName(u"attributionView"_s);
    m_blend->setObjectName(u"attributionBlend"_s);
    m_pointed->setObjectName(u"attributionPointed"_s);
    m_legend->setObjectName(u"attributionLegend"_s);
    m_sum->setObjectName(u"attributionSum"_s);
    m_slow.setSingleShot(true);
    m_slow.setInterval(whySlow);
    build();
    connect(m_feed, &AttributionFeed::changed, this, &AttributionWindow::refresh);
    connect(&m_slow, &QTimer::timeout, this, &AttributionWindow::refreshHead);
    connect(m_again, &QPushButton::clicked, this, [this] { m_feed->state() == State::working ? m_feed->cancel() : m_feed->ask(); });
    connect(m_method, &QComboBox::activated, this, [this](int index) {
        wish([&](AttributionWishes& wishes) { wishes.method = static_cast<Method>(m_method->itemData(index).toInt()); });
    });
    connect(m_target, &QComboBox::activated, this, [this](int index) {
        const std::int64_t target = m_target->itemData(index).toLongLong();
        wish([&](AttributionWishes& wishes) { wishes.target = target < 0 ? std::nullopt : std::optional(target); });
    });
    connect(m_layer, &QComboBox::activated, this, [this](int index) {
        wish([&](AttributionWishes& wishes) { wishes.layer = m_layer->itemData(index).toString().toStdString(); });
    });
    connect(m_steps, &QComboBox::activated, this,
            [this](int index) { wish([&](AttributionWishes& wishes) { wishes.steps = m_steps->itemData(index).toInt(); }); });
    connect(m_patch, &QComboBox::activated, this,
            [this](int index) { wish([&](AttributionWishes& wishes) { wishes.patch = m_patch->itemData(index).toInt(); }); });
    connect(m_ground, &QComboBox::activated, this, [this](int index) {
        wish([&](AttributionWishes& wishes) { wishes.ground = static_cast<Ground>(m_ground->itemData(index).toInt()); });
    });
    connect(m_blend, &QSlider::valueChanged, this, [this](int value) { m_view->setBlend(value / 100.0); });
    connect(m_view, &ImportanceView::told, this, [this](const QString& words) {
        m_pointed->setText(words.isEmpty() ? tr("Point at a part to read its number.") : words);
    });
    connect(&Theme::instance(), &Theme::changed, this, &AttributionWindow::refresh);
    resize(Theme::instance().scaled(1040), Theme::instance().scaled(600));
    retranslate();
}

void AttributionWindow::build()
{
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_state);
    m_title->setWordWrap(true);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addLayout(words, 1);
    head->addWidget(m_again, 0, Qt::AlignTop);
    head->addWidget(m_export, 0, Qt::AlignTop);
    QSizePolicy policy = m_again->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // nothing moves when it appears
    m_again->setSizePolicy(policy);
    auto* choices = new WrapLayout(8, 8);
    choices->setContentsMargins(0, 0, 0, 0);
    for (ChoiceBox* choice : {m_method, m_target, m_layer, m_steps, m_patch, m_ground}) {
        choice->setMinimumContentsLength(lettersOfAChoice);
        choices->addWidget(choice);
    }
    m_doc->setWordWrap(true);
    m_doc->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_pointed->setWordWrap(true);

    m_scroller->setWidget(m_view);
    m_view->setContentsMargins(0, 0, 16, 0); // for the floating scroll bar
    m_blend->setRange(0, 100);
    m_blend->setValue(startBlend);
    auto* blend = new QHBoxLayout(m_blendRow);
    blend->setContentsMargins(0, 0, 0, 0);
    blend->setSpacing(8);
    blend->addWidget(m_blendSample);
    blend->addWidget(m_blend, 1);
    blend->addWidget(m_blendMap);
    auto* side = new QVBoxLayout;
    side->setSpacing(12);
    side->addWidget(m_legend);
    side->addWidget(m_pointed);
    side->addWidget(m_blendRow);
    side->addWidget(m_facts);
    side->addWidget(m_sum);
    side->addStretch(1);
    m_sum->setWordWrap(true);
    auto* columns = new QHBoxLayout(m_body);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(24);
    columns->addWidget(m_scroller, 3);
    columns->addLayout(side, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(head);
    column->addLayout(choices);
    column->addWidget(m_doc);
    column->addWidget(m_problem);
    column->addWidget(m_body, 1);
    column->addStretch();
    buildExport();
}

void AttributionWindow::open()
{
    show();
    raise();
    activateWindow();
}

AttributionFeed::Report AttributionWindow::explained() const
{
    const AttributionFeed::Report& report = m_feed->report();
    return report && !report->problem ? report : nullptr;
}

void AttributionWindow::wish(const std::function<void(AttributionWishes&)>& change)
{
    AttributionWishes wishes = m_feed->wishes();
    change(wishes);
    m_feed->setWishes(wishes);
}

void AttributionWindow::refresh()
{
    const bool working = m_feed->state() == State::working;
    if (!working)
        m_slow.stop();
    else if (!m_slow.isActive() && m_again->isHidden())
        m_slow.start();
    const bool any = explained() != nullptr;
    m_view->show(explained());
    m_body->setVisible(any);
    m_export->setVisible(any);
    refreshHead();
    refreshChoices();
    refreshProblem();
    if (!any)
        return;
    m_legend->show(m_view->most(), m_view->hasNegative(), explained()->tellsClass());
    m_pointed->setVisible(m_view->canPoint());
    m_blendRow->setVisible(m_view->hasPicture());
    refreshFacts();
}

void AttributionWindow::refreshHead()
{
    const AttributionFeed::Report report = explained();
    const State state = m_feed->state();
    m_title->setText(report ? questionOf(*report) : tr("What the network looked at"));
    QStringList parts;
    if (report) {
        if (!report->sample.title.isEmpty())
            parts << report->sample.title;
        if (const QString truth = truthText(*report); !truth.isEmpty())
            parts << truth;
        parts << tr("step %1").arg(countText(report->step)) << m_session.nameOf(report->run);
        if (report->live)
            parts << tr("live");
    }
    if (state == State::working && (!report || !report->live || m_feed->all() > 0))
        parts << (m_feed->all() > 0 ? tr("computing: %1 of %2").arg(countText(m_feed->done()), countText(m_feed->all()))
                                    : tr("computing…"));
    m_state->setText(parts.join(u" · "_s));
    const bool working = state == State::working;
    m_again->setVisible(state == State::cancelled || (working && !m_slow.isActive()));
    m_again->setText(working ? tr("Cancel") : tr("Compute"));
    m_again->setToolTip(working ? tr("Stop computing what the network looked at") : tr("Compute what the network looked at"));
}

/// What there is to choose, and what was.
void AttributionWindow::refreshChoices()
{
    const AttributionFeed::Report& report = m_feed->report();
    const AttributionWishes& wishes = m_feed->wishes();
    const Method method = report ? wishes.method.value_or(report->method) : wishes.method.value_or(offered[0]);
    auto* methods = qobject_cast<QStandardItemModel*>(m_method->model());
    for (int i = 0; i < m_method->count(); ++i) {
        const auto each = static_cast<Method>(m_method->itemData(i).toInt());
        const bool suits = !report || report->suits[static_cast<std::size_t>(each)];
        methods->item(i)->setEnabled(suits);
        m_method->setItemData(i, suits ? methodDoc(each) : methodRefusal(each), Qt::ToolTipRole);
    }
    const QSignalBlocker quietMethod(m_method), quietLayer(m_layer), quietSteps(m_steps), quietPatch(m_patch),
        quietGround(m_ground);
    choose(*m_method, static_cast<int>(method));
    m_doc->setText(methodDoc(method));
    m_doc->setMinimumHeight(2 * m_doc->fontMetrics().lineSpacing()); // nothing moves with another method
    refreshTargets();

    m_layer->setVisible(report && method == Method::gradCam && !report->layers.empty());
    if (report) {
        QList<std::pair<QString, QVariant>> layers{{tr("Last layer with maps"), QString()}};
        for (const std::string& layer : report->layers)
            layers.emplaceBack(fromStd(layer), fromStd(layer));
        fill(*m_layer, layers);
        choose(*m_layer, fromStd(wishes.layer));
    }
    m_steps->setVisible(report && method == Method::integratedGradients);
    choose(*m_steps, wishes.steps);
    const std::int64_t side =
        report && !report->inputs.empty() && report->inputs[0].spec.shape.rank() > 0 ? report->inputs[0].spec.shape[0] : 0;
    m_patch->setVisible(method == Method::occlusion && side >= 8);
    m_patch->setItemData(0, static_cast<int>(std::max<std::int64_t>(1, side / 14)));
    m_patch->setItemData(2, static_cast<int>(std::max<std::int64_t>(1, side / 4)));
    choose(*m_patch, wishes.patch);
    if (m_patch->findData(wishes.patch) < 0)
        m_patch->setCurrentIndex(1);
    m_ground->setVisible(report && report->hasGround);
    choose(*m_ground, static_cast<int>(wishes.ground));
    for (int i = 0; i < m_ground->count(); ++i) {
        const QString names[] = {tr("black"), tr("grey"), tr("white")};
        m_ground->setItemText(i, method == Method::occlusion ? tr("Covered with %1").arg(names[i]) : tr("From %1").arg(names[i]));
    }
}

/// The predicted class first, then all of them, or the likeliest if they are many.
void AttributionWindow::refreshTargets()
{
    const AttributionFeed::Report report = explained();
    const QSignalBlocker quiet(m_target);
    const std::size_t all = report ? report->explanation.answer.size() : 0;
    m_target->setVisible(all > 1);
    if (!report)
        return;
    std::vector<std::int64_t> targets(all);
    std::iota(targets.begin(), targets.end(), std::int64_t{0});
    if (all > targetsAtMost) {
        std::ranges::stable_sort(targets, std::greater(),
                                 [&](std::int64_t target) { return report->explanation.answer[static_cast<std::size_t>(target)]; });
        targets.resize(targetsAtMost);
    }
    QList<std::pair<QString, QVariant>> items{
        {report->tellsClass() ? tr("Predicted class") : tr("First number"), QVariant::fromValue<qlonglong>(-1)}};
    for (const std::int64_t target : targets) {
        const QString name = report->tellsClass() ? targetName(*report, target) : tr("Number %1").arg(countText(target + 1));
        items.emplaceBack(tr("%1: %2", "a class and its probability").arg(name, answerText(*report, target)),
                          QVariant::fromValue<qlonglong>(target));
    }
    fill(*m_target, items);
    choose(*m_target, QVariant::fromValue<qlonglong>(m_feed->wishes().target.value_or(-1)));
}

void AttributionWindow::refreshProblem()
{
    const State state = m_feed->state();
    QString words;
    NoteBox::Kind kind = NoteBox::Kind::info;
    if (state == State::noSample)
        words =
            tr("Draw, type or choose something on the page Try it, or choose a sample on the page Predictions: here you see which "
               "parts of it the answer depends on.");
    else if (state == State::noNetwork)
        words = tr("No network has been trained yet. Press Run: here you see what it looks at while it learns.");
    else if (state == State::cancelled)
        words = tr("Cancelled. Choose a faster method, or compute it again.");
    else if (state == State::failed && m_feed->problem()) {
        words = messageText(*m_feed->problem());
        kind = NoteBox::Kind::bad;
    } else if (!m_unsaved.isEmpty()) {
        words = m_unsaved;
        kind = NoteBox::Kind::bad;
    }
    m_problem->setKind(kind);
    m_problem->setText(words);
    m_problem->setVisible(!words.isEmpty());
}

void AttributionWindow::refreshFacts()
{
    const AttributionReport& report = *explained();
    const inspect::Explanation& explanation = report.explanation;
    const bool isClass = report.tellsClass();
    if (isClass && explanation.answersShares)
        m_facts->set(u"attributionShare"_s, tr("Probability"), answerText(report, explanation.target),
                     tr("What the network gives the explained class"));
    else
        m_facts->hide(u"attributionShare"_s);
    m_facts->set(u"attributionScore"_s, tr("Score"), signedText(explanation.score),
                 isClass ? tr("What is explained: the logit of the class less the mean of all logits")
                         : tr("What is explained: the number of the output, as its loss reads it"));
    const bool integrates = report.method == Method::integratedGradients;
    if (integrates || report.method == Method::inputGradient)
        m_facts->set(u"attributionBaseline"_s, tr("Score of the baseline"), signedText(explanation.baseline),
                     tr("The same for a sample without content"));
    else
        m_facts->hide(u"attributionBaseline"_s);
    const double whole = explanation.score - explanation.baseline;
    m_sum->setVisible(integrates);
    m_sum->setText(tr("The parts add up to %1 of %2.").arg(signedText(whole + explanation.incompleteness), signedText(whole)));
    m_sum->setToolTip(tr("All parts together should make the difference of the two scores; more steps bring them closer to it"));
}

void AttributionWindow::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_feed->setShown(true);
    refresh();
}

void AttributionWindow::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_feed->setShown(false);
}

void AttributionWindow::keyPressEvent(QKeyEvent* event)
{
    event->key() == Qt::Key_Escape ? static_cast<void>(close()) : QWidget::keyPressEvent(event);
}

void AttributionWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void AttributionWindow::retranslate()
{
    setWindowTitle(tr("What the network looked at"));
    const QSignalBlocker quietMethod(m_method), quietSteps(m_steps), quietPatch(m_patch), quietGround(m_ground);
    m_method->clear();
    for (const Method method : offered)
        m_method->addItem(methodTitle(method), static_cast<int>(method));
    m_steps->clear();
    for (const int steps : stepChoices)
        m_steps->addItem(tr("%1 steps").arg(countText(steps)), steps);
    m_patch->clear();
    m_patch->addItem(tr("Small covers"), -1);
    m_patch->addItem(tr("Medium covers"), 0);
    m_patch->addItem(tr("Large covers"), -2);
    m_ground->clear();
    for (const Ground ground : {Ground::black, Ground::grey, Ground::white})
        m_ground->addItem(QString(), static_cast<int>(ground));
    m_method->setAccessibleName(tr("Method"));
    m_method->setToolTip(tr("How it is found out what mattered"));
    m_target->setAccessibleName(tr("Explained class"));
    m_target->setToolTip(tr("The class or the number that is explained"));
    m_layer->setAccessibleName(tr("Layer"));
    m_layer->setToolTip(tr("The layer whose maps are weighed: later ones know more, earlier ones are finer"));
    m_steps->setAccessibleName(tr("Steps"));
    m_steps->setToolTip(tr("Points between the baseline and the sample at which the gradient is taken"));
    m_patch->setAccessibleName(tr("Size of the covers"));
    m_patch->setToolTip(tr("How much of the sample is covered at a time: small covers are finer and take longer"));
    m_ground->setAccessibleName(tr("Baseline"));
    m_ground->setToolTip(tr("What counts as nothing: take one that the picture itself does not show"));
    m_blendSample->setText(tr("Sample"));
    m_blendMap->setText(tr("Map"));
    m_blend->setAccessibleName(tr("Map over the sample"));
    m_blend->setToolTip(tr("How much of the sample is seen under the map"));
    m_legend->setAccessibleName(tr("Colours"));
    m_pointed->setText(tr("Point at a part to read its number."));
    m_export->setText(tr("Save"));
    m_export->setToolTip(tr("Save the picture or the numbers"));
    m_savePng->setText(tr("Picture as PNG…"));
    m_saveCsv->setText(tr("Numbers as CSV…"));
    refresh();
}

} // namespace netsmith::gui
