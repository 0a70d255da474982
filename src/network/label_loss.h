// How well a network predicts: the cross-entropy of its logits and the labels.
//
//   loss of row i = -log softmax(logits_i)[label_i] = log sum_j exp(logits_ij) - logits_i,label        in nats
//   perplexity    = e^(mean loss of the rows)
//
// Sources: cross-entropy, Shannon 1948; perplexity, Jelinek et al. 1977. torch.nn.functional.cross_entropy is the mean loss.
//
// Exponentials and sums are in double. The largest logit of a row is subtracted first, so no logit overflows. If the logit
// of the label is -infinity, the loss is infinite. NaN or +infinity makes the loss of its row NaN. Training uses
// crossEntropy() of src/learning/layers.h instead, which also has the gradient and allows rows without a label.
#pragma once
#include <cstdint>

namespace scaledot {

// The sum over the rows so far.
struct LabelLoss {
  double sum = 0, rows = 0;

  double mean() const { return sum / rows; }
  double perplexity() const;
};

// logits [rows, vocabulary], labels [rows] below the vocabulary. Rows are added in order, so the bits do not depend on how
// the rows are split into calls.
void addRows(uint32_t rows, uint32_t vocabulary, const float* logits, const uint32_t* labels,
             LabelLoss& to);

}  // namespace scaledot
