#include "engine/cuda/plan_book.h"

#include "engine/core/safe_file.h"

#include <nlohmann/json.hpp>

namespace netsmith::cuda {
namespace {

constexpr int bookFormat = 1;
constexpr std::uint64_t mostBookBytes = std::uint64_t{64} << 20;

} // namespace

PlanBook::PlanBook(std::filesystem::path file)
    : m_file(std::move(file))
    , m_plans(read(m_file))
{
}

std::optional<std::string> PlanBook::find(const std::string& target, const std::string& shape) const
{
    const auto ofTarget = m_plans.find(target);
    if (ofTarget == m_plans.end())
        return std::nullopt;
    const auto found = ofTarget->second.find(shape);
    return found == ofTarget->second.end() ? std::nullopt : std::optional(found->second);
}

void PlanBook::keep(const std::string& target, const std::string& shape, const std::string& plan)
{
    for (auto& [other, plans] : read(m_file)) // of another process, since
        m_plans[other].merge(plans);
    m_plans[target][shape] = plan;
    if (m_file.empty())
        return;
    std::error_code code;
    std::filesystem::create_directories(m_file.parent_path(), code);
    (void)writeFileSafely(m_file, nlohmann::json{{"format", bookFormat}, {"plans", m_plans}}.dump(1));
}

PlanBook::Plans PlanBook::read(const std::filesystem::path& file)
{
    if (file.empty())
        return {};
    const auto text = readTextFile(file, mostBookBytes);
    if (!text)
        return {};
    const auto book = nlohmann::json::parse(*text, nullptr, false);
    if (!book.is_object() || book.value("format", nlohmann::json()) != bookFormat)
        return {};
    try {
        return book.at("plans").get<Plans>();
    } catch (const nlohmann::json::exception&) {
        return {};
    }
}

} // namespace netsmith::cuda
