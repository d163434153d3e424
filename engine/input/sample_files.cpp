#include "engine/input/sample_files.h"

#include "engine/core/ascii_case.h"
#include "engine/core/files/safe_file.h"
#include "engine/core/parallel.h"
#include "engine/fields/text/token_rows.h"
#include "engine/input/arrays/idx.h"
#include "engine/input/arrays/npy_samples.h"
#include "engine/input/class_lookup.h"
#include "engine/input/images/image_listing.h"
#include "engine/input/images/image_loading.h"
#include "engine/input/images/picture_file.h"
#include "engine/input/names_in.h"
#include "engine/input/tables/csv_samples.h"
#include "engine/input/tables/csv_settings.h"
#include "engine/input/text/token_counts.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

namespace netsmith::data {
namespace {

namespace fs = std::filesystem;

bool endsAs(const fs::path& path, std::initializer_list<std::string_view> endings)
{
    const std::string name = lowerAscii(path.filename().string());
    return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

/// By its name or its content: a file with only such a name is rejected as an unreadable picture, as in training.
bool isPicture(const fs::path& path)
{
    if (isNamedAsPicture(path))
        return true;
    std::array<char, 64> bytes{};
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), bytes.size());
    return beginsAsPicture(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(file.gcount()))));
}

bool takesText(const FieldSpec& input)
{
    return input.vocabulary && input.shape.rank() == 1;
}

/// The one input of a network that takes a single field.
const FieldSpec* onlyInput(const SampleReading& reading)
{
    return reading.inputs.size() == 1 ? &reading.inputs.front() : nullptr;
}

Samples samplesOf(Field field, const SampleReading& reading)
{
    Samples samples;
    samples.inputs.push_back(std::move(field));
    samples.truths.resize(reading.targets.size());
    return samples;
}

std::string textIn(const fs::path& path)
{
    std::string text = readTextFile(path).take();
    if (text.starts_with("\xEF\xBB\xBF"))
        text.erase(0, 3);
    if (const auto error = noText(text, path.string()))
        throw Error(*error);
    return text;
}

Samples readTexts(std::span<const std::string> texts, const std::string& name, const SampleReading& reading)
{
    const FieldSpec* input = onlyInput(reading);
    if (!input || !takesText(*input))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("sample.no_text", "the network does not take just a text; give it what it was trained on: {0}"),
                    reading.inputs.empty() ? std::string() : reading.inputs.front().name);
    NewField made = makeField(*input, std::ssize(texts));
    std::set<std::string> unknown;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        writeTokens(texts[i], *input, made.bytes + static_cast<std::int64_t>(i) * input->sampleBytes());
        for (const std::string& word : input->vocabulary->unknownIn(texts[i]))
            if (unknown.size() < unknownWordsAtMost)
                unknown.insert(word);
    }
    Samples samples = samplesOf(std::move(made.field), reading);
    if (!unknown.empty())
        samples.warnings.push_back(unknownWords(name, unknown));
    return samples;
}

/// A file of a folder, and the class folder that contains it.
struct FoundFile {
    fs::path path;
    std::string name; ///< below the folder
    std::string folder; ///< the first component of its path, after "train" and "test"; may be empty
};

std::vector<FoundFile> samplesBelow(const fs::path& root, bool (*isSample)(const fs::path&))
{
    constexpr std::string_view parts[] = {"train", "test", "val", "valid", "validation"};
    std::vector<FoundFile> files;
    std::error_code code;
    fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, code);
    for (const fs::recursive_directory_iterator end; !code && entry != end; entry.increment(code)) {
        if (entry->path().filename().string().starts_with('.')) {
            entry.disable_recursion_pending();
            continue;
        }
        std::error_code ignored; // a dangling or circular link is not a sample
        if (!entry->is_regular_file(ignored) || !isSample(entry->path()))
            continue;
        const fs::path below = entry->path().lexically_relative(root);
        FoundFile file{entry->path(), below.string(), {}};
        for (const fs::path& step : below.parent_path())
            if (std::ranges::find(parts, step.string()) == std::end(parts) || step != *below.begin()) {
                file.folder = step.string();
                break;
            }
        files.push_back(std::move(file));
    }
    std::ranges::sort(files, {}, &FoundFile::name);
    return files;
}

