#include "engine/data/download.h"

#include "engine/core/files/safe_file.h"
#include "engine/core/files/safe_file_writer.h"
#include "engine/core/system_reason.h"

#include <array>
#include <curl/curl.h>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

struct CloseCurl {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
using Curl = std::unique_ptr<CURL, CloseCurl>;

/// On first use only: a program that downloads nothing pays nothing.
Curl makeCurl()
{
    static const bool initialised = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    Curl handle(initialised ? curl_easy_init() : nullptr);
    if (!handle)
        throw Error(ErrorKind::failed, NS_MESSAGE("data.curl", "libcurl can't be started; nothing can be downloaded"));
    return handle;
}

/// One download: the bytes so far, over all mirrors, in a new file next to the final one.
class Transfer {
public:
    Transfer(const RemoteFile& file, const fs::path& path, const Watch& watch, const DownloadOptions& options)
        : m_file(file)
        , m_watch(watch)
        , m_options(options)
        , m_curl(makeCurl())
        , m_content(SafeFileWriter::open(path).take())
    {
    }

    /// Empty if the whole file is there with the pinned hash, else why not. Throws what stopped it.
    std::optional<Message> tryMirror(const std::string& url)
    {
        const bool resumed = m_content.size() > 0;
        auto reason = receive(url);
        if (!reason || !resumed || m_content.size() > 0)
            return reason;
        return receive(url); // what an earlier mirror sent does not match: start over
    }

    void commit() { m_content.commit().take(); }

private:
    std::optional<Message> receive(const std::string& url)
    {
        std::array<char, CURL_ERROR_SIZE> text{};
        configure(url, text);
        m_tooLong = false;
        const CURLcode code = curl_easy_perform(m_curl.get());
        if (m_thrown)
            std::rethrow_exception(std::exchange(m_thrown, nullptr));
        m_watch.throwIfStopped();

        const std::int64_t size = received();
        if (!m_tooLong && size == m_file.size && m_content.sha256() == m_file.sha256)
            return std::nullopt;
        const bool broken = code != CURLE_OK && code != CURLE_RANGE_ERROR && size < m_file.size;
        if (!broken || m_tooLong)
            m_content.clear().take(); // nothing that another mirror could continue
        if (m_tooLong)
            return Message(NS_MESSAGE("data.mirror_long", "it sent more than {0:byte|bytes}"), m_file.size);
        if (code != CURLE_OK)
            return reasonOf(code, text.data());
        if (size == m_file.size)
            return Message(NS_MESSAGE("data.mirror_other", "it sent different content (its SHA-256 differs)"));
        return Message(NS_MESSAGE("data.mirror_short", "it sent {0:byte|bytes}, expected {1}"), size, m_file.size);
    }

    /// In our own words if it is common, so that it can be translated, else in libcurl's.
    Message reasonOf(CURLcode code, const char* text) const
    {
        long status = 0;
        curl_easy_getinfo(m_curl.get(), CURLINFO_RESPONSE_CODE, &status);
        switch (code) {
        case CURLE_COULDNT_RESOLVE_HOST: return Message(NS_MESSAGE("data.mirror_name", "its name could not be resolved"));
        case CURLE_COULDNT_CONNECT: return Message(NS_MESSAGE("data.mirror_connect", "could not connect"));
        case CURLE_HTTP_RETURNED_ERROR: return Message(NS_MESSAGE("data.mirror_status", "it responded with status {0}"), status);
        case CURLE_OPERATION_TIMEDOUT: return Message(NS_MESSAGE("data.mirror_slow", "it did not respond in time"));
        case CURLE_PEER_FAILED_VERIFICATION:
            return Message(NS_MESSAGE("data.mirror_certificate", "its certificate can't be trusted"));
        case CURLE_GOT_NOTHING:
        case CURLE_PARTIAL_FILE:
        case CURLE_RECV_ERROR:
            return Message(NS_MESSAGE("data.mirror_broken", "the connection was lost after {0:byte|bytes} of {1}"), received(),
                           m_file.size);
        default: return Message(NS_MESSAGE("data.mirror_failed", "{0}"), *text != '\0' ? text : curl_easy_strerror(code));
        }
    }

    std::int64_t received() const { return static_cast<std::int64_t>(m_content.size()); }

