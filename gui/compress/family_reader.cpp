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

/// By name; none if the project has no file or its folder can't be read.
std::vector<std::string> projectsBeside(const std::filesystem::path& project)
{
    std::vector<std::string> names;
    std::error_code error;
    std::filesystem::directory_iterator entry;
    if (!project.empty())
        entry = std::filesystem::directory_iterator(project.parent_path(), error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
        if (entry->path().extension() == project.extension() && entry->path().filename() != project.filename())
            names.push_back(entry->path().filename().string());
    std::ranges::sort(names);
    return names;
}

CompressFamily readFamily(const std::filesystem::path& run, const std::filesystem::path& shown,
                          const std::vector<std::filesystem::path>& runs)
{
    CompressFamily family{.asked = run,
                          .chain = compress::chainOf(shown.empty() ? run : shown),
                          .all = compress::familyOf(run, runs),
                          .projects = {}};
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
                        std::vector<std::filesystem::path> runs, const std::filesystem::path& project)
{
    m_busy = true;
    m_thread.run([this, run, shown, project, runs = std::move(runs), call = ++m_call] {
        if (call != m_call)
            return; // another one is asked about by now
        CompressFamily family{.asked = run, .chain = {}, .all = {}, .projects = {}};
        guarded([&] { family = readFamily(run, shown, runs); }, [](const Error&) {}); // what can't be read is no part of it
        family.projects = projectsBeside(project);
        m_thread.answer([this, call, family] {
            if (call != m_call)
                return;
            m_busy = false;
            Q_EMIT came(family);
        });
    });
}

} // namespace netsmith::gui
