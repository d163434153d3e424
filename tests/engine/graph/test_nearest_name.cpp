#include "engine/graph/nearest_name.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_nearest_name {

using namespace netsmith;
using namespace std::string_literals;

class TestNearestName : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheFewestEdits()
    {
        const std::vector<std::string> layers{"dense", "dropout", "conv2d", "relu"};
        QCOMPARE(nearestName("Dense", layers), "dense"s);
        QCOMPARE(nearestName("convd", layers), "conv2d"s);
        QCOMPARE(nearestName("droput", layers), "dropout"s);
        // Two swapped letters are one edit, and a name of the same length is nearer.
        const std::vector<std::string> activations{"elu", "relu"}, precisions{"fp16", "fp32"};
        QCOMPARE(nearestName("rleu", activations), "relu"s);
        QCOMPARE(nearestName("fp23", precisions), "fp32"s);
    }

    void knowsInitials()
    {
        const std::vector<std::string> parameters{"beta_1", "learning_rate", "weight_decay"};
        QCOMPARE(nearestName("lr", parameters), "learning_rate"s);
        QCOMPARE(nearestName("wd", parameters), "weight_decay"s);
        QCOMPARE(nearestName("l", parameters), ""s);
    }

    void knowsTheBeginningsOfWords()
    {
        const std::vector<std::string> layers{"binary_focal_crossentropy", "batch_normalization", "categorical_focal_crossentropy"};
        QCOMPARE(nearestName("batch_norm", layers), "batch_normalization"s);
        QCOMPARE(nearestName("focal", layers), "binary_focal_crossentropy"s);
        QCOMPARE(nearestName("ocal", layers), ""s);
        QCOMPARE(nearestName("b", layers), ""s);
        // The one of the fewest words, and of those the first.
        const std::vector<std::string> parameters{"use_bias", "kernel_size_l2", "kernel_l2", "bias_l2"};
        QCOMPARE(nearestName("l2", parameters), "kernel_l2"s);
        QCOMPARE(nearestName("bias", parameters), "use_bias"s);
    }

    /// A third of the name may be wrong, and no more: "_decay" alone does not make "average_decay" of a "weight_decay".
    void keepsQuietWhereNothingIsClose()
    {
        const std::vector<std::string> settings{"average_decay"};
        QCOMPARE(nearestName("weight_decay", settings), ""s);
        QCOMPARE(nearestName("avrage_dcay", settings), "average_decay"s);
        const std::vector<std::string> parameters{"kernel_initializer", "kernel_size"};
        QCOMPARE(nearestName("kernel_regularizer", parameters), ""s);
        QCOMPARE(nearestName("kernel_initialiser", parameters), "kernel_initializer"s);
        QCOMPARE(nearestName("kernel_siz", parameters), "kernel_size"s);
        const std::vector<std::string> layers{"relu"};
        QCOMPARE(nearestName("rule", layers), "relu"s);
        QCOMPARE(nearestName("tube", layers), ""s);
        QCOMPARE(nearestName(std::string(65, 'r'), layers), ""s);
        QCOMPARE(nearestName("relu", {}), ""s);
    }
};

NETSMITH_TEST(TestNearestName)

} // namespace test_nearest_name

#include "test_nearest_name.moc"
