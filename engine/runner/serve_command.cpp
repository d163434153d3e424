#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/runner/program.h"
#include "engine/runner/serve/server.h"

#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <thread>

namespace netsmith::runner {
namespace {

struct ServeOptions : ModelOptions {
    std::string name;
    std::string host = "127.0.0.1";
    int port = 8000;
    std::int64_t bodyMebibytes = 64;
    ServerLimits limits;
};

/// Stops a server on SIGTERM or SIGINT, which no other thread receives as long as this lives.
class StopSignals {
public:
    StopSignals()
    {
        sigemptyset(&m_signals);
        for (const int signal : {SIGTERM, SIGINT, SIGUSR1})
            sigaddset(&m_signals, signal);
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
    }
    ~StopSignals()
    {
        if (m_thread.joinable()) {
            pthread_kill(m_thread.native_handle(), SIGUSR1); // the server ended by itself
            m_thread.join();
        }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    void stopOnSignal(Server& server)
    {
        m_thread = std::thread([this, &server] {
            int signal = 0;
            sigwait(&m_signals, &signal);
            server.stop();
        });
    }

private:
    sigset_t m_signals{};
    sigset_t m_before{};
    std::thread m_thread;
};

} // namespace

int serve(Output& output, std::vector<std::string> arguments)
{
    CLI::App app("Serves a packed model over HTTP by the Open Inference Protocol, version 2.", "netsmith-run serve");
    ServeOptions options;
    app.set_help_flag("-h,--help", "Show this help and exit");
    addModelOptions(app, options, output);
    app.add_option("--name", options.name, "The model's name in paths (its file's)")->type_name("NAME");
    app.add_option("--host", options.host, "The address to listen at; 0.0.0.0 for all, which lets other machines ask")
        ->type_name("ADDRESS")
        ->capture_default_str();
    app.add_option("--port", options.port, "The port; 0 takes a free one")
        ->check(wholeNumber(0, 65535))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--max-body", options.bodyMebibytes, "The largest request in MiB")
        ->check(wholeNumber(1, 4096))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--max-connections", options.limits.connections, "Connections at a time; further ones wait")
        ->check(wholeNumber(1, 1024))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--timeout", options.limits.seconds, "Seconds that a request may take to arrive, and a connection may be idle")
        ->check(wholeNumber(1, 3600))
        ->type_name("N")
        ->capture_default_str();
    app.footer("Paths: /v2/health/live, /v2/health/ready, /v2/models/NAME, /v2/models/NAME/infer, /metrics. Requests that wait at\n"
               "the same time are computed as one batch. SIGTERM and SIGINT end it once all requests are answered.");
    if (!parse(app, output, std::move(arguments)))
        return 0;
    if (options.threads > 0)
        setThreadCount(options.threads);
    if (options.name.empty())
        options.name = std::filesystem::path(options.model).stem().string();
    if (options.name.find('/') != std::string::npos)
        throw Error(ErrorKind::usage, NS_MESSAGE("serve.name", "the name \"{0}\" contains a slash; choose another one with --name"),
                    options.name);
    options.limits.bodyBytes = static_cast<std::size_t>(options.bodyMebibytes) << 20;

    StopSignals signals; // before there are threads, which inherit what is blocked
    PackedNetwork single(options.model, 1), many(options.model, options.batch);
    Server server(single, many, options.name, options.host, options.port, options.limits);
    signals.stopOnSignal(server);
    output.object({{"event", "serving"}, {"model", options.name}, {"host", options.host}, {"port", server.port()}});
    output.line(fmt::format("{} is served at http://{}:{}/v2/models/{}", options.name, options.host, server.port(), options.name));
    server.run();
    output.object({{"event", "stopped"}});
    output.line("stopped");
    return 0;
}

} // namespace netsmith::runner
