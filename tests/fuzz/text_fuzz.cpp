#include "engine/core/error.h"
#include "engine/data/text/text_scan.h"

#include <cstdlib>

/// Texts: any bytes give a vocabulary and ids below its size, or an error; what is decoded is encoded to the same ids, and any
/// bytes as a vocabulary are either valid or rejected.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace netsmith;
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    for (const data::TextUnit unit : {data::TextUnit::characters, data::TextUnit::words})
        for (const bool lowerCase : {false, true})
            try {
                data::TextOptions options{.rule = {unit, lowerCase}, .vocabulary = 40, .validation = 0.3};
                const data::TextScan scan = data::scanText(text, "input", options);
                std::vector<std::int32_t> ids(static_cast<std::size_t>(scan.trainTokens + scan.testTokens), -1);
                data::encodeText(text, scan.train, *scan.vocabulary, ids.data());
                data::encodeText(text, scan.test, *scan.vocabulary, ids.data() + scan.trainTokens);
                for (const std::int32_t id : ids)
                    if (id < data::Vocabulary::unknown || id >= scan.vocabulary->size())
                        std::abort();
                if (data::vocabularyFromJson(data::toJson(*scan.vocabulary), "input").take() != *scan.vocabulary)
                    std::abort();
                (void)scan.vocabulary->text(ids);
            } catch (const Error&) {
            }
    // A prompt is checked before it is read; even without that, no byte beyond it must be read.
    for (data::Tokens tokens(text, {data::TextUnit::words, true}); tokens.next();) { }
    (void)data::vocabularyFromJson(text, "input").hasValue();
    return 0;
}
