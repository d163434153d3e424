#include "gui/compress/stage_settings.h"

#include "engine/compress/weights/clusters.h"
#include "gui/compress/stage_draft.h"

namespace netsmith::gui {
namespace {

constexpr double leastShare = 0.01, mostShare = 0.99;
const char* const epochsTitle = NS_TEXT("compress", "Then train");
const char* const epochsDoc = NS_TEXT("compress",
                                      "Epochs of training after it, with the settings of the run, in which the network makes up "
                                      "for what it lost; 0: none");
const char* const epochsUnit = NS_TEXT("unit", "epochs");
const char* const scopeTitle = NS_TEXT("compress", "Compared");
constexpr double mostEpochs = 10000.0;

std::vector<Choice> scopes()
{
    return {{"global", NS_TEXT("compress", "Network-wide")}, {"layer", NS_TEXT("compress", "Layer by layer")}};
}

} // namespace

const ParameterBuilder<PruneSettings>& pruneSettings()
{
    static const ParameterBuilder<PruneSettings> settings =
        ParameterBuilder<PruneSettings>()
            .real("share", &PruneSettings::share, NS_TEXT("compress", "Share removed"),
                  NS_TEXT("compress", "How much of the network goes: 0.5 is half of it"))
            .range(leastShare, mostShare)
            .usual(0.3, 0.7)
            .choice("of", &PruneSettings::of, NS_TEXT("compress", "Share of"),
                    NS_TEXT("compress",
                            "What the share is counted in: the computation that goes with the channels, or the "
                            "channels themselves"),
                    {{"flops", NS_TEXT("compress", "FLOPs")}, {"channels", NS_TEXT("compress", "Channels")}})
            .onlyWith("scope", {"global", "layer"})
            .choice(
                "criterion", &PruneSettings::criterion, NS_TEXT("compress", "Importance by"),
                NS_TEXT("compress",
                        "How the importance of a channel is estimated: by the L1 or L2 norm of its filter, the scale of its batch "
                        "normalization, how much the loss changes without it (Taylor), or at random, for comparison"),
                {{"l1", NS_TEXT("compress", "L1 norm")},
                 {"l2", NS_TEXT("compress", "L2 norm")},
                 {"batch-norm", NS_TEXT("compress", "BN scale")},
                 {"taylor", NS_TEXT("compress", "Loss (Taylor)")},
                 {"random", NS_TEXT("compress", "Random")}})
            .choice("scope", &PruneSettings::scope, scopeTitle,
                    NS_TEXT("compress",
                            "Where channels compete for staying: in the whole network a layer that matters less loses "
                            "more; within each layer all lose the same share; by sensitivity each layer is tried alone on "
                            "validation samples, and loses more of the FLOPs the better the network does without"),
                    {{"global", NS_TEXT("compress", "Network-wide")},
                     {"layer", NS_TEXT("compress", "Layer by layer")},
                     {"plan", NS_TEXT("compress", "By sensitivity")}})
            .integer("epochs", &PruneSettings::epochs, epochsTitle, epochsDoc)
            .range(0.0, mostEpochs)
            .unit(epochsUnit);
    return settings;
}

const ParameterBuilder<DistillSettings>& distillSettings()
{
    static const ParameterBuilder<DistillSettings> settings =
        ParameterBuilder<DistillSettings>()
            .names(studentName, &DistillSettings::student, NS_TEXT("compress", "Student"),
                   NS_TEXT("compress",
                           "The project of the smaller network, with the same data: one beside this project, or the path of its "
                           "file. It begins from random weights."))
            .real("temperature", &DistillSettings::temperature, NS_TEXT("compress", "Temperature"),
                  NS_TEXT("compress",
                          "What the logits of both networks are divided by: the higher, the more the teacher says about the "
                          "classes that it does not choose"))
            .range(0.01, 1000.0)
            .usual(2.0, 10.0)
            .real("labels", &DistillSettings::labels, NS_TEXT("compress", "Share of labels"),
                  NS_TEXT("compress", "How much of the loss the labels have; the rest is for the teacher's answers"))
            .range(leastShare, mostShare)
            .usual(0.1, 0.5)
            .integer("epochs", &DistillSettings::epochs, NS_TEXT("compress", "Learns for"),
                     NS_TEXT("compress", "Epochs in which the student learns from the teacher, with the student's own settings"))
            .range(1.0, mostEpochs)
            .unit(epochsUnit);
    return settings;
}

const ParameterBuilder<FactorizeSettings>& factorizeSettings()
{
    static const ParameterBuilder<FactorizeSettings> settings =
        ParameterBuilder<FactorizeSettings>()
            .real("share", &FactorizeSettings::share, NS_TEXT("compress", "Share kept"),
                  NS_TEXT("compress", "How much of each kernel stays: the more, the closer the network is to what it was"))
            .range(leastShare, mostShare)
            .usual(0.2, 0.95)
            .choice("of", &FactorizeSettings::of, NS_TEXT("compress", "Share of"),
                    NS_TEXT("compress",
                            "What the share is counted in: the energy, which is the sum of the squared singular values, or the "
                            "rank itself"),
                    {{"energy", NS_TEXT("compress", "Energy")}, {"rank", NS_TEXT("compress", "Rank")}})
            .integer("epochs", &FactorizeSettings::epochs, epochsTitle, epochsDoc)
            .range(0.0, mostEpochs)
            .unit(epochsUnit);
    return settings;
}

const ParameterBuilder<SparsifySettings>& sparsifySettings()
{
    static const ParameterBuilder<SparsifySettings> settings =
        ParameterBuilder<SparsifySettings>()
            .choice("pattern", &SparsifySettings::pattern, NS_TEXT("compress", "Pattern"),
                    NS_TEXT("compress",
                            "Any weights, or the smaller two of each four inputs' weights (2:4), which some GPUs multiply faster; "
                            "here only the file gets smaller"),
                    {{"any", NS_TEXT("compress", "Any weights")}, {"2:4", NS_TEXT("compress", "2:4")}})
            .real("share", &SparsifySettings::share, NS_TEXT("compress", "Zeros"),
                  NS_TEXT("compress", "The share of the weights that are zero in the end: 0.9 keeps one in ten"))
            .range(leastShare, mostShare)
            .usual(0.5, 0.9)
            .onlyWith("pattern", {"any"})
            .choice("when", &SparsifySettings::when, NS_TEXT("compress", "Reached"),
                    NS_TEXT("compress",
                            "Before the training that follows, or gradually within it: a little every hundred steps, more at "
                            "first, until three quarters of the training"),
                    {{"before", NS_TEXT("compress", "Before training")}, {"gradual", NS_TEXT("compress", "While training")}})
            .onlyWith("pattern", {"any"})
            .integer("steps", &SparsifySettings::steps, NS_TEXT("compress", "Reached in"),
                     NS_TEXT("compress",
                             "The share is reached in this many steps, large at first, with a training after each: the "
                             "network loses less than at once"))
            .range(1.0, 100.0)
            .usual(1.0, 5.0)
            .unit(NS_TEXT("unit", "steps"))
            .onlyWith("when", {"before"})
            .choice("criterion", &SparsifySettings::criterion, NS_TEXT("compress", "Zero first"),
                    NS_TEXT("compress",
                            "Which weights become zero: the smallest; those that the training moves most towards zero, which is "
                            "only known while it goes on; or random ones, the control that the others are compared with"),
                    {{"magnitude", NS_TEXT("compress", "The smallest")},
                     {"movement", NS_TEXT("compress", "By movement")},
                     {"random", NS_TEXT("compress", "Random ones")}})
            .onlyWith("pattern", {"any"})
            .choice("scope", &SparsifySettings::scope, scopeTitle,
                    NS_TEXT("compress",
                            "Where weights compete for staying: in the whole network a layer that matters less loses "
                            "more; within each layer all lose the same share"),
                    scopes())
            .onlyWith("pattern", {"any"})
            .integer("epochs", &SparsifySettings::epochs, epochsTitle, epochsDoc)
            .range(0.0, mostEpochs)
            .unit(epochsUnit);
    return settings;
}

const ParameterBuilder<ClusterSettings>& clusterSettings()
{
    static const ParameterBuilder<ClusterSettings> settings =
        ParameterBuilder<ClusterSettings>()
            .integer("clusters", &ClusterSettings::clusters, NS_TEXT("compress", "Different values"),
                     NS_TEXT("compress",
                             "How many different values other than 0 the weights of each kernel and embedding may have; "
                             "16 fit into four bits each"))
            .range(static_cast<double>(compress::fewestClusters), static_cast<double>(compress::mostClusters))
            .usual(8.0, 64.0);
    return settings;
}

const ParameterBuilder<QuantizeSettings>& quantizeSettings()
{
    static const ParameterBuilder<QuantizeSettings> settings =
        ParameterBuilder<QuantizeSettings>()
            .choice(
                "mode", &QuantizeSettings::mode, NS_TEXT("compress", "Mode"),
                NS_TEXT("compress",
                        "Static: kernels and inputs, whose ranges training samples give; predictions compute with "
                        "integers and get faster. Dynamic: for dense and recurrent layers, without samples, by the ranges of each "
                        "prediction. Weights only: the file gets smaller, and nothing gets faster."),
                {{"static", NS_TEXT("compress", "Static")},
                 {"dynamic", NS_TEXT("compress", "Dynamic")},
                 {"weights", NS_TEXT("compress", "Weights only")}})
            .choice("format", &QuantizeSettings::format, NS_TEXT("compress", "Format"),
                    NS_TEXT("compress",
                            "What weights become: integers of 8 bits with a step for each channel, of 4 bits with a step for "
                            "each 32 weights, or floats of 16 or 8 bits. All but int8 is lost in a training."),
                    {{"int8", NS_TEXT("compress", "int8")},
                     {"int4", NS_TEXT("compress", "int4")},
                     {"float16", NS_TEXT("compress", "float16")},
                     {"bfloat16", NS_TEXT("compress", "bfloat16")},
                     {"float8_e4m3", NS_TEXT("compress", "float8 E4M3")},
                     {"float8_e5m2", NS_TEXT("compress", "float8 E5M2")}})
            .onlyWith("mode", {"weights"})
            .choice("calibration", &QuantizeSettings::calibration, NS_TEXT("compress", "Ranges by"),
                    NS_TEXT("compress",
                            "How the range of a layer's input is chosen from the samples: its whole extent; without one in ten "
                            "thousand numbers at its ends; by the least KL divergence; by the least squared error"),
                    {{"min-max", NS_TEXT("compress", "Whole extent")},
                     {"percentile", NS_TEXT("compress", "Percentile")},
                     {"entropy", NS_TEXT("compress", "KL divergence")},
                     {"mse", NS_TEXT("compress", "Squared error")}})
            .onlyWith("mode", {"static"})
            .choice("ranges", &QuantizeSettings::ranges, NS_TEXT("compress", "Training"),
                    NS_TEXT("compress",
                            "What a training does to the ranges, this stage's and any later one: they follow the numbers that it "
                            "sees, or are learned like weights, from the samples' ranges on"),
                    {{"observed", NS_TEXT("compress", "Follows ranges")}, {"learned", NS_TEXT("compress", "Learns ranges")}})
            .onlyWith("mode", {"static"})
            .choice("floats", &QuantizeSettings::floats, NS_TEXT("compress", "In floats"),
                    NS_TEXT("compress",
                            "Which layers stay as they are: none that can be rounded, or as many as it takes to lose no more "
                            "percentage points than may be lost; each is tried alone on validation samples"),
                    {{"none", NS_TEXT("compress", "None")}, {"points", NS_TEXT("compress", "As needed")}})
            .real("points", &QuantizeSettings::points, NS_TEXT("compress", "May lose"),
                  NS_TEXT("compress", "Percentage points that the judged value, such as the accuracy, may lose on those samples"))
            .range(0.0, 100.0)
            .usual(0.1, 1.0)
            .unit(NS_TEXT("unit", "points"))
            .onlyWith("floats", {"points"})
            .names(floatLayersName, &QuantizeSettings::layers, NS_TEXT("compress", "Kept in floats"),
                   NS_TEXT("compress", "Layers that stay as they are in any case, separated by commas; within a block BLOCK/LAYER"))
            .integer("epochs", &QuantizeSettings::epochs, epochsTitle, epochsDoc)
            .range(0.0, mostEpochs)
            .unit(epochsUnit);
    return settings;
}

} // namespace netsmith::gui
