#include "engine/data/text/text_windows.h"

#include <limits>

namespace netsmith::data {
namespace {

DataSplit splitOf(std::string_view text, const std::vector<TextPart>& parts, std::int64_t tokens, const WindowOptions& windows,
                  const std::vector<FieldSpec>& fields, const SampleRoom& room, const Watch& watch)
{
    const std::int64_t count = windowCount(tokens, windows);
    if (count == 0)
        return {};
    const bool small = fields[0].type == DataType::u8;
    const std::int64_t size = tokens * static_cast<std::int64_t>(sizeOf(fields[0].type));
    const Bytes ids = room.allocate(size);
    if (small)
        encodeText(text, parts, *fields[0].vocabulary, reinterpret_cast<std::uint8_t*>(ids.get()), watch);
    else
        encodeText(text, parts, *fields[0].vocabulary, reinterpret_cast<std::int32_t*>(ids.get()), watch);
    room.settle({ids.get(), static_cast<std::size_t>(size)});
    DataSplit split = windowsOf(fields, ids, count, windows.window);
    split.mapped = room.isOnDisk();
    return split;
}

} // namespace

TextOptions TextSettings::options() const
{
    return {.rule = {unit == "words" ? TextUnit::words : TextUnit::characters, lowerCase},
            .vocabulary = vocabulary,
            .validation = validation};
}

ParameterBuilder<TextSettings> textParameters(std::string validation)
{
    using S = TextSettings;
    ParameterBuilder<S> settings;
    settings
        .choice(
            "unit", &S::unit, NS_TEXT("data.text_file", "Read as"),
            NS_TEXT("data.text_file",
                    "Characters, each one token; or words, with punctuation marks, line breaks and ideographs as separate words."),
            {{"characters", NS_TEXT("data.text_file", "Characters")}, {"words", NS_TEXT("data.text_file", "Words")}})
        .integer("window", &S::window, NS_TEXT("data.text_file", "Window"),
                 NS_TEXT("data.text_file", "How many tokens a sample has."))
        .range(1, 1 << 20)
        .usual(5, 256)
        .unit(NS_TEXT("unit", "tokens"))
        .integer("step", &S::step, NS_TEXT("data.text_file", "Step"),
                 NS_TEXT("data.text_file",
                         "The number of tokens from the start of one sample to the next; windows may overlap. Stateful layers need "
                         "a step as long as the window; a batch's windows then come from as many places in the text, and each "
                         "continues in the next batch."))
        .range(1, 1 << 20)
        .usual(1, 256)
        .unit(NS_TEXT("unit", "tokens"))
        .choice(
            "target", &S::target, NS_TEXT("data.text_file", "Target"),
            NS_TEXT("data.text_file",
                    "The token after a window, or after each token in it, for networks with an output at each step."),
            {{"next_token", NS_TEXT("data.text_file", "Next token")}, {"next_tokens", NS_TEXT("data.text_file", "Next tokens")}})
        .integer("vocabulary", &S::vocabulary, NS_TEXT("data.text_file", "Vocabulary"),
                 NS_TEXT("data.text_file",
                         "The largest number of different tokens, including padding and unknown; rarer tokens become unknown."))
        .range(3, Vocabulary::largest)
        .usual(100, 50000)
        .unit(NS_TEXT("unit", "tokens"))
        .boolean("lower_case", &S::lowerCase, NS_TEXT("data.text_file", "Lowercase"),
                 NS_TEXT("data.text_file", "Whether capitals are read as lowercase."))
        .real("validation", &S::validation, NS_TEXT("data.text_file", "Validation"), std::move(validation))
        .range(0.0, 0.9)
        .usual(0.0, 0.3);
    return settings;
}

void checkWindows(const std::string& name, std::int64_t trainTokens, std::int64_t testTokens, const WindowOptions& windows)
{
    const std::int64_t trainCount = windowCount(trainTokens, windows);
    if (trainCount == 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.text.short",
                               "{0} has {1:token|tokens} to train on, but a window of {2} and its next token need {3}; choose "
                               "a smaller window or a longer text"),
                    name, trainTokens, windows.window, windows.window + 1);
    const std::int64_t count = trainCount + windowCount(testTokens, windows);
    if (count > std::numeric_limits<std::int32_t>::max())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.text.samples", "{0} has {1} windows, at most {2} are supported; choose a larger step"), name,
                    count, std::numeric_limits<std::int32_t>::max());
}

void readWindows(DataSet& set, std::string_view text, const TextScan& scan, const TextSettings& settings,
                 const std::vector<FieldSpec>& fields, const Watch& watch, std::int64_t memory)
{
    const WindowOptions windows = settings.windows();
    const SampleRoom room((scan.trainTokens + scan.testTokens) * static_cast<std::int64_t>(sizeOf(fields[0].type)), memory);
    set.train = splitOf(text, scan.train, scan.trainTokens, windows, fields, room, watch);
    set.test = splitOf(text, scan.test, scan.testTokens, windows, fields, room, watch);
    if (settings.validation > 0.0 && windowCount(scan.testTokens, windows) == 0)
        set.warnings.emplace_back(NS_MESSAGE("data.text.short_test",
                                             "the test part of the text has {0:token|tokens}, fewer than a window of {1} and its "
                                             "next token need: there are no test samples"),
                                  scan.testTokens, windows.window);
}

} // namespace netsmith::data
