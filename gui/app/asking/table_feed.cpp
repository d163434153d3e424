#include "gui/app/asking/table_feed.h"

#include "engine/fields/element.h"
#include "gui/app/asking/test_samples.h"
#include "gui/app/asking/tried_network.h"
#include "gui/training/training_session.h"
#include "gui/widgets/controls/plane_view.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int typedDigits = 7; // the precision of single-precision numbers

bool isTyped(const data::FieldSpec& input)
{
    const bool numbers = input.type == DataType::f32 && input.classes == 0 && input.shape.rank() == 1;
    return numbers && (!input.columns.empty() || input.shape.elements() <= TablePanel::columnsAtMost);
}

/// The columns of a field; numbers without column names are named after the field.
std::vector<data::Column> columnsOfField(const data::FieldSpec& input)
{
    if (!input.columns.empty())
        return input.columns;
    std::vector<data::Column> columns;
    for (std::int64_t i = 0; i < input.shape.elements(); ++i)
        columns.push_back({.name = input.name + " " + std::to_string(i + 1), .standardise = false});
    return columns;
}

QString typedNumber(float number)
{
    return std::isnan(number) ? QString() : QString::number(static_cast<double>(number), 'g', typedDigits);
}

/// A missing value is NaN in all numbers of its column; an unknown category is zero in all of them.
void writeColumn(const data::Column& column, const QString& value, float* out)
{
    if (column.categories.empty()) {
        *out = value.isEmpty() ? NAN : value.toFloat();
        return;
    }
    for (std::size_t i = 0; i < column.categories.size(); ++i)
        out[i] = value.isEmpty() ? NAN : fromStd(column.categories[i]) == value ? 1.0f : 0.0f;
}

QString readColumn(const data::Column& column, const float* numbers)
{
    if (column.categories.empty()) {
        const bool scaled = column.fitted && column.standardise;
        return typedNumber(scaled ? *numbers * column.fit.divide + column.fit.subtract : *numbers);
    }
    for (std::size_t i = 0; i < column.categories.size(); ++i)
        if (numbers[i] == 1.0f)
            return fromStd(column.categories[i]);
    return {};
}

} // namespace

QList<TablePanel::Column> formColumns(const std::vector<data::FieldSpec>& inputs)
{
    QList<TablePanel::Column> columns;
    if (!std::ranges::all_of(inputs, isTyped))
        return columns;
    for (const data::FieldSpec& input : inputs)
        for (const data::Column& column : columnsOfField(input)) {
            TablePanel::Column& shown = columns.emplace_back(fromStd(column.name), QStringList());
            for (const std::string& category : column.categories)
                shown.categories << fromStd(category);
        }
    return columns.size() <= TablePanel::columnsAtMost ? columns : QList<TablePanel::Column>();
}

std::vector<data::Field> formSample(const std::vector<data::FieldSpec>& inputs, const QStringList& values)
{
    std::vector<data::Field> sample;
    qsizetype at = 0;
    for (const data::FieldSpec& input : inputs) {
        data::FieldSpec spec = input;
        for (data::Column& column : spec.columns) { // as in a file: the network knows how to convert it
            column.fitted = false;
            column.fit = {};
        }
        data::NewField field = data::makeField(spec, 1);
        auto* out = reinterpret_cast<float*>(field.bytes);
        for (const data::Column& column : columnsOfField(spec)) {
            writeColumn(column, at < values.size() ? values[at++] : QString(), out);
            out += column.elements();
        }
        sample.push_back(std::move(field.field));
    }
    return sample;
}

QStringList formValues(const std::vector<data::FieldSpec>& inputs, const std::vector<data::Field>& sample)
{
    QStringList values;
    for (const data::FieldSpec& input : inputs) {
        const auto field = std::ranges::find(sample, input.name, [](const data::Field& one) { return one.spec.name; });
        if (field == sample.end())
            return {};
        std::vector<float> numbers;
        data::eachElement(field->spec.type, field->sample(0),
                          [&](double number) { numbers.push_back(static_cast<float>(number)); });
        const float* next = numbers.data();
        for (const data::Column& column : columnsOfField(field->spec)) {
            values << readColumn(column, next);
            next += column.elements();
        }
    }
    return values;
}

