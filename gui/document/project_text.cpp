#include "gui/document/project_text.h"

#include "engine/graph/project/project.h"
#include "gui/widgets/engine_text.h"

#include <QLocale>

namespace netsmith::gui {
namespace {

constexpr qsizetype longest = 4000; ///< laying out a text of megabytes takes many seconds

QString translated(const Project& project, std::string ProjectWords::*words, const std::string& original)
{
    const auto own = project.translations.find(QLocale().name().toStdString());
    const bool there = own != project.translations.end() && !(own->second.*words).empty();
    const QString text = fromStd(there ? own->second.*words : original);
    return text.size() > longest ? text.left(longest) + u'…' : text;
}

} // namespace

QString projectTitle(const Project& project)
{
    return translated(project, &ProjectWords::title, project.title);
}

QString projectDescription(const Project& project)
{
    return translated(project, &ProjectWords::description, project.description);
}

QString projectGoal(const Project& project)
{
    return translated(project, &ProjectWords::goal, project.goal);
}

} // namespace netsmith::gui
