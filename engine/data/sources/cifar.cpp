#include "engine/data/cifar_source.h"
#include "engine/data/sources/sources.h"

namespace netsmith::data {
namespace {

constexpr const char* licence = "no license stated; Alex Krizhevsky, Vinod Nair, Geoffrey Hinton";

/// The archive on its author's site, and on a mirror in a separate folder.
std::vector<RemoteFile> published(const std::string& name, std::int64_t size, const char* sha256, const std::string& folder)
{
    return {{name,
             size,
             sha256,
             {"https://www.cs.toronto.edu/~kriz/" + name,
              "https://storage.googleapis.com/s4tf-hosted-binaries/datasets/" + folder + name}}};
}

FieldSpec imageField()
{
    return {.name = "image", .type = DataType::u8, .shape = {32, 32, 3}};
}

} // namespace

const Source& cifar10()
{
    static const CifarSource source(
        {
            .id = "cifar10",
            .title = NS_TEXT("data.cifar10", "CIFAR-10"),
            .doc = NS_TEXT("data.cifar10",
                           "Photographs of ten kinds of animals and vehicles, 32×32 pixels in three colors, in its binary form. "
                           "Krizhevsky: \"Learning multiple layers of features from tiny images\", 2009."),
            .licence = licence,
            .trainCount = 50000,
            .testCount = 10000,
            .files = published("cifar-10-binary.tar.gz", 170052171,
                               "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd", "CIFAR10/"),
        },
        {
            imageField(),
            {.name = "label",
             .type = DataType::u8,
             .classes = 10,
             .classNames = {NS_TEXT("data.cifar10", "airplane"), NS_TEXT("data.cifar10", "automobile"),
                            NS_TEXT("data.cifar10", "bird"), NS_TEXT("data.cifar10", "cat"), NS_TEXT("data.cifar10", "deer"),
                            NS_TEXT("data.cifar10", "dog"), NS_TEXT("data.cifar10", "frog"), NS_TEXT("data.cifar10", "horse"),
                            NS_TEXT("data.cifar10", "ship"), NS_TEXT("data.cifar10", "truck")}},
        },
        {"cifar-10-batches-bin", "cifar10", "cifar10/cifar-10-batches-bin", "cifar-10-binary/cifar-10-batches-bin"},
        {.train = {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin"},
         .test = {"test_batch.bin"},
         .archive = "cifar-10-binary.tar.gz"});
    return source;
}

const Source& cifar100()
{
    static const CifarSource source(
        {
            .id = "cifar100",
            .title = NS_TEXT("data.cifar100", "CIFAR-100"),
            .doc =
                NS_TEXT("data.cifar100",
                        "Photographs of a hundred kinds of things, 32×32 pixels in three colors, in its binary form, with the fine "
                        "labels. Krizhevsky: \"Learning multiple layers of features from tiny images\", 2009."),
            .licence = licence,
            .trainCount = 50000,
            .testCount = 10000,
            .files = published("cifar-100-binary.tar.gz", 168513733,
                               "58a81ae192c23a4be8b1804d68e518ed807d710a4eb253b1f2a199162a40d8ec", "CIFAR100/"),
        },
        {
            imageField(),
            {.name = "label",
             .type = DataType::u8,
             .classes = 100,
             .classNames = {"apple",       "aquarium fish", "baby",      "bear",       "beaver",       "bed",
                            "bee",         "beetle",        "bicycle",   "bottle",     "bowl",         "boy",
                            "bridge",      "bus",           "butterfly", "camel",      "can",          "castle",
                            "caterpillar", "cattle",        "chair",     "chimpanzee", "clock",        "cloud",
                            "cockroach",   "couch",         "crab",      "crocodile",  "cup",          "dinosaur",
                            "dolphin",     "elephant",      "flatfish",  "forest",     "fox",          "girl",
                            "hamster",     "house",         "kangaroo",  "keyboard",   "lamp",         "lawn mower",
                            "leopard",     "lion",          "lizard",    "lobster",    "man",          "maple tree",
                            "motorcycle",  "mountain",      "mouse",     "mushroom",   "oak tree",     "orange",
                            "orchid",      "otter",         "palm tree", "pear",       "pickup truck", "pine tree",
                            "plain",       "plate",         "poppy",     "porcupine",  "possum",       "rabbit",
                            "raccoon",     "ray",           "road",      "rocket",     "rose",         "sea",
                            "seal",        "shark",         "shrew",     "skunk",      "skyscraper",   "snail",
                            "snake",       "spider",        "squirrel",  "streetcar",  "sunflower",    "sweet pepper",
                            "table",       "tank",          "telephone", "television", "tiger",        "tractor",
                            "train",       "trout",         "tulip",     "turtle",     "wardrobe",     "whale",
                            "willow tree", "wolf",          "woman",     "worm"}},
        },
        {"cifar-100-binary", "cifar100", "cifar100/cifar-100-binary"},
        {.train = {"train.bin"}, .test = {"test.bin"}, .labels = 2, .archive = "cifar-100-binary.tar.gz"});
    return source;
}

} // namespace netsmith::data
