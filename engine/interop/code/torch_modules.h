#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace netsmith::interop::code {

/// A module of PyTorch that is one of our layers: the order of its arguments, and how those are called here.
struct TorchModule {
    std::string_view name;
    std::string_view layer;
    std::string_view arguments;
    std::vector<std::pair<std::string_view, std::string_view>> parameters{};
};

/// In alphabetical order.
const std::vector<TorchModule>& torchModules();

} // namespace netsmith::interop::code
