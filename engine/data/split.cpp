#include "engine/data/split.h"

#include "engine/core/error.h"
#include "engine/core/philox.h"
#include "engine/data/order.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <unordered_map>

namespace netsmith::data {
namespace {

void checkShare(double share)
{
    if (!(share >= 0 && share < 1)) // a NaN too
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("data.share", "the fraction of samples held out is {0}, expected at least 0 and below 1, for example 0.1"),
            share);
}

void checkEnough(std::int64_t trainCount)
{
    if (trainCount < 2)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.share_samples",
                               "samples can't be held out of {0:training sample|training samples}; use more samples or the "
                               "test set"),
                    trainCount);
}

/// Moves `count` of the samples, drawn without repetition, to the front.
void draw(std::span<std::int32_t> samples, std::int64_t count, RandomStream random)
{
    const std::size_t total = samples.size();
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        std::swap(samples[i], samples[i + random.below(static_cast<std::uint32_t>(total - i))]);
}

std::int64_t classOf(const Field& labels, std::int64_t sample)
{
    const std::span<const std::byte> bytes = labels.sample(sample);
    if (labels.spec.type == DataType::u8)
        return std::to_integer<std::int64_t>(bytes[0]);
    std::int64_t value = 0;
    std::memcpy(&value, bytes.data(), bytes.size()); // little-endian, and never negative: `checkClasses` was before
    return value;
}

/// How many of each class are held out: the integer part of its share, and one more for those with the largest remainder.
std::vector<std::int64_t> quotas(const std::vector<std::vector<std::int32_t>>& classes, double share, std::int64_t total)
{
    std::vector<std::int64_t> counts;
    std::vector<std::pair<double, std::size_t>> fractions; // negative, so that the largest comes first and then the first class
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const double exact = share * static_cast<double>(classes[i].size());
        const auto whole = static_cast<std::int64_t>(exact);
        counts.push_back(whole);
        total -= whole;
        fractions.emplace_back(static_cast<double>(whole) - exact, i);
    }
    std::ranges::sort(fractions);
    for (const auto& [fraction, i] : fractions)
        if (total > 0 && counts[i] + 1 < std::ssize(classes[i])) {
            ++counts[i];
            --total;
        }
    return counts;
}

} // namespace

std::int64_t heldOutCount(std::int64_t trainCount, double share)
{
    return std::clamp<std::int64_t>(std::llround(share * static_cast<double>(trainCount)), 1, trainCount - 1);
}

std::int64_t heldOutCount(std::int64_t trainCount, double share, std::int64_t classes)
{
    return std::min(heldOutCount(trainCount, share), std::max<std::int64_t>(trainCount - classes, 1));
}

void checkStratified(const FieldSpec& labels)
{
    if (labels.classes <= 0 || labels.shape.rank() != 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.stratify",
                               "the field \"{0}\" is not one class per sample, so samples can't be held out by class; "
                               "set data.validation to split"),
                    labels.name);
}

Partition partition(std::int64_t trainCount, std::int64_t testCount, double share, std::uint64_t seed)
{
    checkShare(share);
    if (share == 0)
        return {identityOrder(trainCount), identityOrder(testCount), false};
    checkEnough(trainCount);

    // The shuffles of epochs use other streams: they differ in the upper half.
    std::vector<std::int32_t> samples = identityOrder(trainCount);
    const std::int64_t count = heldOutCount(trainCount, share);
    draw(samples, count, RandomStream(seed, std::uint64_t{nameHash("held out")} << 32));
    Partition parts;
    parts.validation.assign(samples.begin(), samples.begin() + count);
    parts.train.assign(samples.begin() + count, samples.end());
    std::ranges::sort(parts.validation);
    std::ranges::sort(parts.train);
    parts.heldOut = true;
    return parts;
}

