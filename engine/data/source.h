#pragma once

#include "engine/core/expected.h"
#include "engine/data/data_paths.h"
#include "engine/data/dataset.h"
#include "engine/data/watch.h"

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

/// What is known of a data set before any of it is there.
struct SourceInfo {
    std::string id;
    std::string title;
    std::string doc;
    std::string licence;
    std::int64_t trainCount = 0; ///< samples as published; what is loaded may have others
    std::int64_t testCount = 0;
    std::vector<RemoteFile> files{}; ///< empty: nothing to download
    std::string standIn{}; ///< id of the source with the same fields that takes this one's place where it isn't there, else empty
};

/// The title as an argument of a sentence, which is translated with it.
Message titleOf(const SourceInfo& info);

struct Availability {
    bool available = false;
    Message where; ///< "MNIST from /path", or where it was looked for in vain
};

/// A data set that can be found, downloaded and loaded; declared once, in one file of `sources/`.
class Source {
public:
    virtual ~Source() = default;

    virtual const SourceInfo& info() const = 0;
    /// The fields with the shapes of their samples, known without loading, so that a project's shapes are too.
    virtual const std::vector<FieldSpec>& fields() const = 0;
    /// Looks at names only and reads nothing.
    virtual Availability find(const DataPaths& paths) const = 0;
    /// All samples; `fields()` of both splits, checked.
    virtual Expected<DataSet> load(const DataPaths& paths, const Watch& watch) const = 0;
};

/// Every source, by id.
const std::vector<const Source*>& sources();
/// Throws `data.unknown`, naming the ones there are.
const Source& source(std::string_view id);

/// Which source a project that asks for `id` gets.
struct Resolved {
    const Source* source = nullptr;
    bool standIn = false; ///< another one than asked for
    Message words; ///< what is used, and if it is a stand-in why and how to get the real one
};

/// The source where it is available, else its stand-in. Throws `data.missing…` where there is neither.
Resolved resolve(const Source& wanted, const DataPaths& paths);
/// The same of the source `id`; throws `data.unknown` too.
Resolved resolve(std::string_view id, const DataPaths& paths);

} // namespace netsmith::data
