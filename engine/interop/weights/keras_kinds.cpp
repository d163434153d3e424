#include "engine/interop/weights/keras_kinds.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace netsmith::interop {
namespace {

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}
bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

struct KindsOfClass {
    std::string_view layerClass;
    std::array<std::string_view, 3> kinds; ///< the last ones may be missing, as a bias can
};
constexpr std::array kindsOfClasses{
    KindsOfClass{"dense", {"kernel", "bias"}},
    KindsOfClass{"einsum_dense", {"kernel", "bias"}},
    KindsOfClass{"conv1d", {"kernel", "bias"}},
    KindsOfClass{"conv2d", {"kernel", "bias"}},
    KindsOfClass{"conv3d", {"kernel", "bias"}},
    KindsOfClass{"conv1d_transpose", {"kernel", "bias"}},
    KindsOfClass{"conv2d_transpose", {"kernel", "bias"}},
    KindsOfClass{"conv3d_transpose", {"kernel", "bias"}},
    KindsOfClass{"depthwise_conv1d", {"kernel", "bias"}},
    KindsOfClass{"depthwise_conv2d", {"kernel", "bias"}},
    KindsOfClass{"separable_conv1d", {"depthwise_kernel", "pointwise_kernel", "bias"}},
    KindsOfClass{"separable_conv2d", {"depthwise_kernel", "pointwise_kernel", "bias"}},
    KindsOfClass{"embedding", {"embeddings"}},
    KindsOfClass{"p_re_lu", {"alpha"}},
    KindsOfClass{"rms_normalization", {"scale"}},
    KindsOfClass{"normalization", {"mean", "variance", "count"}},
};
constexpr std::array<std::string_view, 3> kindsOfCell{"kernel", "recurrent_kernel", "bias"};

bool isOn(const Json* config, const char* key)
{
    return config && config->is_object() && (!config->contains(key) || !(*config)[key].is_boolean() || (*config)[key].get<bool>());
}

/// Of a layer that centers and scales if its config says so; none if there is no config and the number does not tell.
std::vector<std::string> kindsOfNormalization(bool withStatistics, const Json* config, std::size_t count)
{
    const std::size_t statistics = withStatistics ? 2 : 0;
    std::vector<std::string> kinds;
    const bool all = count == statistics + 2;
    if (all || isOn(config, "scale"))
        kinds.emplace_back("gamma");
    if (all || isOn(config, "center"))
        kinds.emplace_back("beta");
    if (withStatistics)
        kinds.insert(kinds.end(), {"moving_mean", "moving_variance"});
    return kinds.size() == count ? kinds : std::vector<std::string>{};
}

bool isKernelWithBias(std::span<const int> ranks)
{
    return ranks.size() == 2 && ranks[0] >= 2 && ranks[1] == 1;
}

} // namespace

std::string snakeCase(std::string_view className)
{
    std::string apart; // an underscore before each capital letter that small ones follow
    for (std::size_t i = 0; i < className.size();) {
        apart += className[i++];
        if (i + 1 >= className.size() || !isUpper(className[i]) || !isLower(className[i + 1]))
            continue;
        apart += '_';
        apart += className[i++];
        while (i < className.size() && isLower(className[i]))
            apart += className[i++];
    }
    std::string snake; // and between a small one and a capital one
    for (std::size_t i = 0; i < apart.size(); ++i) {
        if (!std::isalnum(static_cast<unsigned char>(apart[i])) && apart[i] != '_')
            continue;
        if (i > 0 && isUpper(apart[i]) && isLower(apart[i - 1]))
            snake += '_';
        snake += static_cast<char>(std::tolower(static_cast<unsigned char>(apart[i])));
    }
    return snake;
}

std::vector<std::string> kerasKinds(std::string_view layerClass, const Json* config, std::span<const int> ranks)
{
    std::vector<std::string> kinds;
    if (layerClass == "batch_normalization")
        kinds = kindsOfNormalization(true, config, ranks.size());
    else if (layerClass == "layer_normalization" || layerClass == "group_normalization")
        kinds = kindsOfNormalization(false, config, ranks.size());
    else if (layerClass == "cell" || layerClass.ends_with("_cell"))
        kinds.assign(kindsOfCell.begin(), kindsOfCell.end());
    else if (layerClass.empty() && isKernelWithBias(ranks))
        kinds = {"kernel", "bias"};
    const auto* known = std::ranges::find(kindsOfClasses, layerClass, &KindsOfClass::layerClass);
    if (known != kindsOfClasses.end())
        for (const std::string_view kind : known->kinds)
            if (!kind.empty())
                kinds.emplace_back(kind);
    kinds.resize(std::min(kinds.size(), ranks.size()));
    while (kinds.size() < ranks.size())
        kinds.push_back("vars/" + std::to_string(kinds.size()));
    return kinds;
}

std::string kerasName(std::string_view layer, std::string_view variable)
{
    if (const auto colon = variable.rfind(':');
        colon != std::string_view::npos && variable.find('/', colon) == std::string_view::npos)
        variable = variable.substr(0, colon);
    const std::string_view scope = variable.substr(0, variable.find('/'));
    if (variable.starts_with(std::string(layer) + '/'))
        return std::string(variable);
    // TensorFlow numbers a scope that was used before: "dense_1_2/kernel" of the layer "dense_1".
    const bool numbered = scope.size() < variable.size() && scope.size() > layer.size() + 1 && scope.starts_with(layer)
        && scope[layer.size()] == '_'
        && std::ranges::all_of(scope.substr(layer.size() + 1), [](char c) { return c >= '0' && c <= '9'; });
    return std::string(layer).append("/").append(numbered ? variable.substr(scope.size() + 1) : variable);
}

std::string keras1Kind(std::string_view variable, std::size_t index, std::span<const int> ranks)
{
    constexpr std::pair<std::string_view, const char*> endings[] = {
        {"_W", "kernel"},
        {"_U", "recurrent_kernel"},
        {"_b", "bias"},
        {"_gamma", "gamma"},
        {"_beta", "beta"},
        {"_running_mean", "moving_mean"},
        {"_running_std", "moving_variance"},
    };
    for (const auto& [ending, kind] : endings)
        if (variable.ends_with(ending))
            return kind;
    if (isKernelWithBias(ranks))
        return index == 0 ? "kernel" : "bias";
    return {};
}

} // namespace netsmith::interop
