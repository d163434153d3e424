#include "engine/data/download.h"

#include "engine/core/safe_file.h"

#include <array>
#include <curl/curl.h>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct CloseCurl {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
using Curl = std::unique_ptr<CURL, CloseCurl>;

/// On first use only: a start that downloads nothing pays nothing.
Curl makeCurl()
{
    static const bool initialised = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    Curl handle(initialised ? curl_easy_init() : nullptr);
    if (!handle)
        throw Error(ErrorKind::failed, NS_MESSAGE("data.curl", "libcurl can't be started; nothing can be downloaded"));
    return handle;
}

/// One file on its way: the bytes so far, over all mirrors.
class Transfer {
public:
    Transfer(const RemoteFile& file, const Watch& watch, const DownloadOptions& options)
        : m_file(file)
        , m_watch(watch)
        , m_options(options)
        , m_curl(makeCurl())
    {
        m_content.reserve(static_cast<std::size_t>(file.size));
    }

    /// Empty when the whole file is there as pinned, else why not. Throws what stopped it.
    std::string tryMirror(const std::string& url)
    {
        const bool resumed = !m_content.empty();
        const std::string reason = receive(url);
        if (reason.empty() || !resumed || !m_content.empty())
            return reason;
        return receive(url); // what an earlier mirror began doesn't fit: from the start
    }

    std::span<const std::byte> content() const { return m_content; }

private:
    std::string receive(const std::string& url)
    {
        std::array<char, CURL_ERROR_SIZE> text{};
        configure(url, text);
        m_tooLong = false;
        const CURLcode code = curl_easy_perform(m_curl.get());
        if (m_thrown)
            std::rethrow_exception(std::exchange(m_thrown, nullptr));
        m_watch.throwIfStopped();

        const auto size = static_cast<std::int64_t>(m_content.size());
        if (!m_tooLong && size == m_file.size && sha256(m_content) == m_file.sha256)
            return {};
        const bool broken = code != CURLE_OK && code != CURLE_RANGE_ERROR && size < m_file.size;
        if (!broken || m_tooLong)
            m_content.clear(); // nothing that a next mirror could go on from
        if (m_tooLong)
            return "it sends more than " + std::to_string(m_file.size) + " bytes";
        if (code != CURLE_OK)
            return text[0] != '\0' ? text.data() : curl_easy_strerror(code);
        return size == m_file.size ? "it sends other content (its SHA-256 differs)"
                                   : "it sends " + std::to_string(size) + " bytes, expected " + std::to_string(m_file.size);
    }

    void configure(const std::string& url, std::array<char, CURL_ERROR_SIZE>& text)
    {
        CURL* curl = m_curl.get();
        curl_easy_reset(curl);
        curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, m_options.protocols.c_str());
        curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, m_options.protocols.c_str());
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
        curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 8L);
        curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "netsmith");
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, static_cast<long>(m_options.patienceSeconds));
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(m_options.patienceSeconds));
        curl_easy_setopt(curl, CURLOPT_RESUME_FROM_LARGE, static_cast<curl_off_t>(m_content.size()));
        curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, text.data());
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Transfer::append);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
        curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, &Transfer::follow);
        curl_easy_setopt(curl, CURLOPT_XFERINFODATA, this);
        curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    }

    static std::size_t append(const char* bytes, std::size_t, std::size_t count, void* self)
    {
        auto& transfer = *static_cast<Transfer*>(self);
        transfer.m_tooLong = count > static_cast<std::size_t>(transfer.m_file.size) - transfer.m_content.size();
        if (transfer.m_tooLong)
            return 0;
        const auto* first = reinterpret_cast<const std::byte*>(bytes);
        transfer.m_content.insert(transfer.m_content.end(), first, first + count); // reserved: can't throw
        return count;
    }

    static int follow(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
    {
        auto& transfer = *static_cast<Transfer*>(self);
        try { // no exception may cross libcurl
            transfer.m_watch.tell(transfer.m_file.name, static_cast<std::int64_t>(transfer.m_content.size()), transfer.m_file.size);
        } catch (...) {
            transfer.m_thrown = std::current_exception();
        }
        return transfer.m_thrown || transfer.m_watch.stop.stop_requested() ? 1 : 0;
    }

    const RemoteFile& m_file;
    const Watch& m_watch;
    const DownloadOptions& m_options;
    Curl m_curl;
    std::vector<std::byte> m_content;
    std::exception_ptr m_thrown;
    bool m_tooLong = false;
};

bool isThere(const RemoteFile& file, const fs::path& path)
{
    const auto content = readFile(path, static_cast<std::uint64_t>(file.size));
    return content && std::ssize(*content) == file.size && sha256(*content) == file.sha256;
}

void makeFolder(const fs::path& folder)
{
    std::error_code code;
    fs::create_directories(folder, code);
    if (code)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.make_folder", "can't make the folder {0}: {1}; name another one with --data-dir"),
                    folder.string(), code.message());
}

} // namespace

Expected<void> download(const RemoteFile& file, const fs::path& folder, const Watch& watch, const DownloadOptions& options)
try {
    makeFolder(folder);
    if (isThere(file, folder / file.name))
        return {};
    Transfer transfer(file, watch, options);
    std::string reasons;
    for (const std::string& url : file.urls) {
        watch.throwIfStopped();
        const std::string reason = transfer.tryMirror(url);
        if (reason.empty())
            return writeFileSafely(folder / file.name, transfer.content());
        reasons += (reasons.empty() ? "" : "; ") + url + ": " + reason;
    }
    return Error(ErrorKind::failed,
                 NS_MESSAGE("data.download",
                            "can't download {0}: {1}. Check the network and try again, or put the file into {2} "
                            "yourself"),
                 file.name, reasons, folder.string());
} catch (const Error& error) {
    return error;
}

Expected<fs::path> fetch(const Source& source, const DataPaths& paths, const Watch& watch, const DownloadOptions& options)
try {
    if (source.info().files.empty())
        return Error(ErrorKind::usage, NS_MESSAGE("data.nothing_to_fetch", "{0} need no download; use them as they are"),
                     source.info().title);
    const fs::path folder = paths.downloadDir() / source.info().id;
    for (const RemoteFile& file : source.info().files)
        download(file, folder, watch, options).take();
    return folder;
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::data
