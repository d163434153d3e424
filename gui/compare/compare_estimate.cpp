#include "gui/compare/compare_estimate.h"

#include "engine/backend/loader.h"
#include "engine/inspect/preflight.h"
#include "gui/widgets/free_memory.h"

#include <utility>

namespace netsmith::gui {
namespace {

constexpr int estimateDelay = 400; ///< milliseconds after the last change
constexpr inspect::TimingGoal briefly{.seconds = 0.3};

/// Seeds and learning rates do not change the time.
std::string timedAs(const runs::Variant& variant)
{
    Project project = variant.project;
    project.training.seed = 0;
    project.training.optimizer.parameters.erase("learning_rate");
    return toJson(project) + (variant.fuse ? "fused" : "");
}

std::optional<double> secondsOf(const runs::Variant& variant, const std::filesystem::path& dataDir, const std::stop_token& stop)
try {
    Backend& backend = *backendFor(variant.project.training.device).take();
    const inspect::Preflight look = inspect::preflight(
        variant.project, backend,
        {.dataDir = dataDir, .data = {}, .fuse = variant.fuse, .timing = briefly, .watch = {.report = {}, .stop = stop}});
    return look.time ? std::optional(look.time->run) : std::nullopt;
} catch (const std::exception&) {
    return std::nullopt; // the training reports the reason; a later request may succeed
}

} // namespace

CompareEstimate::CompareEstimate(QObject* parent)
    : QObject(parent)
{
    m_wait.setSingleShot(true);
    m_wait.setInterval(estimateDelay);
    connect(&m_wait, &QTimer::timeout, this, &CompareEstimate::begin);
}

CompareEstimate::~CompareEstimate()
{
    m_stop.request_stop();
}

void CompareEstimate::ask(std::vector<runs::Variant> ways, std::filesystem::path dataDir)
{
    stop();
    m_asked = std::move(ways);
    m_dataDir = std::move(dataDir);
    m_wait.start();
}

void CompareEstimate::stop()
{
    m_wait.stop();
    m_stop.request_stop();
}

void CompareEstimate::forget()
{
    stop();
    m_known.clear();
}

void CompareEstimate::begin()
{
    m_stop = {};
    std::map<std::string, runs::Variant> wanted;
    for (runs::Variant& variant : std::exchange(m_asked, {}))
        wanted.emplace(timedAs(variant), std::move(variant));
    std::erase_if(m_known, [&](const auto& known) { return !wanted.contains(known.first); });
    for (auto& [key, variant] : wanted)
        if (!m_known.contains(key))
            m_thread.run([this, key = key, variant = std::move(variant), dataDir = m_dataDir, stop = m_stop.get_token()] {
                if (stop.stop_requested())
                    return;
                const std::optional<double> seconds = secondsOf(variant, dataDir, stop);
                giveBackFreeMemory();
                if (seconds)
                    m_thread.answer([this, key, seconds, stop] {
                        if (stop.stop_requested())
                            return;
                        m_known[key] = *seconds;
                        Q_EMIT came();
                    });
            });
}

std::optional<double> CompareEstimate::seconds(const std::vector<runs::Variant>& ways) const
{
    double all = 0.0;
    for (const runs::Variant& way : ways) {
        const auto known = m_known.find(timedAs(way));
        if (known == m_known.end())
            return std::nullopt;
        all += known->second;
    }
    return ways.empty() ? std::nullopt : std::optional(all);
}

} // namespace netsmith::gui
