#include "engine/data/sources/sources.h"
#include "engine/data/text/text_source.h"

namespace netsmith::data {

const Source& shakespeare()
{
    static constexpr TextFacts facts{
        .file = "tinyshakespeare.txt",
        .size = 1115394,
        .sha256 = "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed",
        .characters = {.tokens = 1115394, .different = 65, .differentSmall = 39},
        .words = {.tokens = 293593, .different = 14298, .differentSmall = 12385},
    };
    static const TextSource source(
        {
            .id = "shakespeare",
            .title = NS_TEXT("data.shakespeare", "Tiny Shakespeare"),
            .doc = NS_TEXT("data.shakespeare",
                           "A megabyte of Shakespeare's plays, of which a network learns to write more: windows of characters or "
                           "words are the field \"text\", and what comes next is the field \"next\". Karpathy: \"The unreasonable "
                           "effectiveness of recurrent neural networks\", 2015."),
            .licence = "public domain; William Shakespeare, compiled by Andrej Karpathy",
            .files = {{facts.file,
                       facts.size,
                       facts.sha256,
                       {"https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt",
                        "https://storage.googleapis.com/download.tensorflow.org/data/shakespeare.txt"}}},
        },
        facts);
    return source;
}

} // namespace netsmith::data