/// The classes of files by their folders, if any of these is named like a class.
void tellClasses(const std::vector<FoundFile>& files, const SampleReading& reading, Samples& samples)
{
    for (std::size_t t = 0; t < reading.targets.size(); ++t) {
        if (reading.isInput(reading.targets[t]))
            continue;
        const ClassLookup classes(reading.targets[t]);
        const auto numberOf = [&](const FoundFile& file) { return classes.named(file.folder); };
        if (std::ranges::none_of(files, [&](const FoundFile& file) { return numberOf(file) >= 0.0; }))
            continue;
        for (const FoundFile& file : files) {
            samples.truths[t].numbers.push_back(numberOf(file));
            samples.truths[t].classes.push_back(file.folder);
        }
    }
}

Expected<void> readPicture(const fs::path& path, const ImageFormat& format, std::byte* out)
{
    const Expected<std::vector<std::byte>> file = readFile(path, pictureFileBytesAtMost);
    if (!file)
        return file.error();
    return readImage(*file, path.string(), format, out);
}

Samples readPictures(const fs::path& root, const ImageFormat& format, const SampleReading& reading)
{
    std::vector<FoundFile> files = samplesBelow(root, isPicture);
    if (files.empty())
        throw Error(ErrorKind::input, NS_MESSAGE("sample.no_pictures", "the folder {0} holds no PNG, JPEG, WebP or BMP picture"),
                    root.string());
    NewField made = makeField(reading.inputs.front(), std::ssize(files));
    const std::int64_t size = made.field.spec.sampleBytes();
    std::vector<std::optional<Error>> problems(files.size());
    parallelFor(std::ssize(files), 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            if (const auto done = readPicture(files[static_cast<std::size_t>(i)].path, format, made.bytes + i * size); !done)
                problems[static_cast<std::size_t>(i)] = done.error();
    });
    std::vector<FoundFile> read;
    std::optional<Error> first;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (problems[i]) {
            first = first ? first : problems[i];
            continue;
        }
        std::memmove(made.bytes + std::ssize(read) * size, made.bytes + static_cast<std::int64_t>(i) * size,
                     static_cast<std::size_t>(size));
        read.push_back(std::move(files[i]));
    }
    if (read.empty())
        throw Error(*first);
    made.field.count = std::ssize(read);
    Samples samples = samplesOf(std::move(made.field), reading);
    if (first)
        samples.warnings.emplace_back(
            NS_MESSAGE("images.left_out", "{0} of {1:picture|pictures} can't be read and are left out, the first: {2}"),
            files.size() - read.size(), files.size(), first->message());
    for (const FoundFile& file : read)
        samples.names.push_back((root / file.name).string());
    tellClasses(read, reading, samples);
    return samples;
}

Samples readTextFolder(const fs::path& root, const SampleReading& reading)
{
    const std::vector<FoundFile> files = samplesBelow(root, [](const fs::path& path) { return endsAs(path, {".txt", ".text"}); });
    if (files.empty())
        throw Error(ErrorKind::input, NS_MESSAGE("sample.no_texts", "the folder {0} holds no text file (.txt)"), root.string());
    std::vector<std::string> texts;
    for (const FoundFile& file : files)
        texts.push_back(textIn(file.path));
    Samples samples = readTexts(texts, root.string(), reading);
    for (const FoundFile& file : files)
        samples.names.push_back((root / file.name).string());
    tellClasses(files, reading, samples);
    return samples;
}

Samples readIdxSamples(const fs::path& path, const FieldSpec& field, const SampleReading& reading)
{
    // Grey pictures in IDX files have no channel axis.
    const std::span<const std::int64_t> sizes = field.shape.sizes();
    const bool grey = sizes.size() == 3 && sizes.back() == 1;
    const IdxArray array = readIdx(path, IdxWanted{field.type, grey ? Shape(sizes.first(2)) : field.shape}).take();
    Field samples{field, array.shape[0], array.bytes};
    checkClasses(samples, path.string());
    return samplesOf(std::move(samples), reading);
}

/// The target columns, in the order of the samples' numbers: that of the training table, regardless of the order in the settings.
/// If these name none, it is the table's last one. Throws like `CsvReader` if the table has to be read.
std::vector<std::string> targetColumns(const std::vector<std::string>& named, const std::string& path, const CsvFormat& format)
{
    if (named.size() == 1)
        return named;
    std::vector<std::string> columns = CsvReader(openBytes(path), path, format).columns();
    if (named.empty())
        return {columns.back()};
    std::erase_if(columns, [&](const std::string& column) { return std::ranges::find(named, column) == named.end(); });
    return columns;
}

