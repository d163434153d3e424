#include "engine/runner/serve/server.h"

#include "engine/core/error.h"
#include "engine/core/system_reason.h"
#include "engine/runner/serve/protocol.h"

#include <cerrno>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <httplib.h>
#include <new>
#include <sys/socket.h>
#include <thread>
#include <vector>

namespace netsmith::runner {
namespace {

using Clock = std::chrono::steady_clock;

/// A thread for each connection up to a limit. Accepting waits while all are busy, so that nothing grows with the clients.
class ConnectionThreads final : public httplib::TaskQueue {
public:
    explicit ConnectionThreads(int count)
    {
        for (int i = 0; i < count; ++i)
            m_threads.emplace_back([this] { work(); });
    }

    void enqueue(std::function<void()> connection) override
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_idle > std::ssize(m_waiting); });
        m_waiting.push_back(std::move(connection));
        m_changed.notify_all();
    }

    void shutdown() override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ends = true;
        }
        m_changed.notify_all();
        for (std::thread& thread : m_threads)
            thread.join();
    }

private:
    void work()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            ++m_idle;
            m_changed.notify_all();
            m_changed.wait(lock, [this] { return m_ends || !m_waiting.empty(); });
            --m_idle;
            if (m_waiting.empty())
                return;
            const std::function<void()> connection = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            connection();
            lock.lock();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_waiting;
    std::int64_t m_idle = 0;
    bool m_ends = false;
    std::vector<std::thread> m_threads;
};

/// "/v2/models/digits/infer" → v2, models, digits, infer.
std::vector<std::string> stepsIn(const std::string& path)
{
    std::vector<std::string> steps;
    for (std::size_t begin = 1; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        steps.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return steps;
}

void answerJson(httplib::Response& response, int status, const Json& json)
{
    response.status = status;
    response.set_content(json.dump(-1, ' ', false, Json::error_handler_t::replace), "application/json");
}

void answerError(httplib::Response& response, int status, const std::string& sentence)
{
    answerJson(response, status, {{"error", sentence}});
}

int statusOf(ErrorKind kind)
{
    return kind == ErrorKind::resources ? 503 : kind == ErrorKind::input || kind == ErrorKind::usage ? 400 : 500;
}

} // namespace

class Server::Http : public httplib::Server {
public:
    Http(PackedNetwork& single, PackedNetwork& many, std::string model, const ServerLimits& limits)
        : m_network(many)
        , m_model(std::move(model))
        , m_limits(limits)
        , m_queue(single, many, [this](std::int64_t requests, std::int64_t samples) { m_metrics.computed(requests, samples); })
    {
        new_task_queue = [this] { return new ConnectionThreads(m_limits.connections); };
        set_keep_alive_max_count(std::numeric_limits<std::size_t>::max());
        set_keep_alive_timeout(m_limits.seconds);
        set_read_timeout(m_limits.seconds);
        set_write_timeout(m_limits.seconds);
        set_payload_max_length(m_limits.bodyBytes);
        set_tcp_nodelay(true);
        set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
            return isToInfer(request, response) ? HandlerResponse::Unhandled : HandlerResponse::Handled;
        });
        Post(".*", [this](const httplib::Request& request, httplib::Response& response, const httplib::ContentReader& content) {
            infer(request, response, content);
        });
    }

    void bind(const std::string& host, int port)
    {
        errno = 0;
        m_port = port == 0 ? bind_to_any_port(host) : bind_to_port(host, port) ? port : -1;
        if (m_port < 0)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("serve.bind", "can't listen at {0}, port {1}: {2}; choose another one with --host and --port"),
                        host, port, systemReason(errno != 0 ? errno : EADDRNOTAVAIL));
        ::listen(svr_sock_, SOMAXCONN); // the library's own queue is too short for many clients that come at once
    }

    int port() const { return m_port; }

