#pragma once

namespace netsmith::data {

class Source;

const Source& cifar10();
const Source& cifar100();
const Source& csv();
const Source& curve();
const Source& emnist();
const Source& fashionMnist();
const Source& imageFolder();
const Source& mnist();
const Source& npy();
const Source& points();
const Source& randomImages();
const Source& series();
const Source& shakespeare();
const Source& shiftedDigits();
const Source& syntheticDigits();
const Source& syntheticFlowers();
const Source& syntheticReviews();
const Source& syntheticWaves();
const Source& tangPoems();
const Source& textFile();
const Source& textFolder();

} // namespace netsmith::data
