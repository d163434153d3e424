#pragma once

#include "engine/core/expected.h"

#include <new>
#include <stdexcept>

namespace netsmith {

/// Runs `body` and turns whatever it throws into an error: nothing may leave a backend's module.
template <class F>
auto guarded(F body) -> Expected<decltype(body())>
{
    try {
        if constexpr (std::is_void_v<decltype(body())>) {
            body();
            return {};
        } else {
            return body();
        }
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return Error(ErrorKind::resources,
                     NS_MESSAGE("backend.memory", "not enough memory; choose a smaller batch or a smaller network"));
    } catch (const std::length_error&) {
        return Error(ErrorKind::resources, NS_MESSAGE("backend.size", "a tensor is larger than any memory; choose smaller sizes"));
    } catch (const std::exception& error) {
        return Error(ErrorKind::failed, NS_MESSAGE("backend.failed", "the backend failed: {0}"), error.what());
    }
}

} // namespace netsmith
