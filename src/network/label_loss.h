// How well a network foretells what comes: the cross-entropy of its logits and the labels that came.
//
//   loss of row i = -log softmax(logits_i)[label_i] = log sum_j exp(logits_ij) - logits_i,label        in nats
//   perplexity    = e^(mean loss of the rows)
//
// Sources: cross-entropy, Shannon 1948; perplexity, Jelinek et al. 1977. torch.nn.functional.cross_entropy is the mean loss.
//
// Exponentials and sums are in double, and a row's greatest logit is taken off before: no logit is too large. A label of the logit
// -infinity, which has no weight, has an infinite loss; NaN or +infinity makes its row NaN. crossEntropy() of
// src/learning/layers.h is another, which training takes: it has the gradient, and rows without a label.
#pragma once
#include <cstdint>

namespace scaledot {

// Of the rows so far.
struct LabelLoss {
  double sum = 0, rows = 0;

  double mean() const { return sum / rows; }
  double perplexity() const;
};

// logits [rows, vocabulary], labels [rows] below the vocabulary. Rows are added one after the other: whatever blocks they come in,
// the bits are the same.
void addRows(uint32_t rows, uint32_t vocabulary, const float* logits, const uint32_t* labels,
             LabelLoss& to);

}  // namespace scaledot
