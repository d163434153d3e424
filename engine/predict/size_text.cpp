#include "engine/predict/size_text.h"

namespace netsmith {

std::string sizeText(std::int64_t bytes)
{
    const auto mebibytes = static_cast<double>(bytes) / (1 << 20);
    const auto tenths = [](double value) {
        const auto rounded = static_cast<std::int64_t>(value * 10.0 + 0.5);
        return std::to_string(rounded / 10) + '.' + std::to_string(rounded % 10);
    };
    return mebibytes < 1024.0 ? tenths(mebibytes) + " MiB" : tenths(mebibytes / 1024.0) + " GiB";
}

} // namespace netsmith
