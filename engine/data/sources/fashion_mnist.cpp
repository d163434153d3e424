#include "engine/data/idx_source.h"
#include "engine/data/sources/sources.h"

namespace netsmith::data {

const Source& fashionMnist()
{
    static const IdxSource source(
        {
            .id = "fashion_mnist",
            .title = NS_TEXT("data.fashion_mnist", "Fashion-MNIST"),
            .doc = NS_TEXT("data.fashion_mnist",
                           "Articles of clothing, 28×28 gray pixels: the same size as MNIST but harder. Xiao, Rasul, "
                           "Vollgraf: \"Fashion-MNIST: a novel image dataset for benchmarking machine learning "
                           "algorithms\", 2017. Debian's package dataset-fashion-mnist has it too."),
            .licence = "MIT; Zalando SE",
            .trainCount = 60000,
            .testCount = 10000,
            .files = remoteFiles(
                {
                    {"train-images-idx3-ubyte.gz", 26421880, "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84"},
                    {"train-labels-idx1-ubyte.gz", 29515, "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845"},
                    {"t10k-images-idx3-ubyte.gz", 4422102, "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073"},
                    {"t10k-labels-idx1-ubyte.gz", 5148, "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5"},
                },
                {"https://github.com/zalandoresearch/fashion-mnist/raw/master/data/fashion/",
                 "https://fashion-mnist.s3.eu-central-1.amazonaws.com/"}),
        },
        {
            {.name = "image", .type = DataType::u8, .shape = {28, 28, 1}},
            {.name = "label",
             .type = DataType::u8,
             .classes = 10,
             .classNames = {NS_TEXT("data.fashion_mnist", "T-shirt/top"), NS_TEXT("data.fashion_mnist", "Trouser"),
                            NS_TEXT("data.fashion_mnist", "Pullover"), NS_TEXT("data.fashion_mnist", "Dress"),
                            NS_TEXT("data.fashion_mnist", "Coat"), NS_TEXT("data.fashion_mnist", "Sandal"),
                            NS_TEXT("data.fashion_mnist", "Shirt"), NS_TEXT("data.fashion_mnist", "Sneaker"),
                            NS_TEXT("data.fashion_mnist", "Bag"), NS_TEXT("data.fashion_mnist", "Ankle boot")}},
        },
        {"fashion_mnist", "fashion-mnist", "FashionMNIST/raw"});
    return source;
}

} // namespace netsmith::data