Partition stratifiedPartition(const Field& labels, double share, std::uint64_t seed)
{
    checkShare(share);
    checkStratified(labels.spec);
    checkEnough(labels.count);
    std::vector<std::vector<std::int32_t>> classes(static_cast<std::size_t>(labels.spec.classes));
    for (const std::int32_t sample : identityOrder(labels.count))
        classes[static_cast<std::size_t>(classOf(labels, sample))].push_back(sample);
    const std::vector<std::int64_t> counts = quotas(classes, share, heldOutCount(labels.count, share));
    Partition parts;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        // A stream for each class, so that one more sample of one changes no other.
        draw(classes[i], counts[i], RandomStream(seed, std::uint64_t{nameHash("held out by class")} << 32 | i));
        const auto held = classes[i].begin() + counts[i];
        parts.validation.insert(parts.validation.end(), classes[i].begin(), held);
        parts.train.insert(parts.train.end(), held, classes[i].end());
    }
    if (parts.validation.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.stratify_few", "no class has enough samples to hold out a fraction of {0}; hold out more"),
                    share);
    std::ranges::sort(parts.validation);
    std::ranges::sort(parts.train);
    parts.heldOut = true;
    return parts;
}

std::vector<std::vector<std::int32_t>> folds(const Field& labels, std::int64_t count, std::uint64_t seed)
{
    if (count < 2 || count > labels.count)
        throw Error(ErrorKind::usage,
                    Message(NS_MESSAGE("data.folds",
                                       "can't split {1:training sample|training samples} into {0:fold|folds}; choose from 2 folds "
                                       "up to one per sample"),
                            count, labels.count)
                        .with({.setting = "folds"}));
    const bool isStratified = labels.spec.classes > 0 && labels.spec.shape.rank() == 0;
    std::vector<std::vector<std::int32_t>> classes(isStratified ? static_cast<std::size_t>(labels.spec.classes) : 1);
    for (const std::int32_t sample : identityOrder(labels.count))
        classes[isStratified ? static_cast<std::size_t>(classOf(labels, sample)) : 0].push_back(sample);
    std::vector<std::vector<std::int32_t>> out(static_cast<std::size_t>(count));
    std::size_t next = 0; // dealt round robin across classes, so that the folds stay equally large
    for (std::size_t i = 0; i < classes.size(); ++i) {
        draw(classes[i], std::ssize(classes[i]), RandomStream(seed, std::uint64_t{nameHash("folds")} << 32 | i));
        for (const std::int32_t sample : classes[i])
            out[next++ % out.size()].push_back(sample);
    }
    for (std::vector<std::int32_t>& fold : out)
        std::ranges::sort(fold);
    return out;
}

Partition namedPartition(std::string_view text, const std::string& file, std::span<const std::string> names,
                         std::int64_t trainCount)
{
    std::unordered_map<std::string_view, std::int32_t> byName;
    for (std::size_t i = 0; i < names.size(); ++i)
        byName.emplace(names[i], static_cast<std::int32_t>(i));
    std::vector<bool> held(static_cast<std::size_t>(trainCount), false);
    for (std::int64_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
            line.remove_suffix(1);
        if (line.empty())
            continue;
        std::int64_t sample = -1;
        if (const auto found = byName.find(line); found != byName.end())
            sample = found->second;
        else if (byName.empty())
            if (const auto [last, error] = std::from_chars(line.data(), line.data() + line.size(), sample);
                error != std::errc() || last != line.data() + line.size())
                sample = -1;
        // A project may name any file of the machine: its content is not shown.
        if (sample < 0 || sample >= trainCount)
            throw Error(
                ErrorKind::input,
                byName.empty()
                    ? NS_MESSAGE("data.held_out_number",
                                 "line {1} of {0} is not the number of a training sample; expected one from 0 to {2} on each line")
                    : NS_MESSAGE("data.held_out_name",
                                 "line {1} of {0} is not the name of a training sample; expected one such as \"{3}\" on each line"),
                file, number, trainCount - 1, names.empty() ? std::string() : names.front());
        held[static_cast<std::size_t>(sample)] = true;
    }
    Partition parts;
    for (const std::int32_t sample : identityOrder(trainCount))
        (held[static_cast<std::size_t>(sample)] ? parts.validation : parts.train).push_back(sample);
    if (parts.validation.empty() || parts.train.empty())
        throw Error(ErrorKind::input,
                    parts.train.empty()
                        ? NS_MESSAGE("data.held_out_all", "{0} names all training samples, so none are left to train on")
                        : NS_MESSAGE("data.held_out_none", "{0} names no sample to validate on"),
                    file);
    parts.heldOut = true;
    return parts;
}

} // namespace netsmith::data
