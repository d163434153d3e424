#include "engine/cli/words/text_writing.h"

#include "engine/cli/terminal/signals.h"
#include "engine/fields/text/vocabulary.h"
#include "engine/predict/prediction.h"
#include "engine/train/generation/generation.h"
#include "engine/train/trainer/launch_pacer.h"

namespace netsmith::cli {

int writeText(Console& console, const WritingOptions& options)
{
    train::checkSampling(options.sampling); // before the run is read
    const SignalWatch signals;
    Predictor predictor(options.run, options.device, 1);
    train::TextGeneration writer(train::tokenNetworkOf(predictor), options.prompt, options.sampling, options.seed);
    std::string unknown;
    for (const std::string& token : writer.unknown())
        unknown += (unknown.empty() ? "\"" : ", \"") + token + '"';
    if (!unknown.empty())
        console.warn("the network has never seen " + unknown + " of the prompt, and reads unknown tokens there");

    console.piece(options.prompt);
    std::string text;
    std::int64_t written = 0;
    const train::Stopwatch watch;
    for (; written < options.length && !signals.exitCode(); ++written) {
        const train::GeneratedToken token = writer.next();
        text += token.text;
        console.piece(token.text);
        console.event("token", {{"number", token.id}, {"text", token.text}, {"probability", token.probability}});
    }
    console.print("");
    console.event("text", {{"prompt", options.prompt}, {"text", text}, {"tokens", written}, {"seconds", watch.seconds()}});
    return signals.exitCode();
}

} // namespace netsmith::cli
