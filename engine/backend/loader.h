#pragma once

#include "engine/backend/backend.h"

#include <filesystem>

namespace netsmith {

/// A backend module's one exported function, `netsmithBackend`, gives this; `buildId` must be the engine's.
struct BackendModule {
    const char* buildId;
    Backend* (*create)(); ///< owned by the caller; null on failure
};

/// Identifies this build of the engine; a module of another build is refused.
const char* buildId();

/// Sets what GPU libraries read in the environment when they start, unless it is set: called before a program has threads.
void prepareBackends();

/// Where modules are: the folder of the engine's library, or NETSMITH_BACKEND_DIR.
std::filesystem::path moduleFolder();

/// Loads "cpu", "reference" or "cuda" from `moduleFolder()`; once, then the same
/// object. An error says whether the module is missing, of another build, or can't be loaded, and why.
Expected<Backend*> loadBackend(std::string_view name);

/// "cpu", "cuda:0", "reference", or "auto" (a GPU that passed `selftest`, else the processor) → the backend. An unknown device
/// is an error that lists the available ones; never a silent fallback.
Expected<Backend*> backendFor(std::string_view device);

/// The backend that needs nothing but a processor, for anything but training: "cpu", or "reference" in a build without oneDNN.
Expected<Backend*> hostBackend();

} // namespace netsmith