    void configure(const std::string& url, std::array<char, CURL_ERROR_SIZE>& text)
    {
        CURL* curl = m_curl.get();
        curl_easy_reset(curl);
        curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, m_options.protocols.c_str());
        curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, m_options.protocols.c_str());
        curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
        curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
        if (!m_options.authorities.empty())
            curl_easy_setopt(curl, CURLOPT_CAINFO, m_options.authorities.c_str());
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
        curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 8L);
        curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "netsmith");
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, static_cast<long>(m_options.patienceSeconds));
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(m_options.patienceSeconds));
        curl_easy_setopt(curl, CURLOPT_RESUME_FROM_LARGE, static_cast<curl_off_t>(received()));
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
        transfer.m_tooLong = static_cast<std::int64_t>(count) > transfer.m_file.size - transfer.received();
        return !transfer.m_tooLong && transfer.caught([&] {
            transfer.m_content.append({reinterpret_cast<const std::byte*>(bytes), count}).take();
        })
            ? count
            : 0;
    }

    static int follow(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
    {
        auto& transfer = *static_cast<Transfer*>(self);
        const bool told =
            transfer.caught([&] { transfer.m_watch.tell(transfer.m_file.name, transfer.received(), transfer.m_file.size); });
        return !told || transfer.m_watch.stop.stop_requested() ? 1 : 0;
    }

    /// Whether `body` finished; no exception may cross libcurl.
    template <class F>
    bool caught(F body)
    {
        try {
            body();
        } catch (...) {
            m_thrown = std::current_exception();
        }
        return !m_thrown;
    }

    const RemoteFile& m_file;
    const Watch& m_watch;
    const DownloadOptions& m_options;
    Curl m_curl;
    SafeFileWriter m_content;
    std::exception_ptr m_thrown;
    bool m_tooLong = false;
};

bool isThere(const RemoteFile& file, const fs::path& path)
{
    std::error_code unreadable;
    if (fs::file_size(path, unreadable) != static_cast<std::uintmax_t>(file.size) || unreadable)
        return false;
    const auto hash = sha256OfFile(path);
    return hash && *hash == file.sha256;
}

} // namespace

void makeDownloadFolder(const fs::path& folder)
{
    std::error_code code;
    fs::create_directories(folder, code);
    if (code)
        throw Error(
            ErrorKind::input,
            Message(NS_MESSAGE("data.make_folder", "can't make the folder {0}: {1}"), folder.string(), systemReason(code.value()))
                .with({.cause = MessageFacts::Cause::cacheFolder}));
}

Expected<void> download(const RemoteFile& file, const fs::path& folder, const Watch& watch, const DownloadOptions& options)
try {
    makeDownloadFolder(folder);
    if (isThere(file, folder / file.name))
        return {};
    Transfer transfer(file, folder / file.name, watch, options);
    std::optional<Message> reasons;
    for (const std::string& url : file.urls) {
        watch.throwIfStopped();
        const auto failure = transfer.tryMirror(url);
        if (!failure) {
            transfer.commit();
            return {};
        }
        Message reason(NS_MESSAGE("data.mirror", "{0}: {1}"), url, *failure);
        reasons = reasons ? Message(NS_MESSAGE("data.mirrors", "{0}; {1}"), *reasons, reason) : std::move(reason);
    }
    return Error(ErrorKind::failed,
                 Message(NS_MESSAGE("data.download",
                                    "can't download {0}: {1}. Check the network and try again, or put the file into {2} "
                                    "yourself"),
                         file.name, reasons.value_or(Message()), folder.string())
                     .with({.cause = MessageFacts::Cause::download}));
} catch (const Error& error) {
    return error;
}

Expected<fs::path> fetch(const Source& source, const DataPaths& paths, const Watch& watch, const DownloadOptions& options)
try {
    if (source.info().files.empty())
        return Error(ErrorKind::usage, NS_MESSAGE("data.nothing_to_fetch", "{0} need no download; use them as they are"),
                     titleOf(source.info()));
    const fs::path folder = paths.downloadDir() / source.info().id;
    for (const RemoteFile& file : source.info().files)
        download(file, folder, watch, options).take();
    return folder;
} catch (const Error& error) {
    return error;
}

} // namespace netsmith::data