private:
    /// Answers everything else, before a body is read.
    bool isToInfer(const httplib::Request& request, httplib::Response& response)
    {
        constexpr std::size_t longestPath = 512;
        if (request.path.size() > longestPath) {
            answerError(response, 414, "the path is too long");
            return false;
        }
        std::vector<std::string> steps = stepsIn(request.path);
        const bool reads = request.method == "GET" || request.method == "HEAD";
        if (steps.size() >= 5 && steps[1] == "models" && steps[3] == "versions" && steps[4] == "1")
            steps.erase(steps.begin() + 3, steps.begin() + 5);
        const auto is = [&](std::initializer_list<std::string_view> path) { return std::ranges::equal(steps, path); };
        if (steps.size() >= 3 && steps[0] == "v2" && steps[1] == "models" && steps[2] != m_model) {
            answerError(response, 404, "there is no model \"" + steps[2] + "\" here; this server has \"" + m_model + "\"");
        } else if (is({"v2", "models", m_model, "infer"})) {
            if (request.method == "POST" && !request.has_header("Content-Encoding"))
                return true;
            answerError(response, request.method == "POST" ? 415 : 405, "infer with POST and a body that is not compressed");
        } else if (!reads) {
            answerError(response, 404, "there is nothing to send here");
        } else if (is({"v2"})) {
            answerJson(response, 200, serverMetadata());
        } else if (is({"v2", "health", "live"}) || is({"v2", "health", "ready"})) {
            answerJson(response, 200, {{steps[2], true}});
        } else if (is({"v2", "models", m_model})) {
            answerJson(response, 200, modelMetadata(m_network, m_model));
        } else if (is({"v2", "models", m_model, "ready"})) {
            answerJson(response, 200, {{"name", m_model}, {"ready", true}});
        } else if (is({"metrics"})) {
            response.status = 200;
            response.set_content(m_metrics.text(m_model, m_queue.waiting()), "text/plain; version=0.0.4; charset=utf-8");
        } else {
            answerError(response, 404, "there is nothing at this path; see /v2/models/" + m_model);
        }
        return false;
    }

    void infer(const httplib::Request& request, httplib::Response& response, const httplib::ContentReader& content)
    {
        const Clock::time_point begin = Clock::now();
        std::string body;
        bool tooLarge = false, tooSlow = false;
        const bool whole = content([&](const char* bytes, std::size_t size) {
            tooLarge = size > m_limits.bodyBytes - body.size();
            tooSlow = Clock::now() - begin > std::chrono::seconds(m_limits.seconds);
            if (!tooLarge && !tooSlow)
                body.append(bytes, size);
            return !tooLarge && !tooSlow;
        });
        tooLarge = tooLarge || (!whole && response.status == 413); // by its own header
        if (tooLarge)
            answerError(response, 413, "the request is too large");
        else if (tooSlow)
            answerError(response, 408, "the request took too long to arrive");
        else if (!whole)
            answerError(response, 400, "the request ended before its body was complete");
        else
            answer(request, response, body);
        m_metrics.answered(std::chrono::duration<double>(Clock::now() - begin).count(), response.status != 200);
    }

    void answer(const httplib::Request& request, httplib::Response& response, const std::string& body)
    {
        try {
            const InferenceRequest asked = inferenceRequest(body, jsonBytesOf(request), m_network);
            const InferenceAnswer found = inferenceAnswer(asked, m_network, m_model, m_queue.predict(asked.samples));
            response.status = 200;
            if (found.jsonBytes)
                response.set_header(binaryHeader, std::to_string(*found.jsonBytes));
            response.set_content(found.body, found.jsonBytes ? "application/octet-stream" : "application/json");
        } catch (const netsmith::Error& error) {
            answerError(response, statusOf(error.kind()), error.what());
        } catch (const std::bad_alloc&) {
            answerError(response, 503, "there is not enough memory");
        } catch (const std::exception& error) {
            answerError(response, 500, error.what());
        }
    }

    static std::optional<std::size_t> jsonBytesOf(const httplib::Request& request)
    {
        if (!request.has_header(binaryHeader))
            return std::nullopt;
        const std::string text = request.get_header_value(binaryHeader);
        std::size_t bytes = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), bytes);
        if (code != std::errc() || end != text.data() + text.size())
            refuse(NS_MESSAGE("serve.header_number", "the header {0} is \"{1}\", expected a number of bytes"), binaryHeader, text);
        return bytes;
    }

    const PackedNetwork& m_network;
    std::string m_model;
    ServerLimits m_limits;
    Metrics m_metrics;
    InferenceQueue m_queue;
    int m_port = -1;
};

Server::Server(PackedNetwork& single, PackedNetwork& many, std::string model, const std::string& host, int port,
               const ServerLimits& limits)
    : m_http(std::make_unique<Http>(single, many, std::move(model), limits))
{
    m_http->bind(host, port);
}

Server::~Server() = default;

int Server::port() const
{
    return m_http->port();
}

void Server::run()
{
    m_http->listen_after_bind();
}

void Server::stop()
{
    m_http->stop();
}

} // namespace netsmith::runner
