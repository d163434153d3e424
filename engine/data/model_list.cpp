#include "engine/data/model_shelf.h"

namespace netsmith::data {
namespace {

/// A file at a fixed state of a public repository.
RemoteFile pinned(const std::string& folder, const std::string& name, std::int64_t size, const char* hash)
{
    return {name, size, hash, {"https://raw.githubusercontent.com/" + folder + name}};
}

constexpr const char* mlperfTiny = "mlcommons/tiny/1afd2c9820f795965a6134facd0b4dfae41ef23f/benchmark/training/";
constexpr const char* cifarResnets = "akamaster/pytorch_resnet_cifar10/d5489e8995e81e91ce6b1d69dcc98ad579b0b153/pretrained_models/";
constexpr const char* yoloFastest =
    "dog-qiuqiu/Yolo-Fastest/96a2900d163196c396e73f3fdab04ca4dd9a2f70/ModelZoo/yolo-fastest-1.1_coco/";
constexpr const char* fastestDet = "dog-qiuqiu/FastestDet/50473cd155cb088aa4a99e64ff6a4b3c24fa07e1/example/onnx-runtime/";
constexpr const char* coralModels = "google-coral/test_data/104342d2d3480b3e66203073dac24f4e2dbb4c41/";
constexpr const char* kerasSqueezenet = "DeepCognition/keras-squeezenet/a73d4339aa4d37c51a0b3ba044bed55477abec73/";

} // namespace

const std::vector<ShelfModel>& shelfModels()
{
    static const std::vector<ShelfModel> all{
        {
            .id = "fastestdet",
            .title = NS_TEXT("model", "FastestDet"),
            .doc = NS_TEXT("model",
                           "Detection of the 80 kinds of objects of COCO: a ShuffleNetV2 with one head; its boxes are decoded "
                           "outside of the network."),
            .licence = "BSD 3-Clause",
            .home = "https://github.com/dog-qiuqiu/FastestDet",
            .input = NS_TEXT("model", "BGR, 352×352, 0 to 1"),
            .accuracy = NS_TEXT("model", "AP50 25.3 % on COCO, as published"),
            .files = {pinned(fastestDet, "FastestDet.onnx", 998169,
                             "31cb14c017fce347cb4c846ec62fdf00d76bb3beecdf4be21e7116ac67feb880")},
        },
        {
            .id = "keyword_spotting",
            .title = NS_TEXT("model", "Keyword spotting"),
            .doc = NS_TEXT("model",
                           "Twelve classes of spoken words, by depthwise separable convolutions; the reference of MLPerf Tiny."),
            .licence = "Apache 2.0",
            .home = "https://github.com/mlcommons/tiny",
            .input = NS_TEXT("model", "49×10 spectral coefficients"),
            .accuracy = {},
            .files = {pinned(std::string(mlperfTiny) + "keyword_spotting/trained_models/", "kws_ref_model_float32.tflite", 43392,
                             "e5004c6f1012246e33fa068d8488325538e0444073cd361f5a7edb40c73f12d2")},
        },
        {
            .id = "mobilenet_v1_025",
            .title = NS_TEXT("model", "MobileNet V1 0.25"),
            .doc = NS_TEXT("model",
                           "The 1,000 classes of ImageNet and one for none of them, at a quarter of the width; its weights are "
                           "stored in 8 bits."),
            .licence = "Apache 2.0",
            .home = "https://github.com/google-coral/test_data",
            .input = NS_TEXT("model", "RGB, 128×128, 0 to 255"),
            .accuracy = NS_TEXT("model", "39.5 % of ImageNet, as published"),
            .files = {pinned(coralModels, "mobilenet_v1_0.25_128_quant.tflite", 525598,
                             "cb273c23ee76374b05b9583177e28aa19744858a7679c56a250e83d0333da785")},
        },
        {
            .id = "mobilenet_v2",
            .title = NS_TEXT("model", "MobileNet V2"),
            .doc = NS_TEXT("model", "The 1,000 classes of ImageNet and one for none of them; its weights are stored in 8 bits."),
            .licence = "Apache 2.0",
            .home = "https://github.com/google-coral/test_data",
            .input = NS_TEXT("model", "RGB, 224×224, 0 to 255"),
            .accuracy = NS_TEXT("model", "70.8 % of ImageNet, as published"),
            .files = {pinned(coralModels, "mobilenet_v2_1.0_224_quant.tflite", 3610798,
                             "7aad0c74c5e3c06e5eb3c827e13304fdd68a83da6087d92ee169c24ff9fd4776")},
        },
        {
            .id = "resnet20_cifar10",
            .title = NS_TEXT("model", "ResNet-20 for CIFAR-10"),
            .doc = NS_TEXT("model", "The ten classes of CIFAR-10: weights of PyTorch for a ResNet whose shortcuts drop and pad."),
            .licence = "BSD 2-Clause",
            .home = "https://github.com/akamaster/pytorch_resnet_cifar10",
            .input = NS_TEXT("model", "RGB, 32×32, 0 to 1, less 0.485, 0.456, 0.406, by 0.229, 0.224, 0.225"),
            .accuracy = NS_TEXT("model", "91.73 % of the test images"),
            .files = {pinned(cifarResnets, "resnet20-12fca82f.th", 1099231,
                             "12fca82f0bebc4135bf1f32f6e3710e61d5108578464b84fd6d7f5c1b04036c8")},
            .isNetwork = false,
        },
        {
            .id = "resnet8_cifar10",
            .title = NS_TEXT("model", "ResNet-8 for CIFAR-10"),
            .doc = NS_TEXT("model", "The ten classes of CIFAR-10 by a small ResNet of Keras; the reference of MLPerf Tiny."),
            .licence = "Apache 2.0",
            .home = "https://github.com/mlcommons/tiny",
            .input = NS_TEXT("model", "RGB, 32×32, 0 to 255"),
            .accuracy = NS_TEXT("model", "87.19 % of the test images"),
            .files = {pinned(std::string(mlperfTiny) + "image_classification/trained_models/", "pretrainedResnet.h5", 1116712,
                             "5f938a8eea605438cc7360aa13c987bc6d7bd0c8d931b2917361ae7ae4eeda2f")},
        },
        {
            .id = "squeezenet_1_1",
            .title = NS_TEXT("model", "SqueezeNet 1.1"),
            .doc = NS_TEXT("model", "Weights of Keras for everything before the last convolution, trained on ImageNet."),
            .licence = "MIT",
            .home = "https://github.com/DeepCognition/keras-squeezenet",
            .input = NS_TEXT("model", "BGR, 227×227, 0 to 255, less 103.939, 116.779, 123.68"),
            .accuracy = {},
            .files = {pinned(kerasSqueezenet, "squeezenet_weights_tf_dim_ordering_tf_kernels_notop.h5", 3002560,
                             "17154246284f555591549ac2c83e127abfbf4307dc4b0060fdaa2931d0fa38da")},
            .isNetwork = false,
        },
        {
            .id = "yolo_fastest",
            .title = NS_TEXT("model", "Yolo-Fastest 1.1"),
            .doc = NS_TEXT(
                "model", "Detection of the 80 kinds of objects of COCO by Darknet; its boxes are decoded outside of the network."),
            .licence = "public domain",
            .home = "https://github.com/dog-qiuqiu/Yolo-Fastest",
            .input = NS_TEXT("model", "RGB, 320×320, 0 to 1"),
            .accuracy = NS_TEXT("model", "AP50 24.4 % on COCO, as published"),
            .files = {pinned(yoloFastest, "yolo-fastest-1.1.cfg", 9685,
                             "f6df5775c1e862998cf69046eba9265be3ae84dfe8b2caab7529823f0795bf70"),
                      pinned(yoloFastest, "yolo-fastest-1.1.weights", 1384268,
                             "1c445c42bbd6df63edea2cc69f99667b5650d663ca11e34b116240740cd42890")},
        },
        {
            .id = "yolo_fastest_xl",
            .title = NS_TEXT("model", "Yolo-Fastest 1.1 XL"),
            .doc = NS_TEXT("model", "Yolo-Fastest with wider layers, which finds more."),
            .licence = "public domain",
            .home = "https://github.com/dog-qiuqiu/Yolo-Fastest",
            .input = NS_TEXT("model", "RGB, 320×320, 0 to 1"),
            .accuracy = NS_TEXT("model", "AP50 34.3 % on COCO, as published"),
            .files = {pinned(yoloFastest, "yolo-fastest-1.1-xl.cfg", 9696,
                             "c458427acc4fbeabceff4528ef7b65b066c0308ce599460f8ba299eba63abad3"),
                      pinned(yoloFastest, "yolo-fastest-1.1-xl.weights", 3693964,
                             "fac5fb41786c1f38f04972a658443b189f48720d7d117f9a044100e98a35b0c5")},
        },
    };
    return all;
}

} // namespace netsmith::data
