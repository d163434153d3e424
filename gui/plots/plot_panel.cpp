#include "gui/plots/plot_panel.h"

#include "gui/plots/curve_plot.h"
#include "gui/plots/machine_choice.h"
#include "gui/plots/mark_lines.h"
#include "gui/plots/plot_grid.h"
#include "gui/plots/plot_inset.h"
#include "gui/plots/plot_ticks.h"
#include "gui/plots/plot_title.h"
#include "gui/plots/plot_toolbar.h"
#include "gui/widgets/distinct_colors.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int refreshInterval = 100; ///< milliseconds: ten times a second
constexpr int titleInterval = 250; ///< values change four times a second; faster would be unreadable

/// The end of the horizontal axis for a run at `done`: its planned end, halved as often as still leaves the curve some room, so
/// that the curve is not tiny at first and yet the axis seldom changes.
double soFar(double done, double planned)
{
    if (planned <= done)
        return done;
    double upper = planned;
    while (done > 0.0 && upper / 2 > done * 1.25)
        upper /= 2;
    return upper;
}

} // namespace

PlotPanel::PlotPanel(QWidget* parent)
    : QWidget(parent)
    , m_toolbar(new PlotToolbar(this))
    , m_grid(new PlotGrid(this))
    , m_legend(new MarkLegend(this))
    , m_pages(new QStackedLayout)
    , m_emptyTitle(new TextLabel(TextRole::title, {}, this))
    , m_emptyText(new TextLabel(TextRole::body, u"muted"_s, this))
{
    setObjectName(u"plotPanel"_s);
    auto* empty = new QWidget(this);
    auto* emptyColumn = new QVBoxLayout(empty);
    emptyColumn->addStretch(1);
    for (QLabel* label : {m_emptyTitle, m_emptyText}) {
        label->setAlignment(Qt::AlignHCenter);
        label->setWordWrap(true);
        emptyColumn->addWidget(label);
    }
    emptyColumn->addStretch(1);
    m_emptyTitle->setObjectName(u"plotEmptyTitle"_s);
    m_pages->addWidget(empty);
    m_pages->addWidget(m_grid);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolbar);
    column->addLayout(m_pages, 1);
    column->addWidget(m_legend);
    m_legend->hide();

    for (QTimer* timer : {&m_refreshTimer, &m_titleTimer}) {
        timer->setSingleShot(true);
        timer->setTimerType(Qt::PreciseTimer); // a coarse timer may fire early
    }
    m_refreshTimer.setInterval(refreshInterval);
    m_titleTimer.setInterval(titleInterval);
    connect(&m_refreshTimer, &QTimer::timeout, this, &PlotPanel::refresh);
    connect(&m_titleTimer, &QTimer::timeout, this, &PlotPanel::refreshTitles);

    connect(m_toolbar, &PlotToolbar::smoothingChanged, this, [this] {
        m_titleTimer.stop(); // the values are updated immediately
        pointsCame();
    });
    connect(m_toolbar, &PlotToolbar::axesChanged, this, &PlotPanel::setAxes);
    connect(m_toolbar, &PlotToolbar::followToggled, this, &PlotPanel::follow);
    connect(m_toolbar, &PlotToolbar::exportWanted, this, &PlotPanel::askWhereToExport);
    connect(&m_toolbar->machine(), &MachineChoice::changed, this, &PlotPanel::machineChanged);
    connect(&Theme::instance(), &Theme::changed, this, &PlotPanel::applyTheme);
    m_model.setSmoothing(m_toolbar->smoothing());
    retranslate();
    applyTheme();
}

PlotPanel::~PlotPanel()
{
    for (const Cell& cell : m_cells)
        cell.plot->disconnect(this); // a plot emits a signal when it loses the focus while being destroyed
}

void PlotPanel::addBelow(QWidget* row)
{
    layout()->addWidget(row);
}

QSize PlotPanel::sizeHint() const
{
    return {Theme::instance().scaled(720), Theme::instance().scaled(280)};
}

void PlotPanel::setQuantities(std::vector<PlotQuantity> quantities)
{
    m_measured = std::move(quantities);
    buildCells();
}

