#include "engine/inspect/doctor/data_signs.h"

#include "engine/fields/element.h"
#include "engine/graph/graph_index.h"
#include "engine/plan/checks/project_nodes.h"
#include "engine/train/project_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

namespace netsmith::inspect {
namespace {

constexpr std::int64_t samplesToMeasure = 2000; // spread over all
constexpr std::int64_t bytesToMeasure = std::int64_t{16} << 20;
constexpr double largeInput = 10.0; // root mean square: weights are drawn for numbers of about 1
constexpr std::int64_t namedFeaturesAtMost = 64; // of a vector: more are pixels, many of which are always 0
constexpr double orderedShare = 0.3; // of neighbours with the same class, above what chance gives
constexpr double imbalance = 10.0; // the largest class's samples for each of the smallest class's
constexpr double leakedShare = 0.01; // of the validation samples
constexpr double alikeByChance = 4.0; // times as many as repeat within the training samples: twice as many is usual

class DataSigns {
public:
    DataSigns(const CheckedProject& project, const train::TrainingData& data)
        : m_project(project)
        , m_data(data)
        , m_index(project.flat().graph)
    {
    }

    void examineInputs();
    void examineOrder();
    void examineClasses();
    void examineLeakage(const std::stop_token& stop, std::int64_t bytesToRead);
    std::vector<Diagnosis> found() && { return std::move(m_found); }

private:
    struct Sizes {
        double mean = 0.0;
        double deviation = 0.0;
        double square = 0.0; ///< the mean square
        std::vector<bool> varies; ///< each number of a sample
    };
    Sizes sizesOf(const data::Field& field, const InputScale& scale) const;
    void examineSize(const data::Field& field, const InputScale& scale, const Sizes& sizes);
    void examineConstants(const data::Field& field, const Sizes& sizes);
    bool isScaledByLayer(const std::string& field) const;
    const data::Field* classesOfSamples(const Objective& objective) const;
    std::int64_t classOf(const data::Field& field, std::int32_t sample) const;

