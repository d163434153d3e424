#include "engine/interop/weights/tensor_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace netsmith::interop {
namespace {

bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::vector<std::string> piecesOf(std::string_view name)
{
    std::vector<std::string> pieces;
    std::string piece;
    bool repeats = false;
    const auto take = [&](bool slash) {
        if (!piece.empty() && !(repeats && pieces.back() == piece))
            pieces.push_back(piece);
        repeats = slash && !pieces.empty() && !isNumber(pieces.back()); // Keras's "dense/dense/kernel" is dense's
        piece.clear();
    };
    for (const char c : name)
        if (c == '/' || c == '.')
            take(c == '/');
        else
            piece += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    take(false);
    return pieces;
}

std::string joined(const std::vector<std::string>& pieces)
{
    std::string path;
    for (const std::string& piece : pieces)
        path += (path.empty() ? "" : "/") + piece;
    return path;
}

/// What programs call a part, and what we call it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 31> partNames{{
    {"alpha", "alpha"},
    {"beta", "beta"},
    {"bias", "bias"},
    {"biases", "bias"},
    {"depthwise_kernel", "depthwise_kernel"},
    {"embeddings", "embeddings"},
    {"gamma", "gamma"},
    {"input_range", "input_range"},
    {"kernel", "kernel"},
    {"mean", "moving_mean"},
    {"moving_mean", "moving_mean"},
    {"moving_variance", "moving_variance"},
    {"pointwise_kernel", "pointwise_kernel"},
    {"recurrent_kernel", "recurrent_kernel"},
    {"rolling_mean", "moving_mean"},
    {"rolling_variance", "moving_variance"},
    {"running_mean", "moving_mean"},
    {"running_var", "moving_variance"},
    {"scale", "scale"},
    {"scales", "gamma"},
    {"var", "moving_variance"},
    {"variance", "moving_variance"},
    {"weight", "weight"},
    {"weights", "weight"},
    {"bias_backward", "bias"},
    {"kernel_backward", "kernel"},
    {"recurrent_kernel_backward", "recurrent_kernel"},
    {"slope", "alpha"},
    {"b", "bias"},
    {"w", "kernel"},
    {"r", "recurrent_kernel"},
}};

/// PyTorch's "weight_ih_l1_reverse": the layer of the stack goes into the path.
bool parseStacked(std::string_view leaf, TensorName& name)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> parts{{
        {"weight_ih_l", "kernel"},
        {"weight_hh_l", "recurrent_kernel"},
        {"bias_ih_l", "bias"},
        {"bias_hh_l", "bias"},
    }};
    for (const auto& [start, part] : parts) {
        if (!leaf.starts_with(start))
            continue;
        std::string_view rest = leaf.substr(start.size());
        name.backward = rest.ends_with("_reverse");
        if (name.backward)
            rest.remove_suffix(std::string_view("_reverse").size());
        if (!isNumber(rest))
            return false;
        name.part = part;
        name.ofState = start == "bias_hh_l";
        if (rest != "0")
            name.layer += (name.layer.empty() ? "l" : "/l") + std::string(rest);
        return true;
    }
    return false;
}

bool isNotAWeight(std::string_view leaf)
{
    constexpr std::array<std::string_view, 8> names{
        "average", "cell", "iteration", "iterations", "learning_rate", "num_batches_tracked", "seed_generator_state", "state"};
    return std::ranges::find(names, leaf) != names.end();
}

/// Where a name's directions and cells say nothing about the layer: "bidirectional/backward_lstm/lstm_cell" is "bidirectional".
void dropCells(std::vector<std::string>& path, TensorName& name)
{
    if (!path.empty() && (path.back() == "cell" || path.back().ends_with("_cell")))
        path.pop_back();
    if (path.size() > 1 && (path.back().starts_with("forward_") || path.back().starts_with("backward_"))) {
        name.backward = path.back().starts_with("backward_");
        path.pop_back();
    }
}

} // namespace

TensorName parseTensorName(std::string_view text)
{
    if (text.ends_with(":0"))
        text.remove_suffix(2);
    std::vector<std::string> path = piecesOf(text);
    TensorName name;
    if (path.empty())
        return name;
    const std::string leaf = path.back();
    if (isNotAWeight(leaf) || (path.size() > 1 && path[path.size() - 2] == "seed_generator")) {
        name.kind = TensorName::Kind::notAWeight;
        name.layer = joined(path);
        return name;
    }
    path.pop_back();
    if (isNumber(leaf) && !path.empty() && path.back() == "vars") {
        path.pop_back();
        dropCells(path, name);
        name.part = "#" + leaf;
    } else if (const auto found =
                   std::ranges::find(partNames, std::string_view(leaf), &std::pair<std::string_view, std::string_view>::first);
               found != partNames.end()) {
        name.backward = leaf.ends_with("_backward");
        dropCells(path, name);
        name.part = found->second;
    }
    name.layer = joined(path);
    if (!name.part.empty() || parseStacked(leaf, name))
        name.kind = TensorName::Kind::part;
    else {
        path.push_back(leaf);
        name = {};
        name.layer = joined(path);
    }
    return name;
}

bool mayBe(const TensorName& name, const LayerWeight& weight, int place)
{
    const bool isBackward = weight.name.ends_with("_backward");
    if (name.backward != isBackward)
        return false;
    if (name.part.starts_with('#'))
        return name.part.substr(1) == std::to_string(place);
    const std::string_view ours = std::string_view(weight.name).substr(0, weight.name.size() - (isBackward ? 9 : 0));
    if (name.part == ours)
        return true;
    if (!weight.kind)
        return false;
    const auto is = [&](auto... kinds) { return ((weight.kind == kinds) || ...); };
    using enum WeightKind;
    if (name.part == "weight")
        return is(alpha, depthwise, embeddings, gamma, kernel, pointwise, scale);
    if (name.part == "bias")
        return is(beta, WeightKind::bias);
    if (name.part == "scale" || name.part == "gamma")
        return is(gamma, scale);
    return (name.part == "kernel" || name.part == "depthwise_kernel") && is(depthwise);
}

std::string patternOf(std::string_view name)
{
    std::size_t end = name.size();
    while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1])) != 0)
        --end;
    if (end > 0 && end < name.size() && name[end - 1] == '_')
        name = name.substr(0, end - 1);
    std::string pattern;
    for (const char c : name)
        if (std::isdigit(static_cast<unsigned char>(c)) == 0)
            pattern += c;
        else if (!pattern.ends_with('#'))
            pattern += '#';
    return pattern;
}

bool naturallyLess(std::string_view a, std::string_view b)
{
    const auto numberAt = [](std::string_view text, std::size_t at) {
        std::size_t end = at;
        while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0)
            ++end;
        std::string_view digits = text.substr(at, end - at);
        while (digits.size() > 1 && digits.front() == '0')
            digits.remove_prefix(1);
        return std::pair(digits, end);
    };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        const auto [left, leftEnd] = numberAt(a, i);
        const auto [right, rightEnd] = numberAt(b, j);
        if (!left.empty() && !right.empty()) {
            if (left != right)
                return left.size() != right.size() ? left.size() < right.size() : left < right;
            i = leftEnd;
            j = rightEnd;
        } else if (a[i] != b[j]) {
            return a[i] < b[j];
        } else {
            ++i;
            ++j;
        }
    }
    return a.size() - i < b.size() - j;
}

} // namespace netsmith::interop