void PlotPanel::buildCells()
{
    std::vector<PlotQuantity> quantities = m_measured;
    std::ranges::copy_if(m_machine, std::back_inserter(quantities),
                         [&](const PlotQuantity& one) { return m_toolbar->machine().chosen().contains(one.id); });
    if (quantities == m_quantities)
        return;
    for (const Cell& cell : std::exchange(m_cells, {}))
        delete cell.widget;
    m_quantities = std::move(quantities);
    std::vector<QWidget*> widgets;
    for (const PlotQuantity& quantity : m_quantities) {
        if (quantity.inset)
            continue;
        Cell cell{new QWidget(this), nullptr, nullptr, nullptr};
        cell.title = new PlotTitle(cell.widget);
        cell.plot = new CurvePlot(cell.widget);
        cell.title->setTitle(quantity.title);
        const QString id = QString::fromStdString(quantity.id);
        cell.title->setObjectName(u"plotTitle_"_s + id);
        cell.plot->setObjectName(u"plot_"_s + id);
        cell.plot->setQuantity(quantity);
        auto* column = new QVBoxLayout(cell.widget);
        column->setContentsMargins(12, 4, 0, 4);
        column->setSpacing(0);
        auto* titleRow = new QHBoxLayout;
        titleRow->setContentsMargins(0, 0, 16, 0);
        titleRow->addWidget(cell.title);
        column->addLayout(titleRow);
        column->addWidget(cell.plot, 1);
        if (quantity.machine) {
            cell.absence = new TextLabel(TextRole::body, u"muted"_s, cell.widget);
            cell.absence->setObjectName(u"plotAbsence_"_s + id);
            cell.absence->setWordWrap(true);
            cell.absence->setAlignment(Qt::AlignCenter);
            cell.absence->setContentsMargins(0, 0, 12, 0);
            cell.absence->hide();
            column->addWidget(cell.absence, 1);
        }

        CurvePlot* plot = cell.plot;
        connect(plot, &CurvePlot::sightChosen, this, &PlotPanel::chooseSight);
        connect(plot, &CurvePlot::heightChosen, this, [this, plot] {
            m_toolbar->setFollows(false);
            plot->refresh();
        });
        connect(plot, &CurvePlot::followWanted, this, [this] { follow(true); });
        connect(plot, &CurvePlot::crosshairMoved, this, [this, plot](double x) { showCrosshair(x, plot); });
        connect(plot, &CurvePlot::crosshairLeft, this, [this] { showCrosshair(std::nullopt, nullptr); });
        m_cells.push_back(cell);
        widgets.push_back(cell.widget);
    }
    m_grid->setCells(widgets);
    setAxes();
    curvesChanged();
}

void PlotPanel::setRun(const PlotRun& run)
{
    const auto found = std::ranges::find(m_runs, run.id, &PlotRun::id);
    if (found != m_runs.end())
        *found = run;
    else
        m_runs.push_back(run);
    if (m_current.empty())
        m_current = run.id;
    curvesChanged();
}

void PlotPanel::setCurrentRun(const std::string& run)
{
    m_current = run;
    curvesChanged();
}

void PlotPanel::removeRun(const std::string& run)
{
    for (const Cell& cell : m_cells) { // before their series and marks are destroyed
        cell.plot->setCurves({});
        cell.plot->setMarks(nullptr);
        if (cell.plot->inset())
            cell.plot->setInset(cell.plot->inset()->quantity(), {});
    }
    m_model.removeRun(run);
    m_marks.erase(run);
    std::erase_if(m_runs, [&](const PlotRun& entry) { return entry.id == run; });
    if (m_current == run)
        m_current = m_runs.empty() ? std::string() : m_runs.back().id;
    curvesChanged();
}

void PlotPanel::renameRun(const std::string& run, const std::string& id)
{
    const auto found = std::ranges::find(m_runs, run, &PlotRun::id);
    if (found == m_runs.end() || run == id)
        return;
    const bool current = m_current == run;
    found->id = id;
    const PlotRun renamed = *found;
    if (std::ranges::count(m_runs, id, &PlotRun::id) > 1) {
        std::erase_if(m_runs, [&](const PlotRun& other) { return other.id == id; });
        removeRun(id); // including its curves
        m_runs.push_back(renamed);
    }
    m_model.renameRun(run, id);
    if (auto marks = m_marks.extract(run)) {
        marks.key() = id;
        m_marks.insert(std::move(marks));
    }
    if (current)
        m_current = id;
    curvesChanged();
}