TableFeed::TableFeed(TrainingSession& session, TablePanel& panel, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_panel(panel)
{
    constexpr int pause = 250; // milliseconds
    m_later.setSingleShot(true);
    m_later.setInterval(pause);
    connect(&m_later, &QTimer::timeout, &panel, &TablePanel::networkChanged);
    connect(&panel, &TablePanel::asked, this, &TableFeed::ask);
    connect(&panel, &TablePanel::edited, this, [this] {
        m_sample.reset();
        Q_EMIT sampleLeft();
    });
    connect(&session, &TrainingSession::answered, this, &TableFeed::answer);
    connect(&session, &TrainingSession::updated, this, [this] {
        if (m_asked == 0 && !m_session.asksChosen() && m_session.snapshot().step != m_answeredStep)
            networkChanged();
    });
}

void TableFeed::networkChanged()
{
    if (m_sample)
        m_asked = m_session.predict(*m_sample);
    else
        m_panel.networkChanged();
}

void TableFeed::follow(bool ready, const TriedNetwork& tried, const QStringList& classes)
{
    if (!ready) {
        m_asked = 0; // ignores its answer
        m_sample.reset();
    }
    const std::vector<data::FieldSpec> inputs = ready ? tried.inputs : std::vector<data::FieldSpec>();
    if (inputs != m_inputs || m_target != tried.target)
        m_hasPoints = false;
    m_inputs = inputs;
    m_target = tried.target;
    m_panel.setColumns(formColumns(m_inputs));
    m_panel.setClasses(classes);
    const bool scalar = m_target.shape.elements() == 1;
    m_showsPlane = m_inputs.size() == 1 && hasInputGrid(m_inputs.front()) && scalar
        && (m_inputs.front().shape[0] == 2 || m_target.classes == 0); // classes along a line would hide each other
    if (!m_showsPlane)
        m_session.setGrid(std::nullopt);
    m_panel.showPlane(m_showsPlane && m_hasPoints);
    m_panel.setReady(ready);
}

void TableFeed::forgetPoints()
{
    m_hasPoints = false;
    m_surfaceStep = -1;
    m_panel.plane().clearSurface();
    m_panel.showPlane(false);
}

void TableFeed::setPoints(const JudgedPart& part)
{
    constexpr std::int64_t most = 500; // of each kind
    if (!m_showsPlane)
        return;
    std::vector<PlaneView::Point> points;
    const auto add = [&](const data::DataSplit& split, const std::vector<std::int32_t>& samples, bool heldOut) {
        const auto count = std::ssize(samples), shown = std::min(most, count);
        for (std::int64_t i = 0; i < shown; ++i) {
            const std::vector<data::Field> fields = sampleOf(split, samples[static_cast<std::size_t>(i * count / shown)]);
            if (const auto point = pointOf(fields, heldOut))
                points.push_back(*point);
        }
    };
    add(part.training, part.trainingSamples, false);
    add(part.split, part.samples, true);
    m_grid = {};
    std::vector<PlaneView::Range> axes;
    for (std::int64_t axis = 0; axis < m_inputs.front().shape[0]; ++axis) {
        const auto value = [axis](const PlaneView::Point& point) { return axis == 0 ? point.x : point.y; };
        double from = 0.0, to = 0.0;
        if (!points.empty()) {
            const auto [least, largest] = std::ranges::minmax(points, {}, value);
            from = value(least);
            to = value(largest);
        }
        const double room = to > from ? 0.15 * (to - from) : std::max(0.5, 0.15 * std::abs(to));
        m_grid.axes.push_back({from - room, to + room});
        axes.push_back({from - room, to + room});
    }
    m_hasPoints = true;
    m_panel.plane().setAxes(axes, m_target.classes);
    m_panel.plane().setPoints(std::move(points));
    m_panel.showPlane(true);
    m_session.setGrid(m_grid);
    if (std::ranges::all_of(m_panel.values(), &QString::isEmpty)) // so that there is an answer to show
        m_panel.setValues(QStringList(m_inputs.front().shape[0], u"0"_s));
    m_panel.networkChanged();
}

/// Nothing for a sample with a missing value.
std::optional<PlaneView::Point> TableFeed::pointOf(const std::vector<data::Field>& fields, bool heldOut) const
{
    const QStringList values = formValues(m_inputs, fields);
    const auto target = std::ranges::find(fields, m_target.name, [](const data::Field& field) { return field.spec.name; });
    if (values.isEmpty() || values.contains(QString()) || target == fields.end())
        return std::nullopt;
    PlaneView::Point point{.x = values.front().toDouble(), .y = values.back().toDouble(), .heldOut = heldOut};
    data::eachElement(target->spec.type, target->sample(0), [&](double number) { point.target = number; });
    const bool finite = std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.target);
    return finite ? std::optional(point) : std::nullopt;
}

void TableFeed::showSample(const std::vector<data::Field>& fields)
{
    m_asked = 0; // pending answers are for another row
    m_sample.reset();
    if (!formColumns(m_inputs).isEmpty())
        return m_panel.setValues(formValues(m_inputs, fields));
    m_sample.emplace();
    for (const data::FieldSpec& input : m_inputs)
        for (const data::Field& field : fields)
            if (field.spec.name == input.name)
                m_sample->push_back(field);
    m_asked = m_session.predict(*m_sample);
}

void TableFeed::ask(const QStringList& values)
{
    m_asked = m_session.predict(formSample(m_inputs, values));
}

void TableFeed::answer(const PredictionAnswer& answer)
{
    if (answer.id != m_asked)
        return;
    m_asked = 0;
    m_answeredStep = answer.step;
    if (answer.problem) {
        m_panel.showProblem(messageText(*answer.problem));
        return;
    }
    if (answer.outputs.empty())
        return;
    if (answer.surface && m_showsPlane && answer.surface->grid == m_grid) {
        m_surfaceStep = answer.step;
        const bool plane = answer.surface->grid.isPlane();
        m_panel.plane().showSurface({.columns = plane ? InputGrid::side : InputGrid::length,
                                     .rows = plane ? InputGrid::side : 1,
                                     .width = static_cast<int>(answer.surface->width),
                                     .values = answer.surface->values});
    }
    const QString run = fromStd(answer.run.string());
    const PredictionAnswer::Output& output = answer.outputs.front();
    if (m_target.classes > 0 && std::ssize(output.values) == m_target.classes) {
        QStringList names;
        for (const std::string& name : output.classNames)
            names << engineText(name);
        m_panel.showShares(output.values, names, run, answer.step);
    } else {
        QStringList numbers;
        for (std::size_t i = 0; i < std::min<std::size_t>(output.values.size(), 12); ++i)
            numbers << significantText(static_cast<double>(output.values[i]), 6);
        m_panel.showNumbers(numbers, run, answer.step);
    }
    Q_EMIT answered(answer);
    if (m_showsPlane && m_hasPoints && answer.step != m_surfaceStep) // none came with it, so soon after the last
        m_later.start();
}

} // namespace netsmith::gui
