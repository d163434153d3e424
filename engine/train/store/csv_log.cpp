#include "engine/train/store/csv_log.h"

#include "engine/core/safe_file.h"
#include "engine/core/system_reason.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace netsmith::train {
namespace {

namespace fs = std::filesystem;

Error failed(const fs::path& path, int code)
{
    const bool missing = code == ENOENT || code == ENOTDIR || code == EISDIR || code == ENAMETOOLONG;
    return Error(missing ? ErrorKind::input : ErrorKind::resources,
                 NS_MESSAGE("log.write", "can't write {0}: {1}; free some space, then resume the run"), path.string(),
                 systemReason(code));
}

bool writeAll(int fd, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            if (written == 0)
                errno = ENOSPC;
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

std::vector<std::string_view> fieldsOf(std::string_view row)
{
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0; begin <= row.size();) {
        const std::size_t end = std::min(row.find(',', begin), row.size());
        fields.push_back(row.substr(begin, end - begin));
        begin = end + 1;
    }
    return fields;
}

} // namespace

Expected<CsvLog> CsvLog::create(const fs::path& path, std::string_view header)
{
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0)
        return failed(path, errno);
    CsvLog log(path, fd, 0);
    if (auto written = log.append(std::string(header) + '\n'); !written)
        return written.error();
    return log;
}

Expected<CsvLog> CsvLog::reopen(const fs::path& path, std::string_view header,
                                const std::function<bool(std::span<const std::string_view>)>& keep)
{
    const auto content = readTextFile(path, std::uint64_t{1} << 40);
    if (!content)
        return content.error();
    const std::string_view text = *content;
    if (!text.starts_with(header) || text.substr(header.size()).substr(0, 1) != "\n")
        return Error(ErrorKind::input, NS_MESSAGE("log.header", "{0} does not begin with \"{1}\"; it belongs to another run"),
                     path.string(), header);
    // A log grows in the order of its steps, so that what is to go lies at its end.
    std::size_t kept = header.size() + 1;
    for (std::size_t end = text.find('\n', kept); end != std::string_view::npos; end = text.find('\n', kept)) {
        if (!keep(fieldsOf(text.substr(kept, end - kept))))
            break;
        kept = end + 1;
    }
    const int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0)
        return failed(path, errno);
    CsvLog log(path, fd, static_cast<std::int64_t>(kept));
    if (::ftruncate(fd, static_cast<off_t>(kept)) != 0)
        return failed(path, errno);
    return log;
}

CsvLog::CsvLog(CsvLog&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_fd(std::exchange(other.m_fd, -1))
    , m_size(other.m_size)
{
}

CsvLog& CsvLog::operator=(CsvLog&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_fd, other.m_fd);
    std::swap(m_size, other.m_size);
    return *this;
}

CsvLog::~CsvLog()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

Expected<void> CsvLog::append(std::string_view rows)
{
    if (!writeAll(m_fd, rows)) {
        const int code = errno;
        if (::ftruncate(m_fd, static_cast<off_t>(m_size)) != 0)
            return failed(m_path, errno);
        return failed(m_path, code);
    }
    m_size += static_cast<std::int64_t>(rows.size());
    return {};
}

Expected<void> CsvLog::sync()
{
    if (::fsync(m_fd) != 0 && errno != EINVAL) // a pipe or a special file knows no sync
        return failed(m_path, errno);
    return {};
}

std::string csvNumber(double value)
{
    return fmt::format("{:.9g}", value);
}

} // namespace netsmith::train
