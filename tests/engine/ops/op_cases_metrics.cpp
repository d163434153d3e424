#include "engine/ops/confusion.h"
#include "engine/ops/r2_sums.h"
#include "engine/ops/threshold_counts.h"
#include "engine/ops/top_k_accuracy.h"
#include "tests/engine/ops/op_cases.h"

#include <limits>

namespace netsmith::test {
namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

/// Classes, some of which are out of range.
OpInput metricClasses(const Shape& shape, std::int64_t width)
{
    std::vector<double> values;
    for (std::int64_t i = 0; i < shape.elements(); ++i)
        values.push_back(static_cast<double>((i * 5 + i / 7) % (width + 1) - (i % 11 == 10 ? 1 : 0)));
    return givenInput(shape, std::move(values), DataType::i32);
}

OpInput answers(const Shape& shape, DataType type)
{
    std::vector<double> values = uniform(shape.elements(), 31, 0.0, 1.0);
    for (double& value : values)
        value = value < 0.4 ? 1.0 : 0.0;
    return givenInput(shape, std::move(values), type);
}

/// Numbers with a tie and a NaN among them.
OpInput marked(const Shape& shape, double low, double high)
{
    std::vector<double> values = uniform(shape.elements(), 32, low, high);
    values[1] = values[0];
    values[values.size() - 2] = std::numeric_limits<double>::quiet_NaN();
    return givenInput(shape, std::move(values));
}

std::shared_ptr<const Attributes> confusion(bool rows, bool totals, double threshold = 0.5)
{
    auto attributes = std::make_shared<ConfusionAttributes>();
    attributes->rows = rows;
    attributes->totals = totals;
    attributes->threshold = threshold;
    return attributes;
}

} // namespace

void addMetricCases(std::vector<OpCase>& cases)
{
    for (const bool totals : {false, true}) {
        const std::string name = totals ? "confusion, totals" : "confusion";
        const OpSpec* op = &ops::confusion;
        cases.push_back({name + " of classes", op, confusion(true, totals), {marked({40, 5}, -1, 1), metricClasses({40}, 5)}});
        cases.push_back(
            {name + " of sequences", op, confusion(true, totals), {marked({3, 4, 2}, -1, 1), metricClasses({3, 4}, 2)}});
        cases.push_back({name + " of shares", op, confusion(true, totals), {marked({9, 3}, -1, 1), marked({9, 3}, 0, 1)}});
        cases.push_back(
            {name + " of numbers", op, confusion(false, totals, 0.25), {marked({30}, -1, 1), answers({30}, DataType::f32)}});
        cases.push_back(
            {name + " of answers", op, confusion(false, totals), {marked({30, 2}, -1, 1), answers({30, 2}, DataType::i32)}});
        cases.push_back({name + " of answers that are not there",
                         op,
                         confusion(false, totals),
                         {marked({6}, -1, 1), givenInput({6}, {1, -1, 0, -1, 1, 0}, DataType::i32)}});
        cases.push_back({name + " of shares that are not there",
                         op,
                         confusion(true, totals),
                         {givenInput({3, 2}, {2, 1, 2, 1, 1, 2}), givenInput({3, 2}, {0, 1, absent, absent, 0, 1})}});
        cases.push_back({name + ", large", op, confusion(true, totals), {marked({1500, 11}, -1, 1), metricClasses({1500}, 11)}});
    }
    const auto thresholds = [](std::int64_t count) { return std::make_shared<ThresholdCountsAttributes>(count); };
    const OpSpec* above = &ops::thresholdCounts;
    cases.push_back({"threshold_counts", above, thresholds(5), {marked({20}, 0, 1), answers({20}, DataType::f32)}});
    cases.push_back({"threshold_counts at thresholds",
                     above,
                     thresholds(5),
                     {givenInput({6}, {0, 0.25, 0.5, 0.75, 1, 2}), answers({6}, DataType::i32)}});
    cases.push_back({"threshold_counts of answers that are not there",
                     above,
                     thresholds(5),
                     {givenInput({4}, {0.1, 0.6, 0.9, 0.3}), givenInput({4}, {1, -1, -1, 0}, DataType::i32)}});
    cases.push_back({"threshold_counts of classes", above, thresholds(200), {marked({30, 4}, 0, 1), metricClasses({30}, 4)}});
    cases.push_back(
        {"threshold_counts, large", above, thresholds(200), {marked({3000, 2}, 0, 1), answers({3000, 2}, DataType::f32)}});

    const auto within = [](std::int64_t k) { return std::make_shared<TopKAccuracyAttributes>(k); };
    const OpSpec* top = &ops::topKAccuracy;
    for (const std::int64_t k : {1, 3, 9}) {
        const std::string name = "top_k_accuracy, " + std::to_string(k);
        cases.push_back({name + " of classes", top, within(k), {marked({40, 6}, -1, 1), metricClasses({40}, 6)}});
        cases.push_back({name + " of sequences", top, within(k), {marked({3, 4, 2}, -1, 1), metricClasses({3, 4}, 2)}});
        cases.push_back({name + " of shares", top, within(k), {marked({9, 3}, -1, 1), marked({9, 3}, 0, 1)}});
    }
    cases.push_back({"top_k_accuracy, large", top, within(3), {marked({2000, 9}, -1, 1), metricClasses({2000}, 9)}});

    const auto numbers = [](const Shape& shape, std::uint64_t seed) {
        return givenInput(shape, spread(shape.elements(), seed, 5.0));
    };
    cases.push_back({"r2_sums", &ops::r2Sums, noAttributes(), {numbers({7, 3}, 1), numbers({7, 3}, 2)}});
    cases.push_back({"r2_sums of one", &ops::r2Sums, noAttributes(), {numbers({1, 1}, 1), numbers({1, 1}, 2)}});
    cases.push_back({"r2_sums, large", &ops::r2Sums, noAttributes(), {numbers({3001, 5}, 1), numbers({3001, 5}, 2)}});
}

} // namespace netsmith::test
