#include "gui/compress/rounded_layers.h"

#include "gui/compress/compress_words.h"
#include "gui/widgets/engine_text.h"

#include <cmath>

namespace netsmith::gui {
namespace {

QString textIn(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? fromStd(found->get<std::string>()) : QString();
}

void readInput(RoundedLayer& layer, const Json& input)
{
    const std::optional<double> low = numberIn(input, "low"), high = numberIn(input, "high");
    if (!low || !high || !(*high > *low))
        return;
    layer.low = *low;
    layer.high = *high;
    layer.input = numberIn(input, "snr_db");
    layer.clipped = numberIn(input, "clipped");
    const auto seen = input.find("seen");
    if (seen == input.end() || !seen->is_object() || !seen->contains("shares") || !(*seen)["shares"].is_array())
        return;
    const std::optional<double> from = numberIn(*seen, "low"), to = numberIn(*seen, "high");
    if (!from || !to || !(*to > *from))
        return;
    std::vector<double> shares;
    for (const Json& share : (*seen)["shares"]) {
        if (!share.is_number() || !(share.get<double>() >= 0.0))
            return;
        shares.push_back(share.get<double>());
    }
    layer.seenLow = *from;
    layer.seenHigh = *to;
    layer.seen = std::move(shares);
}

} // namespace

std::vector<RoundedLayer> roundedLayersOf(const compress::ChainRun& run)
{
    std::vector<RoundedLayer> layers;
    if (run.change != "quantize" || !run.how.is_object() || !run.how.contains("layers") || !run.how["layers"].is_array())
        return layers;
    for (const Json& json : run.how["layers"]) {
        if (!json.is_object() || textIn(json, "layer").isEmpty())
            continue;
        RoundedLayer layer{
            .layer = textIn(json, "layer"), .kept = textIn(json, "kept"), .weights = numberIn(json, "weights_snr_db")};
        if (const auto input = json.find("input"); input != json.end() && input->is_object())
            readInput(layer, *input);
        layers.push_back(std::move(layer));
    }
    return layers;
}

} // namespace netsmith::gui
