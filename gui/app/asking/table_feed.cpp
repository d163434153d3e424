#include "gui/app/asking/table_feed.h"

#include "engine/fields/element.h"
#include "gui/app/asking/tried_network.h"
#include "gui/training/training_session.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

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
    connect(&panel, &TablePanel::asked, this, &TableFeed::ask);
    connect(&panel, &TablePanel::edited, this, [this] {
        m_sample.reset();
        Q_EMIT sampleLeft();
    });
    connect(&session, &TrainingSession::answered, this, &TableFeed::answer);
    connect(&session, &TrainingSession::updated, this, [this] {
        if (m_asked == 0 && !m_session.asksChosen() && m_session.snapshot().step != m_answeredStep) {
            if (m_sample)
                m_asked = m_session.predict(*m_sample);
            else
                m_panel.networkChanged();
        }
    });
}

void TableFeed::follow(bool ready, const TriedNetwork& tried, const QStringList& classes)
{
    if (!ready) {
        m_asked = 0; // ignores its answer
        m_sample.reset();
    }
    m_inputs = ready ? tried.inputs : std::vector<data::FieldSpec>();
    m_target = tried.target;
    m_panel.setColumns(formColumns(m_inputs));
    m_panel.setClasses(classes);
    m_panel.setReady(ready);
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
}

} // namespace netsmith::gui
