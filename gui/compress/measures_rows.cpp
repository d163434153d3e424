#include "gui/compress/measures_rows.h"

#include <QLocale>

#include <algorithm>
#include <set>

namespace netsmith::gui {
namespace {

std::string cellOf(double number)
{
    return QString::number(number, 'g', QLocale::FloatingPointShortest).toStdString();
}

} // namespace

runs::TextRows measuresRows(const std::vector<compress::ChainRun>& runs)
{
    std::set<std::string> values;
    for (const compress::ChainRun& run : runs)
        if (run.measures)
            for (const auto& [name, value] : run.measures->values)
                values.insert(name);
    std::vector<std::string> head{"run",        "made_of", "change", "trained", "bytes",
                                  "parameters", "flops",   "memory", "zeros",   "samples"};
    for (const std::string& name : values) {
        head.push_back(name);
        head.push_back(name + "_low");
        head.push_back(name + "_high");
    }
    head.emplace_back("device");
    for (const std::int64_t batch : compress::timedBatches) {
        head.push_back("p50_batch_" + std::to_string(batch));
        head.push_back("p99_batch_" + std::to_string(batch));
    }
    runs::TextRows rows{head};
    for (const compress::ChainRun& run : runs) {
        std::vector<std::string> row{run.run.filename().string(), run.parent.filename().string(), run.change,
                                     run.isTrained ? "1" : "0"};
        if (const auto& measures = run.measures) {
            for (const std::int64_t count : {measures->bytes, measures->size.parameters})
                row.push_back(std::to_string(count));
            row.push_back(cellOf(measures->size.flops));
            row.push_back(std::to_string(measures->memory));
            row.push_back(cellOf(measures->zeros));
            row.push_back(std::to_string(measures->samples));
            for (const std::string& name : values) {
                const auto value = std::ranges::find(measures->values, name, &NamedValues::value_type::first);
                const auto interval = compress::intervalOf(*measures, name);
                row.push_back(value == measures->values.end() ? "" : cellOf(value->second));
                row.push_back(interval ? cellOf(interval->low) : "");
                row.push_back(interval ? cellOf(interval->high) : "");
            }
            row.push_back(measures->device);
            for (const std::int64_t batch : compress::timedBatches) {
                const auto latency = std::ranges::find(measures->latencies, batch, &compress::Latency::batch);
                const bool isTimed = latency != measures->latencies.end();
                row.push_back(isTimed ? cellOf(latency->p50) : "");
                row.push_back(isTimed ? cellOf(latency->p99) : "");
            }
        }
        row.resize(head.size());
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace netsmith::gui
