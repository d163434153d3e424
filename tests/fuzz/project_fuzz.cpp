#include "engine/graph/project/project.h"
#include "engine/graph/project/settings.h"
#include "engine/layers/registry.h"

#include <cstdlib>

using namespace netsmith;

/// A project that can be read is checked, and must give the same bytes after a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Expected<Project> project = projectFromJson({reinterpret_cast<const char*>(data), size});
    if (!project)
        return 0;
    (void)validate((*project).graph, layers());
    (void)settingsProblems(*project);
    const std::string text = toJson(*project);
    const Expected<Project> again = projectFromJson(text);
    if (!again || toJson(*again) != text)
        std::abort();
    return 0;
}
