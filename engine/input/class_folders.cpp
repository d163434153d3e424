#include "engine/input/class_folders.h"

#include "engine/core/ascii_case.h"
#include "engine/core/error.h"

#include <algorithm>
#include <map>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

/// The last component, read in place: there may be millions of paths.
std::string_view nameIn(const fs::path& path)
{
    const std::string_view all = path.native();
    return all.substr(all.rfind('/') + 1);
}

bool endsIn(const fs::path& file, std::span<const std::string_view> endings)
{
    const std::string_view name = nameIn(file);
    const std::size_t dot = name.rfind('.');
    return dot != std::string_view::npos && std::ranges::find(endings, lowerAscii(name.substr(dot))) != endings.end();
}

bool isHidden(const fs::path& path)
{
    return nameIn(path).starts_with('.');
}

std::vector<fs::path> foldersIn(const fs::path& root)
{
    std::vector<fs::path> folders;
    std::error_code code;
    fs::directory_iterator entries(root, code);
    for (; !code && entries != fs::directory_iterator(); entries.increment(code))
        if (std::error_code ignored; !isHidden(entries->path()) && entries->is_directory(ignored))
            folders.push_back(entries->path());
    if (code)
        refuse(NS_MESSAGE("images.unreadable", "the folder {0} can't be read: {1}"), root.string(), code.message());
    std::ranges::sort(folders);
    return folders;
}

/// A link to a folder that contains it would add each file to that class too.
void checkLoop(const fs::path& folder)
{
    std::error_code code;
    if (!fs::is_symlink(folder, code))
        return;
    const fs::path target = fs::canonical(folder, code), here = fs::canonical(folder.parent_path(), code);
    if (!code && std::mismatch(target.begin(), target.end(), here.begin(), here.end()).first == target.end())
        refuse(NS_MESSAGE("images.loop", "the link {0} leads back to a folder that contains it; remove it"), folder.string());
}

/// The files below a class's folder.
void listClass(const fs::path& root, const fs::path& folder, int label, const WantedFiles& wanted, std::vector<ListedFile>& out,
               ClassFolders& listing)
{
    const std::size_t before = out.size();
    std::error_code code;
    fs::recursive_directory_iterator entries(folder, code);
    for (; !code && entries != fs::recursive_directory_iterator(); entries.increment(code)) {
        std::error_code ignored;
        const fs::path& path = entries->path();
        if (isHidden(path)) {
            entries.disable_recursion_pending();
            continue;
        }
        if (entries->is_directory(ignored))
            continue;
        std::string relative = path.native().substr(root.native().size() + 1);
        if (endsIn(path, wanted.endings)) {
            out.push_back({std::move(relative), label});
        } else {
            if (listing.others == 0 || relative < listing.firstOther)
                listing.firstOther = std::move(relative);
            ++listing.others;
        }
    }
    if (code)
        refuse(NS_MESSAGE("images.unreadable", "the folder {0} can't be read: {1}"), folder.string(), code.message());
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
              [](const ListedFile& a, const ListedFile& b) { return a.path < b.path; });
}

/// The folder in `root` of one of these names, in any case.
fs::path partNamed(const std::vector<fs::path>& folders, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        for (const fs::path& folder : folders)
            if (lowerAscii(folder.filename().string()) == name)
                return folder;
    return {};
}

} // namespace

std::vector<std::string> namesOf(std::span<const ListedFile> files)
{
    std::vector<std::string> names;
    for (const ListedFile& file : files)
        names.push_back(file.path);
    return names;
}

ClassFolders listClassFolders(const fs::path& root, const WantedFiles& wanted)
{
    ClassFolders listing;
    const std::vector<fs::path> top = foldersIn(root);
    const fs::path train = partNamed(top, {"train", "training"});
    const fs::path test = train.empty() ? fs::path() : partNamed(top, {"test", "val", "valid", "validation"});
    const fs::path& base = train.empty() ? root : train;

    std::map<std::string, std::string> seen; // in lower case
    for (const fs::path& folder : train.empty() ? top : foldersIn(train)) {
        checkLoop(folder);
        const std::string name = folder.filename().string();
        if (const auto [other, isNew] = seen.emplace(lowerAscii(name), name); !isNew)
            refuse(NS_MESSAGE("images.same_class", "the classes {0} and {1} in {2} differ only in case; put them into one folder"),
                   other->second, name, base.string());
        const auto label = static_cast<int>(listing.classes.size());
        const std::size_t before = listing.train.size();
        listClass(root, folder, label, wanted, listing.train, listing);
        if (listing.train.size() == before)
            refuse(wanted.emptyClass, folder.string());
        listing.classes.push_back(name);
    }
    if (listing.classes.empty())
        refuse(wanted.noClasses, base.string());
    if (test.empty())
        return listing;
    for (const fs::path& folder : foldersIn(test)) {
        checkLoop(folder);
        const auto found = std::ranges::find(listing.classes, folder.filename().string());
        if (found == listing.classes.end())
            refuse(NS_MESSAGE("images.test_class", "{0} is a class that {1} does not have; rename or remove it"), folder.string(),
                   train.string());
        listClass(root, folder, static_cast<int>(found - listing.classes.begin()), wanted, listing.test, listing);
    }
    return listing;
}

} // namespace netsmith::data