/// The column to forecast: as in the settings, else the last one that is read.
std::string seriesTarget(const SampleReading& reading)
{
    const auto given = reading.settings.parameters.find("target");
    const std::string* name = given == reading.settings.parameters.end() ? nullptr : std::get_if<std::string>(&given->second);
    return name && !name->empty() ? *name : reading.inputs.front().columns.back().name;
}

bool takesRows(const SampleReading& reading)
{
    return std::ranges::all_of(reading.inputs, [](const FieldSpec& field) { return !field.columns.empty() || takesText(field); });
}

/// The target field from columns of a table or a series that is not an input of the network; null if there is none.
const FieldSpec* toldByColumns(const SampleReading& reading)
{
    const auto found = std::ranges::find_if(
        reading.targets, [](const FieldSpec& target) { return target.name == "target" || target.name == "label"; });
    return found == reading.targets.end() ? nullptr : &*found;
}

/// The label columns of a table. If the training table is missing or has different columns now, predictions have no labels, and
/// evaluation with this file, `name`, is impossible.
std::vector<std::string> truthColumns(const SampleReading& reading, const CsvTableOptions& options, const std::string& name)
{
    const FieldSpec& target = *toldByColumns(reading);
    const std::string& path = reading.settings.path;
    try {
        std::vector<std::string> columns = targetColumns(options.targets, path, options.format);
        if (std::ssize(columns) == (target.classes > 0 ? 1 : target.shape.elements()))
            return columns;
        refuse(NS_MESSAGE("sample.columns_changed", "{0} has other columns now"), path);
    } catch (const Error& error) {
        if (reading.toJudge)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("sample.columns",
                                   "evaluating on {0} needs the training table, which holds the target columns and their order: "
                                   "{1}; restore it at {2}"),
                        name, error.message(), path);
    }
    return {};
}

/// A field of one number a sample.
Field oneNumberEach(FieldSpec spec, const std::vector<float>& numbers)
{
    NewField made = makeField(std::move(spec), std::ssize(numbers));
    std::memcpy(made.bytes, numbers.data(), numbers.size() * sizeof(float));
    return std::move(made.field);
}

Samples readTable(const OpenCsv& open, const std::string& name, const SampleReading& reading)
{
    CsvWanted wanted{.inputs = reading.inputs};
    Samples samples;
    const FieldSpec* target = toldByColumns(reading);
    if (target)
        wanted.target = *target;
    if (reading.settings.source == "csv") {
        const CsvTableOptions options = csvSettings(reading.settings.parameters).table;
        wanted.text = options.text;
        wanted.format = {.delimiter = options.format.delimiter, .decimal = options.format.decimal};
        if (target)
            wanted.targets = truthColumns(reading, options, name);
        if (reading.weights)
            wanted.weights = options.weights;
    } else if (takesText(reading.inputs.front())) {
        wanted.text = "text";
    } else if (reading.toJudge) {
        wanted.everyWindow = true;
        if (target)
            wanted.targets = {seriesTarget(reading)};
    }
    CsvSamples read = readCsvSamples(open, name, wanted);
    samples.inputs = std::move(read.inputs);
    samples.warnings.insert(samples.warnings.end(), read.warnings.begin(), read.warnings.end());
    samples.known = std::move(read.known);
    samples.mapped = read.mapped;
    if (!read.weights.empty())
        samples.weights = oneNumberEach(*reading.weights, read.weights);
    samples.truths.resize(reading.targets.size());
    for (std::size_t t = 0; t < reading.targets.size(); ++t)
        if (target && reading.targets[t].name == target->name)
            samples.truths[t] = {read.truth, read.classes, read.next};
    return samples;
}

} // namespace

void forgetRows(Truth& truth, const FieldSpec& target, std::span<const std::int64_t> lengths)
{
    const std::int64_t row = target.shape.elements() / target.shape[0];
    for (std::size_t i = 0; i < lengths.size(); ++i)
        for (std::int64_t at = std::clamp<std::int64_t>(lengths[i], 0, target.shape[0]) * row; at < target.shape.elements(); ++at)
            truth.numbers[i * static_cast<std::size_t>(target.shape.elements()) + static_cast<std::size_t>(at)] =
                std::numeric_limits<double>::quiet_NaN();
}

