#pragma once

#include "engine/train/generation/generation.h"
#include "gui/training/asked_network.h"
#include "gui/training/text_writing.h"

namespace netsmith::gui {

/// Writes a text token by token, so that training and other requests can run in between; each token is drawn with the current
/// weights. Used by the worker.
class TextWriter {
public:
    static constexpr std::size_t alternatives = 8; ///< stored for each token

    TextWriter() = default;
    TextWriter(const TextWriter&) = delete;
    TextWriter& operator=(const TextWriter&) = delete;

    /// The next token of the requested text, which is started if it is a new one. The text ends if another run's network would have
    /// to continue it, since its vocabulary may differ. Throws what `TextGeneration` throws.
    WrittenText next(const WritingRequest& request, const AskedNetwork& network);

private:
    void begin(const WritingRequest& request, const AskedNetwork& network);

    std::uint64_t m_id = 0; ///< of the current text
    std::filesystem::path m_run; ///< whose network started it
    std::shared_ptr<const data::Vocabulary> m_vocabulary;
    std::optional<train::TextGeneration> m_text;
    const AskedNetwork* m_network = nullptr; ///< during `next`
    std::int64_t m_written = 0;
};

} // namespace netsmith::gui
