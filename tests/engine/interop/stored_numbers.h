#pragma once

#include "engine/core/bfloat16.h"
#include "engine/core/float16.h"
#include "engine/interop/weights/weight_file.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

namespace netsmith::interop {

inline const WeightTensor* stored(const WeightFile& file, std::string_view name)
{
    const auto found = std::ranges::find(file.tensors, name, &WeightTensor::name);
    return found == file.tensors.end() ? nullptr : &*found;
}

/// A tensor's numbers; none if there is no tensor of that name, or if its bytes don't match its shape.
inline std::vector<double> storedNumbers(const WeightFile& file, std::string_view name)
{
    const WeightTensor* tensor = stored(file, name);
    std::vector<double> out;
    if (!tensor || tensor->bytes.size() != static_cast<std::size_t>(tensor->shape.elements()) * sizeOf(tensor->type))
        return out;
    const auto load = [&]<class T>(T value, std::size_t at) {
        std::memcpy(&value, tensor->bytes.data() + at, sizeof value);
        return value;
    };
    for (std::size_t at = 0; at < tensor->bytes.size(); at += sizeOf(tensor->type))
        if (tensor->type == DataType::f16)
            out.push_back(static_cast<double>(halfValue(load(std::uint16_t{}, at))));
        else if (tensor->type == DataType::bf16)
            out.push_back(static_cast<double>(load(BFloat16(), at)));
        else
            withCppType(tensor->type, [&](auto zero) { out.push_back(static_cast<double>(load(zero, at))); });
    return out;
}

} // namespace netsmith::interop
