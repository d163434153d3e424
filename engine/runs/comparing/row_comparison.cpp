#include "engine/runs/comparing/row_comparison.h"

#include "engine/store/csv_log.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace netsmith::runs {
namespace {

/// kind, epoch, step, lr, what is measured.
struct Row {
    bool ofEpoch = false;
    std::int64_t epoch = 0;
    std::int64_t step = 0;
};

std::int64_t numberIn(std::string_view field)
{
    std::int64_t number = 0;
    std::from_chars(field.data(), field.data() + field.size(), number);
    return number;
}

Row rowOf(std::string_view line)
{
    const auto fields = csvFields(line);
    if (fields.size() < 3)
        return {};
    return {fields[0] == "epoch", numberIn(fields[1]), numberIn(fields[2])};
}

RowDifference differenceOf(std::string_view header, std::string_view then, std::string_view now)
{
    const Row row = rowOf(then);
    RowDifference difference{row.epoch, row.step, row.ofEpoch, {}, {}, {}};
    const auto names = csvFields(header), left = csvFields(then), right = csvFields(now);
    const auto fieldIn = [](const auto& fields, std::size_t i) { return i < fields.size() ? fields[i] : std::string_view(); };
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i)
        if (fieldIn(left, i) != fieldIn(right, i)) {
            difference.column = fieldIn(names, i);
            difference.then = fieldIn(left, i);
            difference.now = fieldIn(right, i);
            break;
        }
    return difference;
}

} // namespace

RowComparison::RowComparison(const std::filesystem::path& there, std::filesystem::path growing)
    : m_growing(std::move(growing))
    , m_old(there, std::ios::binary)
{
    // Whole rows only: the last one of an interrupted run may be truncated.
    std::string line;
    std::getline(m_old, m_header);
    while (std::getline(m_old, line) && !m_old.eof()) {
        const Row row = rowOf(line);
        (row.ofEpoch ? m_lastEpoch : m_lastStep) = row.ofEpoch ? row.epoch : row.step;
    }
    if (m_lastStep == 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("verify.rows", "{0} has no row for a step: there is nothing to compare a new training with"),
                    there.string());
    m_old.clear();
    m_old.seekg(0);
}

const std::optional<RowDifference>& RowComparison::advance()
{
    if (!m_begun)
        m_new.open(m_growing, std::ios::binary);
    m_begun = m_begun || m_new.is_open();
    std::string piece, then;
    while (!m_difference && !m_atEnd && std::getline(m_new, piece)) {
        m_rest += piece;
        if (m_new.eof())
            break; // the rest of it is still to come
        const std::string now = std::exchange(m_rest, {});
        if (!std::getline(m_old, then) || m_old.eof()) {
            m_atEnd = true;
            break;
        }
        if (then != now)
            m_difference = differenceOf(m_header, then, now);
        else
            m_compared = std::max(m_compared, rowOf(then).step);
    }
    m_new.clear();
    return m_difference;
}

} // namespace netsmith::runs
