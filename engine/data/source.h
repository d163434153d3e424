#pragma once

#include "engine/core/expected.h"
#include "engine/fields/data_paths.h"
#include "engine/fields/dataset.h"
#include "engine/fields/watch.h"
#include "engine/graph/project.h"
#include "engine/input/source_part.h"

#include <string_view>
#include <vector>

namespace netsmith::data {

/// A file that can be downloaded, pinned so that any mirror will do.
struct RemoteFile {
    std::string name; ///< as it is stored, "train-images-idx3-ubyte.gz"
    std::int64_t size = 0; ///< bytes
    std::string sha256; ///< 64 lower-case hexadecimal digits
    std::vector<std::string> urls; ///< tried in order
};

/// Where a source's files lie: found under their names in the data folders, or at the file or folder that a project names.
enum class SourcePlace { own, file, folder };

/// A parameter whose text names parts of a file of one's own.
struct PartParameter {
    std::string name;
    bool several = false; ///< with commas between
};

/// What is known of a data set before any of it is there.
struct SourceInfo {
    std::string id;
    std::string title;
    std::string doc;
    std::string licence;
    std::int64_t trainCount = 0; ///< samples as published; what is loaded may have others
    std::int64_t testCount = 0;
    std::vector<RemoteFile> files{}; ///< empty: nothing to download
    std::string home{}; ///< where a person gets it from, if it is not downloaded
    SourcePlace place = SourcePlace::own;
    std::vector<ParameterSpec> parameters{}; ///< of its own, that a project may set
    bool standardised = false; ///< its numbers need no more of what a project's `subtract` and `divide` do
    bool mayMap = false; ///< what is too much for memory is read from a file where it is touched
    std::vector<PartParameter> partParameters{}; ///< of its parameters
    std::vector<SourcePart> parts{}; ///< of a file of one's own, in its order
    std::vector<Message> warnings{}; ///< what a person should know of that file before it is read
    std::string standIn{}; ///< id of the source with the same fields that takes this one's place where it isn't there, else empty
};

/// The title as an argument of a sentence, which is translated with it.
Message titleOf(const SourceInfo& info);

class Source;

/// That a source has to be told where its files lie.
Message placeWanted(const SourceInfo& info);

struct Availability {
    bool available = false;
    Message where; ///< "MNIST from /path", or where it was looked for in vain
};

/// A data set that can be found, downloaded and loaded; declared once, in one file of `sources/`. One whose `info()` names a place
/// or parameters is a factory: `setUp` makes the source of one project from it.
class Source {
public:
    virtual ~Source() = default;

    virtual const SourceInfo& info() const = 0;
    /// The fields with the shapes of their samples, known without loading, so that a project's shapes are too; none of a source
    /// that is yet to be set up.
    virtual const std::vector<FieldSpec>& fields() const = 0;
    /// The names of the samples that train, as loading gives them; empty: they have numbers alone. Looks at names only.
    virtual std::vector<std::string> sampleNames() const { return {}; }
    /// Looks at names only and reads nothing.
    virtual Availability find(const DataPaths& paths) const = 0;
    /// The files and folders that it is read from; none where it needs none or they are not here. Looks at names only.
    virtual std::vector<std::filesystem::path> files(const DataPaths&) const { return {}; }
    /// The same source with the numbers of samples that its files here hold, which may be others than were published. Reads headers
    /// and labels, in a moment, and refuses files that loading would. Null: as published, or it can't be told in a moment.
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

/// The source that a project's settings ask for, set up with its place and parameters. The last few are kept for as long as what
/// lies there is the same. Throws `kind.*`, `data.place*`, `data.parameter*` and what its `setUp` says.
std::shared_ptr<const Source> sourceFor(const DataSettings& settings, const DataPaths& paths);

/// The same where nothing has to be read for it, else null: what a window may ask between two events.
std::shared_ptr<const Source> sourceAtHand(const DataSettings& settings, const DataPaths& paths);

/// The places that the path of the settings may mean, in the order of looking: it itself if it is absolute, else one in each data
/// folder. None where the source has a place of its own, or none is named.
std::vector<std::filesystem::path> placesMeant(const DataSettings& settings, const DataPaths& paths);

/// The names of columns or arrays that the settings' parameters may give; none where there is nothing to name or it can't be read.
std::vector<std::string> partNames(const DataSettings& settings, const DataPaths& paths);

/// Which source a project that asks for one gets.
struct Resolved {
    std::shared_ptr<const Source> source;
    bool standIn = false; ///< another one than asked for
    Message words; ///< what is used, and if it is a stand-in why and how to get the real one
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