    const CheckedProject& m_project;
    const train::TrainingData& m_data;
    GraphIndex m_index;
    bool m_isOnlyInput = true;
    std::vector<Diagnosis> m_found;
};

/// Every n-th of the training samples.
DataSigns::Sizes DataSigns::sizesOf(const data::Field& field, const InputScale& scale) const
{
    Sizes sizes;
    sizes.varies.resize(static_cast<std::size_t>(field.spec.shape.elements()));
    std::vector<double> first(sizes.varies.size());
    const std::int64_t fitting = std::max<std::int64_t>(16, bytesToMeasure / std::max<std::int64_t>(1, field.spec.sampleBytes()));
    const std::int64_t samples = std::min({samplesToMeasure, fitting, m_data.trainCount()});
    double sum = 0.0, squares = 0.0, count = 0.0;
    for (std::int64_t i = 0; i < samples; ++i) {
        const std::int32_t sample = m_data.train[static_cast<std::size_t>(i * m_data.trainCount() / samples)];
        std::size_t at = 0;
        data::eachElement(field.spec.type, field.sample(sample), [&](double number) {
            number = (number - scale.subtract) / scale.divide;
            if (i == 0)
                first[at] = number;
            else if (number != first[at])
                sizes.varies[at] = true;
            ++at;
            if (!std::isfinite(number))
                return;
            sum += number;
            squares += number * number;
            ++count;
        });
    }
    if (count > 0.0) {
        sizes.mean = sum / count;
        sizes.square = squares / count;
        sizes.deviation = std::sqrt(std::max(0.0, sizes.square - sizes.mean * sizes.mean));
    }
    return sizes;
}

/// Whether all that read the field scale it themselves.
bool DataSigns::isScaledByLayer(const std::string& field) const
{
    bool reads = false;
    for (const Node& node : m_project.flat().graph.nodes) {
        const LayerSpec* spec = m_project.catalog().layers->find(node.layer);
        if (!spec || !readsField(*spec) || inputField(node, *spec) != field)
            continue;
        for (const Edge* wire : m_index.outOf(node.id)) {
            const Node* reader = m_index.find(wire->to.node);
            const LayerSpec* layer = reader ? m_project.catalog().layers->find(reader->layer) : nullptr;
            reads = true;
            if (!layer || layer->category != Category::normalisation)
                return false;
        }
    }
    return reads;
}

void DataSigns::examineSize(const data::Field& field, const InputScale& scale, const Sizes& sizes)
{
    const double size = std::sqrt(sizes.square);
    if (size <= largeInput || isScaledByLayer(field.spec.name))
        return;
    std::optional<Remedy> remedy = Remedy{Message(NS_MESSAGE("doctor.remedy.scale", "Scale the input")), {}, {}};
    if (!field.spec.columns.empty()) // each by its own
        remedy->settings = {"data.source.standardise=true", "data.subtract=0", "data.divide=0"};
    else if (inputScale({}, field.spec.type, field.spec.shape, field.spec.classes).divide != 1.0) // as for every such data set
        remedy->settings = {"data.subtract=0", "data.divide=0"};
    else if (m_isOnlyInput) // the settings scale all inputs alike
        remedy->settings = {fmt::format("data.subtract={:.4g}", sizes.mean * scale.divide + scale.subtract),
                            fmt::format("data.divide={:.4g}", std::max(sizes.deviation * scale.divide, 1e-6))};
    else
        remedy.reset();
    m_found.push_back(
        {.ailment = Ailment::unscaledInput,
         .finding = Message(NS_MESSAGE("doctor.unscaled_input.finding",
                                       "The numbers of the input \"{0}\" are large as the network reads them: a mean of {1} and a "
                                       "deviation of {2}."),
                            field.spec.name, fmt::format("{:.3g}", sizes.mean), fmt::format("{:.3g}", sizes.deviation)),
         .reason =
             Message(NS_MESSAGE("doctor.unscaled_input.reason",
                                "First weights are drawn for numbers of about 1. Larger ones give large outputs and gradients: "
                                "the first steps go too far, and activations saturate or die.")),
         .advice = Message(NS_MESSAGE("doctor.unscaled_input.advice",
                                      "Subtract the mean and divide by the deviation, or divide bytes of pictures by 255.")),
         .remedy = std::move(remedy)});
}

void DataSigns::examineConstants(const data::Field& field, const Sizes& sizes)
{
    const bool isAll = std::ranges::find(sizes.varies, true) == sizes.varies.end();
    std::vector<std::string> names;
    std::int64_t left = field.spec.shape.elements(); // without them
    std::size_t at = 0;
    for (const data::Column& column : field.spec.columns) {
        const auto begin = sizes.varies.begin() + static_cast<std::ptrdiff_t>(at);
        if (std::find(begin, begin + column.elements(), true) == begin + column.elements()) {
            names.push_back(column.name);
            left -= column.elements();
        }
        at += static_cast<std::size_t>(column.elements());
    }
    if (field.spec.columns.empty() && !isAll && field.spec.shape.rank() == 1 && field.spec.shape.elements() <= namedFeaturesAtMost)
        for (std::size_t i = 0; i < sizes.varies.size(); ++i)
            if (!sizes.varies[i])
                names.push_back(std::to_string(i));
    if (names.empty() && !isAll)
        return;
    Diagnosis& diagnosis = m_found.emplace_back(Diagnosis{
        .ailment = Ailment::constantInput,
        .finding = isAll
            ? Message(NS_MESSAGE("doctor.constant_input.all", "The input \"{0}\" is the same in all samples looked at."),
                      field.spec.name)
            : Message(NS_MESSAGE("doctor.constant_input.some",
                                 "Of the input \"{0}\" these columns are the same in all samples looked at: {1}."),
                      field.spec.name, fmt::format("{}", fmt::join(names, ", "))),
        .reason = Message(NS_MESSAGE("doctor.constant_input.reason",
                                     "Nothing can be learned from a number that never changes; often a file was read wrongly.")),
        .advice = Message(NS_MESSAGE("doctor.constant_input.advice", "Look at the samples, and leave out such columns."))});
    const bool canBeListed =
        std::ranges::all_of(names, [](const std::string& name) { return name.find_first_of(",\"\\") == std::string::npos; });
    if (m_project.project().data.source == "csv" && !isAll && canBeListed) {
        const auto given = m_project.project().data.parameters.find("leave_out");
        const std::string* before =
            given != m_project.project().data.parameters.end() ? std::get_if<std::string>(&given->second) : nullptr;
        const std::string all =
            fmt::format("{}{}{}", before ? *before : std::string(), before && !before->empty() ? "," : "", fmt::join(names, ","));
        Remedy remedy{Message(NS_MESSAGE("doctor.remedy.leave_out", "Leave out {0:column|columns}"), std::ssize(names)),
                      {fmt::format("data.source.leave_out=\"{}\"", all)},
                      {}};
        for (const Node& node : m_project.flat().graph.nodes)
            if (const LayerSpec* spec = m_project.catalog().layers->find(node.layer);
                spec && readsField(*spec) && inputField(node, *spec) == field.spec.name)
                remedy.settings.push_back(fmt::format("{}.shape=[{}]", settingOfNode(node.id), left));
        diagnosis.remedy = std::move(remedy);
    }
}

void DataSigns::examineInputs()
{
    const std::vector<train::ScaledInput> inputs = train::scaledInputs(m_project.project(), m_project.fields());
    m_isOnlyInput = inputs.size() == 1;
    for (const train::ScaledInput& input : inputs) {
        const data::Field& field = m_data.trainSplit().field(input.field);
        const Sizes sizes = sizesOf(field, input.scale);
        examineSize(field, input.scale, sizes);
        if (m_data.trainCount() > 1)
            examineConstants(field, sizes);
    }
}

/// The field of an objective with a class for each sample; null if it learns something else.
const data::Field* DataSigns::classesOfSamples(const Objective& objective) const
{
    if (!objective.learnsField())
        return nullptr;
    const data::Field& field = m_data.trainSplit().field(objective.target);
    return field.spec.classes > 1 && field.spec.shape.elements() == 1 && !field.spec.vocabulary ? &field : nullptr;
}

std::int64_t DataSigns::classOf(const data::Field& field, std::int32_t sample) const
{
    return static_cast<std::int64_t>(data::elementOf(field.spec.type, field.sample(sample).data()));
}

void DataSigns::examineOrder()
{
    const data::Field* field = nullptr;
    for (const Objective& objective : m_project.project().training.objectives)
        field = field ? field : classesOfSamples(objective);
    if (m_project.project().data.shuffle || !field || m_data.trainCount() < 2 || train::keepsStates(m_project.project()))
        return;
    std::vector<double> counts(static_cast<std::size_t>(field->spec.classes));
    double same = 0.0;
    std::int64_t last = -1;
    for (const std::int32_t sample : m_data.train) {
        const std::int64_t now = classOf(*field, sample);
        ++counts[static_cast<std::size_t>(now)];
        same += now == last ? 1.0 : 0.0;
        last = now;
    }
    const double samples = static_cast<double>(m_data.trainCount());
    double chance = 0.0;
    for (const double count : counts)
        chance += count / samples * count / samples;
    same /= samples - 1.0;
    if (same < chance + orderedShare)
        return;
    m_found.push_back(
        {.ailment = Ailment::unshuffledData,
         .finding =
             Message(NS_MESSAGE("doctor.unshuffled_data.finding",
                                "The samples are read in their order, and {0} % of them have the class of the one before; by "
                                "chance it would be {1} %."),
                     fmt::format("{:.0f}", 100.0 * same), fmt::format("{:.0f}", 100.0 * chance)),
         .reason =
             Message(NS_MESSAGE("doctor.unshuffled_data.reason",
                                "A batch of one class teaches the network to answer this class whatever it sees, and the next "
                                "class undoes it.")),
         .advice = Message(NS_MESSAGE("doctor.unshuffled_data.advice", "Shuffle the samples in each epoch.")),
         .remedy = Remedy{Message(NS_MESSAGE("doctor.remedy.shuffle", "Shuffle the samples")), {"data.shuffle=true"}}});
}

void DataSigns::examineClasses()
{
    std::set<std::string> examined;
    for (const Objective& objective : m_project.project().training.objectives) {
        const data::Field* field = classesOfSamples(objective);
        const auto weights = objective.loss.parameters.find("class_weights");
        if (!field || weights != objective.loss.parameters.end() || !objective.sampleWeight.empty()
            || objective.loss.id.find("focal") != std::string::npos || !examined.insert(field->spec.name).second)
            continue;
        std::vector<double> counts(static_cast<std::size_t>(field->spec.classes));
        for (const std::int32_t sample : m_data.train)
            ++counts[static_cast<std::size_t>(classOf(*field, sample))];
        const auto nameOf = [&](std::size_t at) {
            return at < field->spec.classNames.size() ? field->spec.classNames[at] : std::to_string(at);
        };
        const std::size_t largest = static_cast<std::size_t>(std::ranges::max_element(counts) - counts.begin());
        std::size_t smallest = largest;
        double present = 0.0;
        for (std::size_t i = 0; i < counts.size(); ++i)
            if (counts[i] > 0.0) {
                ++present;
                smallest = counts[i] < counts[smallest] ? i : smallest;
            }
        if (present < 2.0 || counts[largest] < imbalance * counts[smallest])
            continue;
        std::vector<std::string> names, balanced;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            names.push_back(nameOf(i));
            balanced.push_back(
                counts[i] > 0.0 ? fmt::format("{:.4g}", static_cast<double>(m_data.trainCount()) / (present * counts[i])) : "0");
        }
        Diagnosis& diagnosis = m_found.emplace_back(Diagnosis{
            .ailment = Ailment::classImbalance,
            .finding = Message(
                NS_MESSAGE("doctor.class_imbalance.finding",
                           "The class \"{0}\" has {1:training sample|training samples}, {4} times as many as \"{2}\" with {3}."),
                nameOf(largest), static_cast<std::int64_t>(counts[largest]), nameOf(smallest),
                static_cast<std::int64_t>(counts[smallest]), fmt::format("{:.0f}", counts[largest] / counts[smallest])),
            .reason =
                Message(NS_MESSAGE("doctor.class_imbalance.reason",
                                   "A network that always answers the large class has a low loss and a high accuracy, so that the "
                                   "small one is hardly learned.")),
            .advice =
                Message(NS_MESSAGE("doctor.class_imbalance.advice",
                                   "Weigh the samples of each class so that all classes count the same, and look at the recall of "
                                   "each class instead of the accuracy.")),
            .evidence = {.axis = Message(NS_MESSAGE("doctor.class_imbalance.axis", "training samples")),
                         .names = std::move(names),
                         .values = counts}});
        const LossSpec* loss = m_project.catalog().losses->find(objective.loss.id);
        if (m_project.project().training.objectives.size() == 1 && loss && loss->parameter("class_weights"))
            diagnosis.remedy = Remedy{Message(NS_MESSAGE("doctor.remedy.weigh", "Weigh the classes")),
                                      {fmt::format("loss.class_weights=[{}]", fmt::join(balanced, ","))}};
    }
}

/// A sample's bytes in all fields that the network reads.
std::string contentOf(const std::vector<const data::Field*>& fields, std::int32_t sample)
{
    std::string content;
    for (const data::Field* field : fields) {
        const std::span<const std::byte> bytes = field->sample(sample);
        content.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    return content;
}

void DataSigns::examineLeakage(const std::stop_token& stop, std::int64_t bytesToRead)
{
    if (m_data.validation.empty())
        return;
    std::set<std::string> names;
    for (const Node& node : m_project.flat().graph.nodes)
        if (const LayerSpec* spec = m_project.catalog().layers->find(node.layer); spec && readsField(*spec))
            names.insert(inputField(node, *spec));
    const data::DataSplit &train = m_data.trainSplit(), &validation = m_data.validationSplit();
    std::vector<const data::Field*> trained, judged;
    std::int64_t size = 0;
    for (const std::string& name : names) {
        trained.push_back(&train.field(name));
        judged.push_back(&validation.field(name));
        size += trained.back()->spec.sampleBytes();
    }
    if (names.empty() || size > bytesToRead / (m_data.trainCount() + m_data.validationCount()))
        return;
    constexpr std::int32_t often = 1024; // samples between two looks at the stop
    const std::hash<std::string> hash;
    std::unordered_set<std::size_t> known;
    std::int64_t repeated = 0, leaked = 0;
    for (std::size_t i = 0; i < m_data.train.size(); ++i) {
        if (i % often == 0 && stop.stop_requested())
            return;
        repeated += known.insert(hash(contentOf(trained, m_data.train[i]))).second ? 0 : 1;
    }
    for (const std::int32_t sample : m_data.validation)
        leaked += known.contains(hash(contentOf(judged, sample))) ? 1 : 0;
    const double share = static_cast<double>(leaked) / static_cast<double>(m_data.validationCount());
    const double repeats = static_cast<double>(repeated) / static_cast<double>(m_data.trainCount());
    if (share < leakedShare || leaked < 2 || share < alikeByChance * repeats)
        return;
    Diagnosis& diagnosis = m_found.emplace_back(Diagnosis{
        .ailment = Ailment::leakage,
        .finding =
            Message(NS_MESSAGE("doctor.leakage.finding",
                               "{0} of {1:validation sample|validation samples} ({2} %) are also among the training samples, "
                               "byte for byte."),
                    leaked, m_data.validationCount(), fmt::format("{:.1f}", 100.0 * share)),
        .reason =
            Message(NS_MESSAGE("doctor.leakage.reason",
                               "What a network has seen it can know by heart. The validation then looks better than the network "
                               "will be on new samples, and overfitting stays unseen.")),
        .advice =
            Message(NS_MESSAGE("doctor.leakage.advice",
                               "Remove the copies from one of the two, or hold out a part of the training samples instead."))});
    if (!m_data.heldOut)
        diagnosis.remedy =
            Remedy{Message(NS_MESSAGE("doctor.remedy.hold_out", "Hold out training samples")), {"data.validation=split"}};
}

} // namespace

std::vector<Diagnosis> examineData(const CheckedProject& project, const train::TrainingData& data, const std::stop_token& stop,
                                   std::int64_t bytesToRead)
{
    DataSigns signs(project, data);
    signs.examineInputs();
    signs.examineOrder();
    signs.examineClasses();
    signs.examineLeakage(stop, bytesToRead);
    return std::move(signs).found();
}

} // namespace netsmith::inspect
