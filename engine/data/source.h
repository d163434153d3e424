#pragma once

#include "engine/core/expected.h"
#include "engine/fields/data_paths.h"
#include "engine/fields/dataset.h"
#include "engine/fields/watch.h"
#include "engine/graph/project/project.h"
#include "engine/input/source_part.h"

#include <string_view>
#include <vector>

namespace netsmith::data {

/// A file that can be downloaded, pinned by hash so that any mirror can be used.
struct RemoteFile {
    std::string name; ///< as it is stored, "train-images-idx3-ubyte.gz"
    std::int64_t size = 0; ///< bytes
    std::string sha256; ///< 64 lower-case hexadecimal digits
    std::vector<std::string> urls; ///< tried in order
};

/// Where a source's files are: found under their names in the data folders, or at the file or folder that a project names.
enum class SourcePlace { own, file, folder };

/// A parameter whose text names parts of the user's file.
struct PartParameter {
    std::string name;
    bool several = false; ///< with commas between
};

/// What is known about a data set before any of it is available.
struct SourceInfo {
    std::string id;
    std::string title;
    std::string doc;
    std::string licence;
    std::int64_t trainCount = 0; ///< numbers of samples as published; what is loaded may differ
    std::int64_t testCount = 0;
    std::vector<RemoteFile> files{}; ///< empty: nothing to download
    std::string home{}; ///< where users get it, if it is not downloaded
    SourcePlace place = SourcePlace::own;
    std::vector<ParameterSpec> parameters{}; ///< its own parameters, which a project may set
    bool standardised = false; ///< its numbers need no further scaling by a project's `subtract` and `divide`
    bool mayMap = false; ///< samples too large for memory are read from a file on demand
    std::vector<PartParameter> partParameters{}; ///< of its parameters
    std::vector<SourcePart> parts{}; ///< of the user's file, in its order
    std::vector<Message> warnings{}; ///< what the user should know about that file before it is read
    std::string standIn{}; ///< id of the source with the same fields that stands in if this one is not available, else empty
};

/// The title as an argument of a sentence, which is translated with it.
Message titleOf(const SourceInfo& info);

class Source;

/// The error that a source needs the path of its files.
Message placeWanted(const SourceInfo& info);

struct Availability {
    bool available = false;
    Message where; ///< "MNIST from /path", or where it was searched for
};

/// A data set that can be found, downloaded and loaded; declared once, in one file of `sources/`. One whose `info()` names a place
/// or parameters is a factory: `setUp` makes the source of one project from it.
class Source {
public:
    virtual ~Source() = default;

    virtual const SourceInfo& info() const = 0;
    /// The fields with the shapes of their samples, known without loading, so that a project's shapes are too; none for a source
    /// that is not set up yet.
    virtual const std::vector<FieldSpec>& fields() const = 0;
    /// The names of the training samples, as loading gives them; empty: they only have numbers. Looks at names only.
    virtual std::vector<std::string> sampleNames() const { return {}; }
    /// Looks at names only and reads nothing.
    virtual Availability find(const DataPaths& paths) const = 0;
    /// The files and folders that it is read from; none if it needs none or they are missing. Looks at names only.
    virtual std::vector<std::filesystem::path> files(const DataPaths&) const { return {}; }
    /// The same source with the numbers of samples in its local files, which may differ from the published ones. Reads only headers
    /// and labels, quickly, and rejects files that loading would. Null: as published, or it can't be determined quickly.
    virtual Expected<std::shared_ptr<const Source>> counted(const DataPaths& paths) const;
    /// All samples; `fields()` of both splits, checked. What the samples that train are yet to tell of a field is not in its
    /// numbers: see `isRaw`.
    virtual Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const = 0;

    /// The source of what lies at `place` (absolute and there; empty where the source has a place of its own), read as
    /// `parameters` say, which fit their declarations. Finds out fields and numbers of samples from names and headers, in a
    /// moment, since editors ask after each change. Null: there is nothing to set up.
    virtual Expected<std::shared_ptr<const Source>> setUp(const std::filesystem::path& place, const ParameterMap& parameters) const;
    /// The names that its `partParameters` may give of what lies at `place`, from its headers alone: also where `setUp` fails,
    /// since a name is wrong or missing.
    virtual std::vector<std::string> partNames(const std::filesystem::path& place, const ParameterMap& parameters) const;
};

/// Every source, by id.
const std::vector<const Source*>& sources();
/// Throws `kind.meant` or `kind.unknown`.
const Source& source(std::string_view id);

/// The source that a project's settings ask for, set up with its place and parameters. The last few are cached as long as the files
/// there are unchanged. Throws `kind.*`, `data.place*`, `data.parameter*` and what its `setUp` says.
std::shared_ptr<const Source> sourceFor(const DataSettings& settings, const DataPaths& paths);

/// The same if nothing has to be read for it, else null: cheap enough to call between two events of a window.
std::shared_ptr<const Source> sourceAtHand(const DataSettings& settings, const DataPaths& paths);

/// The places that the path of the settings may mean, in the order of looking: it itself if it is absolute, else one in each data
/// folder. None where the source has a place of its own, or none is named.
std::vector<std::filesystem::path> placesMeant(const DataSettings& settings, const DataPaths& paths);

/// The names of columns or arrays that the settings' parameters may give; none where there is nothing to name or it can't be read.
std::vector<std::string> partNames(const DataSettings& settings, const DataPaths& paths);

/// The source that a project gets when it asks for one.
struct Resolved {
    std::shared_ptr<const Source> source;
    bool standIn = false; ///< a different one than asked for
    Message words; ///< what is used and, if it is a stand-in, why and how to get the real one
};

/// The source where it is available, as `counted`, else its stand-in. Throws `data.missing…` where there is neither, and what
/// `counted` says.
Resolved resolve(std::shared_ptr<const Source> wanted, const DataPaths& paths);
/// The same of what settings ask for; throws what `sourceFor` does too.
Resolved resolve(const DataSettings& settings, const DataPaths& paths);
/// The same of a source that outlives everything, or of the one called `id`.
Resolved resolve(const Source& wanted, const DataPaths& paths);
Resolved resolve(std::string_view id, const DataPaths& paths);

} // namespace netsmith::data
