#include "engine/compress/sensitivity/zeroed.h"

#include "engine/compress/shrink/shrunk.h"

#include <algorithm>
#include <deque>

namespace netsmith::compress {

Zeros zerosOf(const Structure& structure, const std::vector<bool>& removed, const LogicalPlan& plan)
{
    Zeros zeros;
    for (const auto& [id, axes] : structure.arrays)
        if (const Segment* segment = plan.parameters.find(id)) {
            std::vector<bool> stays = stayingElements(axes, removed, static_cast<std::size_t>(segment->elements()));
            stays.flip();
            if (!stays.empty())
                zeros.emplace(id, std::move(stays));
        }
    return zeros;
}

SafetensorsFile withZeros(const SafetensorsFile& weights, const Zeros& zeros)
{
    struct Content {
        std::shared_ptr<const void> before;
        std::deque<std::vector<std::byte>> changed;
    };
    const auto content = std::make_shared<Content>(Content{weights.content, {}});
    SafetensorsFile out{.content = content, .tensors = weights.tensors, .metadata = weights.metadata};
    constexpr std::string_view averageOf = "/average";
    for (TensorView& array : out.tensors) {
        std::string_view id = array.name;
        if (id.ends_with(averageOf))
            id.remove_suffix(averageOf.size());
        const auto gone = zeros.find(id);
        if (gone == zeros.end())
            continue;
        std::vector<std::byte>& bytes = content->changed.emplace_back(array.bytes.begin(), array.bytes.end());
        const auto size = static_cast<std::ptrdiff_t>(sizeOf(array.type));
        for (std::size_t i = 0; i < gone->second.size(); ++i)
            if (gone->second[i])
                std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(i) * size, size, std::byte{0});
        array.bytes = bytes;
    }
    return out;
}

} // namespace netsmith::compress
