#include "engine/core/error.h"
#include "engine/interop/weights/pickle.h"

#include <cstdlib>

using namespace netsmith;
using namespace netsmith::interop;

/// Any bytes give a pickle whose values all belong to it and whose calls were allowed, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto isAllowed = [](const PickleValue& global) { return global.module.size() % 2 == 0; };
    try {
        const Pickle pickle = readPickle(std::as_bytes(std::span(data, size)), "input", isAllowed);
        if (!pickle.root || pickle.bytes > size || pickle.values.size() > size)
            std::abort();
        for (const PickleValue& value : pickle.values) {
            std::size_t kinds = 0;
            for (const PickleValue* item : value.items)
                kinds += static_cast<std::size_t>(item->kind); // a sanitizer sees whether it is one
            if (kinds > value.items.size() * 256)
                std::abort();
            if (value.kind == PickleValue::Kind::dict && value.items.size() % 2 != 0)
                std::abort();
            if (value.kind == PickleValue::Kind::made
                && (value.maker->kind != PickleValue::Kind::global || value.arguments->kind != PickleValue::Kind::tuple
                    || (!value.isNew && !isAllowed(*value.maker))))
                std::abort();
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input)
            std::abort();
    }
    return 0;
}
