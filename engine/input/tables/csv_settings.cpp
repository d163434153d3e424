#include "engine/input/tables/csv_settings.h"

#include "engine/fields/text/vocabulary.h"
#include "engine/graph/specs/spec.h"
#include "engine/input/names_in.h"

namespace netsmith::data {
namespace {

struct Settings {
    std::string target;
    std::string task = "auto";
    std::string categories;
    std::string leaveOut;
    std::string weights;
    bool standardise = true;
    bool standardiseTarget = false;
    std::string delimiter = "auto";
    std::string decimal = "auto";
    std::string header = "auto";
    std::string testFile;
    std::string text;
    std::string textUnit = "words";
    std::int64_t textLength = 200;
    std::int64_t textVocabulary = 10000;
    bool textLowerCase = true;
};

const ParameterBuilder<Settings>& declared()
{
    using S = Settings;
    static const auto all = [] {
        ParameterBuilder<S> settings;
        settings
            .text("target", &S::target, NS_TEXT("data.csv", "Target"),
                  NS_TEXT("data.csv",
                          "The name of the target column, or several columns of numbers separated by commas, which are predicted "
                          "in the order that they have in the table; empty: the last one."))
            .choice("task", &S::task, NS_TEXT("data.csv", "Task"),
                    NS_TEXT("data.csv", "Whether the target holds classes or numbers; automatically, words are classes."),
                    {{"auto", NS_TEXT("data.csv", "Automatic")}, {"classes", NS_TEXT("data.csv", "Classes")}})
            .text("categories", &S::categories, NS_TEXT("data.csv", "Categories"),
                  NS_TEXT("data.csv", "Columns of numbers to read as categories, such as a postcode, separated by commas."))
            .text("leave_out", &S::leaveOut, NS_TEXT("data.csv", "Left out"),
                  NS_TEXT("data.csv", "Columns to ignore, such as a row's number, separated by commas."))
            .text("weights", &S::weights, NS_TEXT("data.csv", "Sample weights"),
                  NS_TEXT("data.csv",
                          "A column of sample weights, one number per row that its loss is multiplied by: the field "
                          "\"sample_weight\"; empty: none."))
            .boolean("standardise", &S::standardise, NS_TEXT("data.csv", "Standardize"),
                     NS_TEXT("data.csv",
                             "Standardizes each column of numbers to mean 0 and standard deviation 1, computed from the training "
                             "samples only."))
            .boolean("standardise_target", &S::standardiseTarget, NS_TEXT("data.csv", "Standardize the target"),
                     NS_TEXT("data.csv",
                             "Whether numeric targets are standardized to mean 0 and standard deviation 1 for training; "
                             "predictions and metrics stay in the columns' own units."))
            .choice("delimiter", &S::delimiter, NS_TEXT("data.csv", "Delimiter"),
                    NS_TEXT("data.csv", "The character between the values of a row."),
                    {{"auto", NS_TEXT("data.csv", "Automatic")},
                     {"bar", NS_TEXT("data.csv", "Bar |")},
                     {"comma", NS_TEXT("data.csv", "Comma ,")},
                     {"semicolon", NS_TEXT("data.csv", "Semicolon ;")},
                     {"tab", NS_TEXT("data.csv", "Tab")}})
            .choice("decimal", &S::decimal, NS_TEXT("data.csv", "Decimals"), NS_TEXT("data.csv", "The decimal separator."),
                    {{"auto", NS_TEXT("data.csv", "Automatic")},
                     {"comma", NS_TEXT("data.csv", "Comma ,")},
                     {"point", NS_TEXT("data.csv", "Point .")}})
            .choice("header", &S::header, NS_TEXT("data.csv", "Header"),
                    NS_TEXT("data.csv", "Whether the first row names the columns."),
                    {{"auto", NS_TEXT("data.csv", "Automatic")},
                     {"no", NS_TEXT("data.csv", "No")},
                     {"yes", NS_TEXT("data.csv", "Yes")}})
            .text("test_file", &S::testFile, NS_TEXT("data.csv", "Test file"),
                  NS_TEXT("data.csv", "A file next to it with the same columns, whose rows are the test set; empty: none."))
            .text("text", &S::text, NS_TEXT("data.csv", "Text column"),
                  NS_TEXT("data.csv", "A column of texts, which are read as tokens into the field \"text\"; empty: none."))
            .choice(
                "text_unit", &S::textUnit, NS_TEXT("data.csv", "Read text as"),
                NS_TEXT(
                    "data.csv",
                    "Characters, each one token; or words, with punctuation marks, line breaks and ideographs as separate words."),
                {{"characters", NS_TEXT("data.csv", "Characters")}, {"words", NS_TEXT("data.csv", "Words")}})
            .integer("text_length", &S::textLength, NS_TEXT("data.csv", "Text length"),
                     NS_TEXT("data.csv", "The number of tokens read from each text; a shorter one is padded."))
            .range(1, 1 << 20)
            .usual(20, 1000)
            .unit(NS_TEXT("unit", "tokens"))
            .integer("text_vocabulary", &S::textVocabulary, NS_TEXT("data.csv", "Text vocabulary"),
                     NS_TEXT("data.csv",
                             "The largest number of different tokens, including padding and unknown; rarer tokens become unknown."))
            .range(3, Vocabulary::largest)
            .usual(100, 50000)
            .unit(NS_TEXT("unit", "tokens"))
            .boolean("text_lower_case", &S::textLowerCase, NS_TEXT("data.csv", "Lowercase"),
                     NS_TEXT("data.csv", "Whether capitals in texts are read as lowercase."));
        return settings;
    }();
    return all;
}

CsvTableOptions tableOf(const Settings& settings)
{
    CsvTableOptions options;
    constexpr std::pair<std::string_view, char> delimiters[] = {{"bar", '|'}, {"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}};
    for (const auto& [name, character] : delimiters)
        if (settings.delimiter == name)
            options.format.delimiter = character;
    if (settings.decimal != "auto")
        options.format.decimal = settings.decimal == "comma" ? ',' : '.';
    if (settings.header != "auto")
        options.format.header = settings.header == "yes";
    options.targets = namesIn(settings.target);
    options.numbersAreClasses = settings.task == "classes";
    options.categories = namesIn(settings.categories);
    options.leftOut = namesIn(settings.leaveOut);
    options.weights = settings.weights;
    options.standardise = settings.standardise;
    options.standardiseTarget = settings.standardiseTarget;
    options.text = settings.text;
    options.textRule = {settings.textUnit == "words" ? TextUnit::words : TextUnit::characters, settings.textLowerCase};
    options.textLength = settings.textLength;
    options.textVocabulary = settings.textVocabulary;
    return options;
}

} // namespace

const std::vector<ParameterSpec>& csvParameters()
{
    return declared().specs();
}

CsvSettings csvSettings(const ParameterMap& parameters)
{
    const Settings settings = declared().bind(parameters);
    return {tableOf(settings), settings.testFile};
}

} // namespace netsmith::data
