#include "engine/fields/field_fit.h"
#include "engine/input/tables/csv_samples.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>

/// CSV: any bytes give a table whose samples have no gaps once it is fitted, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace netsmith;
    const auto content = std::as_bytes(std::span(bytes, size));
    const data::OpenCsv open = [&] { return data::openBytes(content, "input"); };
    for (const bool numbersAreClasses : {false, true})
        try {
            const data::CsvTable table = data::scanCsv(open, "input", {.numbersAreClasses = numbersAreClasses});
            const data::DataSplit split = data::readCsv(open, "input", table, {});
            std::vector<std::int32_t> samples(static_cast<std::size_t>(split.count()));
            std::iota(samples.begin(), samples.end(), 0);
            const data::FieldSpec fitted = data::fitColumns(split.fields[0], samples);
            const data::Field field = data::applyFit(split.fields[0], fitted);
            const std::span<const std::byte> all = field.all();
            for (std::size_t at = 0; at < all.size(); at += sizeof(float)) {
                float number = 0.0f;
                std::memcpy(&number, &all[at], sizeof number);
                if (std::isnan(number))
                    std::abort();
            }
            const data::CsvSamples rows = data::readCsvSamples(
                open, "input", {.inputs = {fitted}, .target = table.fields.back(), .targets = {table.names.back()}});
            const std::int64_t targets = rows.inputs[0].count * table.fields.back().shape.elements();
            if (!rows.truth.empty() && std::ssize(rows.truth) != targets)
                std::abort();
        } catch (const Error&) {
        }
    return 0;
}
