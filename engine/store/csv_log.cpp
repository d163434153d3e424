#include "engine/store/csv_log.h"

#include "engine/core/files/safe_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith {

namespace fs = std::filesystem;

Expected<CsvLog> CsvLog::create(const OpenFolder& folder, const std::string& name, std::string_view header)
{
    auto file = GrowingFile::create(folder, name);
    if (!file)
        return file.error();
    CsvLog log(std::move(*file));
    if (auto written = log.append(std::string(header) + '\n'); !written)
        return written.error();
    return log;
}

Expected<CsvLog> CsvLog::reopen(const OpenFolder& folder, const std::string& name, std::string_view header,
                                const std::function<bool(std::span<const std::string_view>)>& keep)
{
    const fs::path path = folder.path() / name;
    const auto content = readTextFile(path, std::uint64_t{1} << 40);
    if (!content)
        return content.error();
    const std::string_view text = *content;
    if (!text.starts_with(header) || text.substr(header.size()).substr(0, 1) != "\n")
        return Error(ErrorKind::input, NS_MESSAGE("log.header", "{0} does not begin with \"{1}\"; it belongs to another run"),
                     path.string(), header);
    // A log grows in order of steps, so what must be removed is at its end.
    std::size_t kept = header.size() + 1;
    for (std::size_t end = text.find('\n', kept); end != std::string_view::npos; end = text.find('\n', kept)) {
        if (!keep(csvFields(text.substr(kept, end - kept))))
            break;
        kept = end + 1;
    }
    auto file = GrowingFile::cutBack(folder, name, static_cast<std::int64_t>(kept));
    if (!file)
        return file.error();
    return CsvLog(std::move(*file));
}

std::vector<std::string_view> csvFields(std::string_view row)
{
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0; begin <= row.size();) {
        const std::size_t end = std::min(row.find(',', begin), row.size());
        fields.push_back(row.substr(begin, end - begin));
        begin = end + 1;
    }
    return fields;
}

std::string csvNumber(double value)
{
    return fmt::format("{:.9g}", value);
}

} // namespace netsmith