bool SampleReading::isInput(const FieldSpec& target) const
{
    return std::ranges::find(inputs, target.name, &FieldSpec::name) != inputs.end();
}

Samples samplesOfTable(std::span<const std::byte> content, const std::string& name, const SampleReading& reading)
{
    if (!takesRows(reading))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("sample.no_table", "the network takes no rows of a table; name a file of what it was trained on"));
    return readTable([&] { return openBytes(content, name); }, name, reading);
}

Samples samplesOfStdin(std::span<const std::byte> content, const SampleReading& reading)
{
    const std::string name = "stdin";
    const FieldSpec* input = onlyInput(reading);
    if (const auto format = input ? imageFormatOf(*input, reading.settings) : std::nullopt) {
        NewField made = makeField(*input, 1);
        readImage(content, name, *format, made.bytes).take();
        return samplesOf(std::move(made.field), reading);
    }
    if (reading.settings.source == "csv" || !takesOneText(reading))
        return samplesOfTable(content, name, reading);
    std::vector<std::string> lines;
    std::istringstream stream(std::string(reinterpret_cast<const char*>(content.data()), content.size()));
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r'))
            line.pop_back();
        if (line.find_first_not_of(" \t") != std::string::npos)
            lines.push_back(std::move(line));
    }
    return samplesOfTexts(lines, reading);
}

bool takesOneText(const SampleReading& reading)
{
    const FieldSpec* input = onlyInput(reading);
    return input && takesText(*input);
}

Samples samplesOfTexts(std::span<const std::string> texts, const SampleReading& reading)
{
    return readTexts(texts, "the text", reading);
}

Samples readSamples(const fs::path& path, const SampleReading& reading)
{
    const FieldSpec* input = onlyInput(reading);
    const auto format = input ? imageFormatOf(*input, reading.settings) : std::nullopt;
    std::error_code code;
    if (fs::is_directory(path, code)) {
        if (format)
            return readPictures(path, *format, reading);
        if (input && takesText(*input))
            return readTextFolder(path, reading);
        throw Error(ErrorKind::input,
                    NS_MESSAGE("sample.folder", "{0} is a folder, and the network takes no pictures or texts; name a file"),
                    path.string());
    }
    if (!fs::exists(path, code))
        throw Error(ErrorKind::input, NS_MESSAGE("sample.missing", "there is no file or folder {0}; correct its name"),
                    path.string());
    if (!fs::is_regular_file(path, code))
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("sample.kind", "{0} is neither a file nor a folder that samples can be read from; name one, or - for stdin"),
            path.string());
    if (endsAs(path, {".npy", ".npz"}))
        return readNpySamples(path, reading);
    const bool csv = endsAs(path, {".csv", ".tsv", ".csv.gz", ".tsv.gz"});
    const bool tableText = reading.settings.source == "csv" && !endsAs(path, {".txt", ".text"});
    if (takesRows(reading) && (csv || tableText || !input || !takesText(*input)))
        return readTable([&] { return openBytes(path); }, path.string(), reading);
    if (csv)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("sample.table",
                       "{0} is a table, and the run has not kept the columns needed to read it; give what it was trained on, or "
                       "train the run again if it learned a series"),
            path.string());
    if (input && takesText(*input)) {
        std::string text = textIn(path);
        if (reading.settings.source == "csv") // whose texts end without a line break
            text.erase(text.find_last_not_of("\r\n") + 1);
        return readTexts(std::array{std::move(text)}, path.string(), reading);
    }
    if (!input)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("sample.inputs",
                               "the network takes {0:input|inputs}, which {1} does not tell apart; give an NPZ file with "
                               "an array of each one's name"),
                    reading.inputs.size(), path.string());
    if (format && isPicture(path)) {
        NewField made = makeField(*input, 1);
        readPicture(path, *format, made.bytes).take();
        return samplesOf(std::move(made.field), reading);
    }
    if (!format && isPicture(path))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("sample.no_picture",
                               "{0} is a picture, but the network's field \"{1}\" holds {2} {3}; give it such samples"),
                    path.string(), input->name, input->shape.text(), std::string(nameOf(input->type)));
    return readIdxSamples(path, *input, reading);
}

} // namespace netsmith::data