void PlotPanel::clear()
{
    while (!m_runs.empty())
        removeRun(std::string(m_runs.back().id)); // a copy: the original is destroyed
    m_model.clear();
    follow(true);
}

void PlotPanel::append(const std::string& run, const std::string& quantity, CurveKind kind, std::span<const CurvePoint> points)
{
    const CurveModel::Key key{run, quantity, kind};
    const bool isNew = !m_model.find(key);
    m_model.append(key, points);
    if (isNew)
        curvesChanged();
    else
        pointsCame();
}

bool PlotPanel::severalRuns() const
{
    return std::ranges::count_if(m_runs, &PlotRun::visible) > 1;
}

QString PlotPanel::nameOf(const std::string& run) const
{
    const auto found = std::ranges::find(m_runs, run, &PlotRun::id);
    return found == m_runs.end() ? QString() : found->name;
}

QColor PlotPanel::colorOf(const std::string& run) const
{
    const Theme& theme = Theme::instance();
    if (run == m_current)
        return theme.color(Token::accent);
    std::size_t index = 0;
    for (const PlotRun& other : m_runs) {
        if (other.id == run)
            break;
        index += other.id != m_current ? 1 : 0;
    }
    return theme.color(runToken(index));
}

std::vector<PlotCurve> PlotPanel::curvesOf(const PlotQuantity& quantity) const
{
    std::vector<PlotCurve> out;
    const bool several = severalRuns();
    const auto add = [&](const PlotRun& run, CurveKind kind) {
        const CurveSeries* series = m_model.find({run.id, quantity.id, kind});
        if (!series)
            return;
        const bool validates = kind == CurveKind::validation;
        PlotCurve curve{series, kind, {}, colorOf(run.id), false, run.id};
        if (isOfMachine(kind)) {
            curve.name = machineName(run, quantity, kind, several);
            if (kind == CurveKind::machineAll && !several)
                curve.color = Theme::instance().color(Token::textSecondary);
            out.push_back(curve);
            return;
        }
        if (several && quantity.inset)
            curve.name = tr("%1, %2", "a run, what is measured").arg(run.name, quantity.title);
        else if (several)
            curve.name = validates         ? tr("%1, validation").arg(run.name)
                : kind == CurveKind::train ? tr("%1, train").arg(run.name)
                                           : run.name;
        else
            curve.name = validates ? tr("validation") : kind == CurveKind::train ? tr("train") : quantity.title;
        if (validates && run.id == m_current && !several) // with several runs, the colour identifies the run
            curve.color = Theme::instance().color(Token::validation);
        curve.judged = validates || !m_model.find({run.id, quantity.id, CurveKind::validation});
        if (kind == CurveKind::marks) {
            curve.name = several ? tr("%1, skipped").arg(run.name) : tr("skipped");
            if (!several)
                curve.color = Theme::instance().color(Token::bad);
            curve.judged = false;
        }
        out.push_back(curve);
    };
    for (const bool current : {false, true}) // the current run last, so on top
        for (const PlotRun& run : m_runs)
            if (run.visible && (run.id == m_current) == current)
                for (const CurveKind kind : {CurveKind::machineAll, CurveKind::machine, CurveKind::plain, CurveKind::train,
                                             CurveKind::validation, CurveKind::marks})
                    add(run, kind);
    return out;
}

/// The curves of all quantities in the inset; those of the first quantity, whose value is shown there, last and so on top. With one
/// run, each quantity has its own colour.
std::vector<PlotCurve> PlotPanel::insetCurves() const
{
    std::vector<PlotCurve> all;
    std::size_t index = 0;
    for (const PlotQuantity& quantity : m_quantities) {
        if (!quantity.inset)
            continue;
        std::vector<PlotCurve> curves = curvesOf(quantity);
        if (index++ > 0 && !severalRuns())
            for (PlotCurve& curve : curves)
                curve.color = Theme::instance().color(runToken(index - 2));
        all.insert(all.begin(), curves.begin(), curves.end());
    }
    return all;
}

void PlotPanel::curvesChanged()
{
    m_curvesDirty = true;
    pointsCame();
}

