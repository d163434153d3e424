#pragma once

#include "engine/train/generation.h"
#include "gui/training/asked_network.h"
#include "gui/training/text_writing.h"

namespace netsmith::gui {

/// Writes a text token by token, so that training and other questions come in between; each token is drawn by the weights of its
/// moment. The worker's.
class TextWriter {
public:
    static constexpr std::size_t alternatives = 8; ///< told of each token

    TextWriter() = default;
    TextWriter(const TextWriter&) = delete;
    TextWriter& operator=(const TextWriter&) = delete;

    /// The next token of the text that is asked for, which is begun where it is another one than before. It is done where another
    /// run's network is asked to go on, since that one may know other tokens. Throws what `TextGeneration` does.
    WrittenText next(const WritingRequest& request, const AskedNetwork& network);

private:
    void begin(const WritingRequest& request, const AskedNetwork& network);

    std::uint64_t m_id = 0; ///< of the text under way
    std::filesystem::path m_run; ///< whose network began it
    std::shared_ptr<const data::Vocabulary> m_vocabulary;
    std::optional<train::TextGeneration> m_text;
    const AskedNetwork* m_network = nullptr; ///< within `next`
    std::int64_t m_written = 0;
};

} // namespace netsmith::gui
