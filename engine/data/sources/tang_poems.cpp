#include "engine/data/sources/sources.h"
#include "engine/data/text/text_source.h"

namespace netsmith::data {

const Source& tangPoems()
{
    static constexpr TextFacts facts{
        .file = "tang300.txt",
        .size = 87523,
        .sha256 = "d79f232bda650395a06bae56bcda9d4aad91942d14242ee5ccdb617726c784ef",
        .characters = {.tokens = 31165, .different = 2657, .differentSmall = 2657},
        .words = {.tokens = 31044, .different = 2656, .differentSmall = 2656},
    };
    static const TextSource source(
        {
            .id = "tang_poems",
            .title = NS_TEXT("data.tang_poems", "300 Tang poems"),
            .doc = NS_TEXT("data.tang_poems",
                           "300 Chinese poems of the Tang dynasty, each with its title and its author: windows of characters are "
                           "the field \"text\", and what comes next is the field \"next\". The file is made from the collection "
                           "chinese-poetry and not published as it is, so it is not downloaded."),
            .licence = "MIT; chinese-poetry",
            .home = "https://github.com/chinese-poetry/chinese-poetry",
        },
        facts);
    return source;
}

} // namespace netsmith::data