void PlotPanel::pointsCame()
{
    m_dirty = true;
    if (isVisible() && !m_refreshTimer.isActive())
        m_refreshTimer.start();
}

void PlotPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_dirty && !m_refreshTimer.isActive())
        m_refreshTimer.start(0);
    m_refreshTimer.setInterval(refreshInterval);
}

std::pair<double, double> PlotPanel::fullSight() const
{
    const CurveX x = m_toolbar->x();
    double upper = 0.0;
    double leastPositive = HUGE_VAL;
    for (const auto& [key, series] : m_model.all()) {
        const auto run = std::ranges::find(m_runs, key.run, &PlotRun::id);
        if (run == m_runs.end() || !run->visible || series.empty())
            continue;
        const double last = series.x(x).back();
        upper = std::max(upper, soFar(last, x == CurveX::epoch ? run->epochs : x == CurveX::step ? run->steps : 0.0));
        const std::size_t first = series.firstAtOrBehind(x, 1e-9);
        if (first < series.size())
            leastPositive = std::min(leastPositive, series.x(x)[first]);
    }
    if (upper <= 0.0)
        upper = 1.0;
    if (!m_toolbar->logarithmicX())
        return {0.0, upper};
    return {std::min(leastPositive, upper / 2), upper};
}

void PlotPanel::refresh()
{
    if (!isVisible() || window()->isMinimized())
        return; // showEvent calls it again
    m_dirty = false;
    m_model.setSmoothing(m_toolbar->smoothing());
    m_pages->setCurrentIndex(std::ranges::any_of(m_runs, &PlotRun::visible) ? 1 : 0);
    m_toolbar->setExportEnabled(m_pages->currentIndex() == 1);
    const auto [lower, upper] = m_chosenSight.value_or(fullSight());
    for (const Cell& cell : m_cells) {
        if (m_curvesDirty) {
            cell.plot->setCurves(curvesOf(cell.plot->quantity()));
            const auto inset = std::ranges::find(m_quantities, true, &PlotQuantity::inset);
            if (inset != m_quantities.end() && &cell == &m_cells.front())
                cell.plot->setInset(*inset, insetCurves());
        }
        showMachine(cell);
        cell.plot->setSight(QCPRange(lower, upper));
        cell.plot->refresh();
    }
    m_legend->setMarks(m_pages->currentIndex() == 1 ? shownMarks() : nullptr);
    if (std::exchange(m_curvesDirty, false))
        m_titleTimer.stop();
    if (!m_titleTimer.isActive()) {
        refreshTitles();
        m_titleTimer.start();
    }
}

void PlotPanel::chooseSight(double lower, double upper)
{
    m_chosenSight = {lower, upper};
    m_toolbar->setFollows(false);
    for (const Cell& cell : m_cells) {
        cell.plot->setSight(QCPRange(lower, upper));
        cell.plot->refresh();
    }
}

bool PlotPanel::follows() const
{
    return m_toolbar->follows();
}

void PlotPanel::follow(bool follows)
{
    m_toolbar->setFollows(follows);
    if (follows)
        m_chosenSight.reset();
    else if (!m_chosenSight)
        m_chosenSight = fullSight();
    for (const Cell& cell : m_cells)
        follows ? cell.plot->followY() : cell.plot->holdY();
    refresh();
}

void PlotPanel::setAxes()
{
    for (const Cell& cell : m_cells) {
        cell.plot->setX(m_toolbar->x(), m_toolbar->logarithmicX());
        cell.plot->setLogarithmicY(m_toolbar->logarithmicY());
    }
    follow(true);
}

void PlotPanel::showCrosshair(std::optional<double> x, const CurvePlot* listing)
{
    for (const Cell& cell : m_cells)
        cell.plot->showCrosshair(x, cell.plot == listing);
}

void PlotPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void PlotPanel::retranslate()
{
    setAccessibleName(tr("Curves"));
    m_emptyTitle->setText(tr("No run yet: press Run"));
    m_emptyText->setText(tr("Loss, metrics and learning rate appear here while the network learns."));
    curvesChanged();
}

void PlotPanel::applyTheme()
{
    for (const Cell& cell : m_cells)
        cell.plot->applyTheme();
    curvesChanged();
}

} // namespace netsmith::gui
