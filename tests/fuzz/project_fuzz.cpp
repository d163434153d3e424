#include "engine/graph/project.h"
#include "engine/graph/settings.h"
#include "engine/layers/registry.h"

#include <cstdlib>

using namespace netsmith;

/// What can be read is checked and must come back from its own text as the same bytes.
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
