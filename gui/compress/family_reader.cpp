#include "gui/compress/family_reader.h"

#include "gui/widgets/guarded.h"

#include <algorithm>

namespace netsmith::gui {
namespace {

/// The newest run that was made of this one; itself if none was.
std::filesystem::path newestOf(const std::filesystem::path& run, const std::vector<std::filesystem::path>& oldestFirst,
                               const std::vector<compress::ChainRun>& family)
{
    for (auto each = oldestFirst.rbegin(); each != oldestFirst.rend(); ++each)
        if (std::ranges::any_of(family, [&](const compress::ChainRun& one) { return one.run.filename() == each->filename(); }))
            return *each;
    return run;
}

CompressFamily readFamily(const std::filesystem::path& run, const std::filesystem::path& shown,
                          const std::vector<std::filesystem::path>& runs)
{
    CompressFamily family{
        .asked = run, .chain = compress::chainOf(shown.empty() ? run : shown), .all = compress::familyOf(run, runs)};
    if (shown.empty() && family.chain.size() == 1) // an original: what came of it
        family.chain = compress::chainOf(newestOf(run, runs, family.all));
    return family;
}

} // namespace

FamilyReader::FamilyReader(QObject* parent)
    : QObject(parent)
{
}

void FamilyReader::read(const std::filesystem::path& run, const std::filesystem::path& shown,
                        std::vector<std::filesystem::path> runs)
{
    m_busy = true;
    m_thread.run([this, run, shown, runs = std::move(runs), call = ++m_call] {
        if (call != m_call)
            return; // another one is asked about by now
        CompressFamily family{.asked = run, .chain = {}, .all = {}};
        guarded([&] { family = readFamily(run, shown, runs); }, [](const Error&) {}); // what can't be read is no part of it
        m_thread.answer([this, call, family] {
            if (call != m_call)
                return;
            m_busy = false;
            Q_EMIT came(family);
        });
    });
}

} // namespace netsmith::gui
