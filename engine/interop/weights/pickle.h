#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// What a pickle describes. Nothing of it is made: a call stays the name of what would be called, with its arguments.
struct PickleValue {
    enum class Kind {
        none,
        boolean, ///< in `integer`
        integer,
        large, ///< an integer beyond 64 bits, little-endian in `text`
        real,
        text,
        bytes,
        tuple,
        list,
        set,
        dict, ///< keys and values in turn
        global, ///< what Python would import: `text` from `module`
        made, ///< by calling `maker` with `arguments`; `items`: then appended, or keys and values
        persistent, ///< kept outside the pickle, under the id `arguments`
    };

    Kind kind = Kind::none;
    bool isNew = false; ///< made by the class's `__new__`, not by a call
    std::int64_t integer = 0;
    double real = 0.0;
    std::string_view text{};
    std::string_view module{};
    std::vector<const PickleValue*> items{};
    const PickleValue* maker = nullptr;
    const PickleValue* arguments = nullptr;
    const PickleValue* state = nullptr; ///< which was set last; null: none

    bool isGlobal(std::string_view ofModule, std::string_view name) const
    {
        return kind == Kind::global && module == ofModule && text == name;
    }
    /// "os.system", for messages.
    std::string globalName() const;
};

/// A pickle's values, which may refer to each other in circles; their texts lie in the bytes that were read.
struct Pickle {
    const PickleValue* root = nullptr;
    std::size_t bytes = 0; ///< up to its end
    std::deque<PickleValue> values{};
    std::deque<std::string> texts{}; ///< those that are not in the bytes as they are
};

/// Whether a call of this may stand in the result.
using PickleCalls = std::function<bool(const PickleValue& global)>;

/// Reads the first pickle in the bytes, of protocol 0 to 5 (docs.python.org, pickletools), as data. A call that `calls` does not
/// know is refused by its name, even if nothing would use its result, and so are extensions, persistent ids in words and buffers
/// outside the pickle. Memory is proportional to the bytes, of at most 4 million values. `place` stands for the file in errors.
/// Throws `weights.pickle*`.
Pickle readPickle(std::span<const std::byte> bytes, const std::string& place, const PickleCalls& calls);

} // namespace netsmith::interop
