#include "engine/runner/serve/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace netsmith::runner {
namespace {

/// A label's value: backslash, quotation mark and line feed are escaped.
std::string labelText(std::string_view text)
{
    std::string escaped;
    for (const char letter : text)
        escaped += letter == '\n'               ? std::string("\\n")
            : (letter == '"' || letter == '\\') ? std::string{'\\', letter}
                                                : std::string{letter};
    return escaped;
}

std::string metricHead(std::string_view name, std::string_view type, std::string_view help)
{
    return fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name, help, type);
}

} // namespace

void Metrics::answered(double seconds, bool failed)
{
    ++(failed ? m_failed : m_succeeded);
    m_seconds += seconds;
    const auto bound = static_cast<std::size_t>(std::ranges::lower_bound(bounds, seconds) - bounds.begin());
    ++m_durations[bound];
}

void Metrics::computed(std::int64_t requests, std::int64_t samples)
{
    ++m_batches;
    m_batched += requests;
    m_samples += samples;
}

std::string Metrics::text(const std::string& model, std::int64_t waiting) const
{
    const std::string label = fmt::format("model=\"{}\"", labelText(model));
    std::string out = metricHead("netsmith_requests_total", "counter", "Requests to infer that were answered.");
    out += fmt::format("netsmith_requests_total{{{},outcome=\"success\"}} {}\n", label, m_succeeded.load());
    out += fmt::format("netsmith_requests_total{{{},outcome=\"error\"}} {}\n", label, m_failed.load());
    out += metricHead("netsmith_samples_total", "counter", "Samples that were predicted.");
    out += fmt::format("netsmith_samples_total{{{}}} {}\n", label, m_samples.load());
    out += metricHead("netsmith_batches_total", "counter", "Batches that were computed.");
    out += fmt::format("netsmith_batches_total{{{}}} {}\n", label, m_batches.load());
    out += metricHead("netsmith_batched_requests_total", "counter", "Requests in these batches.");
    out += fmt::format("netsmith_batched_requests_total{{{}}} {}\n", label, m_batched.load());
    out += metricHead("netsmith_waiting_requests", "gauge", "Requests that wait or are computed now.");
    out += fmt::format("netsmith_waiting_requests{{{}}} {}\n", label, waiting);
    out += metricHead("netsmith_request_seconds", "histogram", "Time from a request's arrival to its answer.");
    std::int64_t below = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        below += m_durations[i];
        out += fmt::format("netsmith_request_seconds_bucket{{{},le=\"{}\"}} {}\n", label, bounds[i], below);
    }
    below += m_durations.back();
    out += fmt::format("netsmith_request_seconds_bucket{{{},le=\"+Inf\"}} {}\n", label, below);
    out += fmt::format("netsmith_request_seconds_sum{{{}}} {}\n", label, m_seconds.load());
    out += fmt::format("netsmith_request_seconds_count{{{}}} {}\n", label, below);
    return out;
}

} // namespace netsmith::runner
