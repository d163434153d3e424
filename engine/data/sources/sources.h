#pragma once

namespace netsmith::data {

class Source;

const Source& csv();
const Source& fashionMnist();
const Source& imageFolder();
const Source& mnist();
const Source& npy();
const Source& randomImages();
const Source& syntheticDigits();

} // namespace netsmith::data
