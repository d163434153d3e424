#include "gui/document/project_text.h"

#include "engine/graph/project.h"
#include "gui/widgets/engine_text.h"

#include <QLocale>

namespace netsmith::gui {
namespace {

QString translated(const Project& project, const char* key, const std::string& original)
{
    const auto all = project.extra.find("translations");
    if (all != project.extra.end() && all->is_object()) {
        const auto own = all->find(QLocale().name().toStdString());
        if (own != all->end() && own->is_object() && own->contains(key) && own->at(key).is_string())
            return fromStd(own->at(key).get<std::string>());
    }
    return fromStd(original);
}

} // namespace

QString projectTitle(const Project& project)
{
    return translated(project, "title", project.title);
}

QString projectDescription(const Project& project)
{
    return translated(project, "description", project.description);
}

QString projectGoal(const Project& project)
{
    return translated(project, "goal", project.goal);
}

} // namespace netsmith::gui
