#include "engine/data/idx_source.h"
#include "engine/data/sources/sources.h"

namespace netsmith::data {

const Source& mnist()
{
    static const IdxSource source(
        {
            .id = "mnist",
            .title = NS_TEXT("data.mnist", "MNIST"),
            .doc = NS_TEXT("data.mnist",
                           "Handwritten digits, 28×28 gray pixels, white on black: the first data set of most courses. "
                           "LeCun, Bottou, Bengio, Haffner: \"Gradient-based learning applied to document "
                           "recognition\", 1998."),
            .licence = "CC BY-SA 3.0; Yann LeCun, Corinna Cortes, Christopher J. C. Burges",
            .trainCount = 60000,
            .testCount = 10000,
            .files = remoteFiles(
                {
                    {"train-images-idx3-ubyte.gz", 9912422, "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609"},
                    {"train-labels-idx1-ubyte.gz", 28881, "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c"},
                    {"t10k-images-idx3-ubyte.gz", 1648877, "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6"},
                    {"t10k-labels-idx1-ubyte.gz", 4542, "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6"},
                },
                {"https://ossci-datasets.s3.amazonaws.com/mnist/", "https://storage.googleapis.com/cvdf-datasets/mnist/"}),
            .standIn = "synthetic_digits",
        },
        {
            {.name = "image", .type = DataType::u8, .shape = {28, 28, 1}},
            {.name = "label",
             .type = DataType::u8,
             .classes = 10,
             .classNames = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}},
        },
        {"mnist", "MNIST/raw"});
    return source;
}

} // namespace netsmith::data
