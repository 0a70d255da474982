// The program behind `npm run train` (scripts/train.mjs): trains one model, evaluates it, and writes its checkpoint.
//
//   train checkpoint=FILE state=FILE measured=EXAMPLES [text=FILE] OPTION=VALUE ...      options as in the metadata of checkpoint.h
//
// text: the file from which the task `text` learns. All of its held-out part is evaluated.
//
// Resumes from the state, if there is one, and saves it every few seconds. Files are written under a temporary name and then
// renamed, so that no file is ever incomplete. On SIGINT or SIGTERM it saves the state and exits with 130. Prints JSON, one
// object per line:
//
//   {"step", "steps", "loss", "exact"}    five times a second at most; loss and exact (held out) of the last row of metrics, null before
//                                         the first
//   {"measured": {...}}                   at the end, for the numbers of the checkpoint, which are rounded to float16
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "learning/checkpoint.h"
#include "learning/ngram.h"

namespace {

using namespace scaledot;
using Clock = std::chrono::steady_clock;

constexpr double kBetweenStates = 10, kBetweenLines = 0.2;  // seconds
constexpr int kFailed = 1, kStopped = 130;

volatile std::sig_atomic_t stopped = 0;

[[noreturn]] void fail(const std::string& sentence) {
  std::fprintf(stderr, "train: %s\n", sentence.c_str());
  std::exit(kFailed);
}
void need(bool allocated) {
  if (!allocated) fail("allocation failed");
}

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Files -------------------------------------------------------------------------------------------

std::vector<unsigned char> contentsOf(const std::string& path) {
  std::vector<unsigned char> bytes;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return bytes;
  unsigned char part[1 << 16];
  while (const size_t count = std::fread(part, 1, sizeof part, file)) {
    bytes.insert(bytes.end(), part, part + count);
  }
  std::fclose(file);
  return bytes;
}

void write(Trainer& trainer, CheckpointNumbers numbers, const std::string& path) {
  Buffer<unsigned char> bytes;
  size_t count = 0;
  need(saveCheckpoint(trainer, numbers, numbers == CheckpointNumbers::f32, bytes, count));
  const std::string temporary = path + ".part";
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  bool written = file != nullptr && std::fwrite(bytes.data(), 1, count, file) == count;
  if (file != nullptr) written &= std::fclose(file) == 0;
  if (!written || std::rename(temporary.c_str(), path.c_str()) != 0) {
    fail("could not write " + path + ": " + std::strerror(errno));
  }
}

void load(const std::string& path, Trainer& to) {
  const std::vector<unsigned char> bytes = contentsOf(path);
  char buffer[400];
  Text sentence(buffer, sizeof buffer);
  if (loadCheckpoint(bytes.data(), bytes.size(), to, sentence)) return;
  need(sentence.length() > 0);
  fail(path + ": " + std::string(sentence.data(), sentence.length()));
}

// Training ----------------------------------------------------------------------------------------

struct Job {
  std::map<std::string, std::string> paths = {{"checkpoint", ""}, {"state", ""}, {"measured", ""}};
  std::string text;
  std::vector<uint32_t> tokens;  // of the text
  TrainerConfig config;
};

std::vector<uint32_t> proseOf(const std::string& path) {
  const std::vector<unsigned char> bytes = contentsOf(path);
  if (bytes.empty()) fail("the task text needs text=FILE; \"" + path + "\" has nothing in it");
  std::vector<uint32_t> tokens(bytes.size());
  char buffer[400];
  Text sentence(buffer, sizeof buffer);
  size_t count = 0;
  if (!encodeProse(reinterpret_cast<const char*>(bytes.data()), bytes.size(), tokens.data(),
                   tokens.size(), count, sentence))
    fail(path + ": " + std::string(sentence.data(), sentence.length()));
  tokens.resize(count);
  return tokens;
}

Job jobOf(int count, char** arguments) {
  Job job;
  for (int i = 1; i < count; ++i) {
    const char* const sign = std::strchr(arguments[i], '=');
    if (sign == nullptr) fail(std::string(arguments[i]) + " came; OPTION=VALUE was expected");
    const std::string name(arguments[i], static_cast<size_t>(sign - arguments[i])), value(sign + 1);
    if (job.paths.count(name)) {
      job.paths[name] = value;
      continue;
    }
    if (name == "text") {
      job.text = value;
      continue;
    }
    char buffer[400];
    Text sentence(buffer, sizeof buffer);
    if (!setOption(job.config, name.c_str(), value.c_str(), sentence))
      fail(std::string(sentence.data(), sentence.length()));
  }
  for (const auto& [name, value] : job.paths) {
    if (value.empty()) fail("nothing came for " + name + "; a value was expected");
  }
  TaskConfig& task = job.config.task;
  if (task.name == TaskName::text) job.tokens = proseOf(job.text);
  task.prose = {job.tokens.data(), job.tokens.size()};
  if (!taskFits(task)) fail("a size or symbols came that the task cannot have (tasks.h)");
  return job;
}

void printProgress(const Trainer& trainer) {
  std::printf("{\"step\": %llu, \"steps\": %u, ", static_cast<unsigned long long>(trainer.steps()),
              trainer.config().optimizer.steps);
  if (trainer.metricRows() == 0) {
    std::printf("\"loss\": null, \"exact\": null}\n");
  } else {
    const double* const row =
        trainer.metrics() + size_t{trainer.metricRows() - 1} * trainer.metricNumbers();
    std::printf("\"loss\": %.4g, \"exact\": %.4g}\n", row[4], row[6]);
  }
  std::fflush(stdout);
}

void trainToTheEnd(Trainer& trainer, const std::string& state) {
  const uint32_t steps = trainer.config().optimizer.steps;
  auto saved = Clock::now(), said = saved;
  printProgress(trainer);
  while (trainer.steps() < steps) {
    need(trainer.step(1));
    if (trainer.divergedAt() > 0)
      fail("training diverged at step " + std::to_string(trainer.divergedAt()));
    const bool ends = stopped || trainer.steps() == steps;
    if (ends || secondsSince(saved) > kBetweenStates) {
      write(trainer, CheckpointNumbers::f32, state);
      saved = Clock::now();
    }
    if (stopped) std::exit(kStopped);
    if (ends || secondsSince(said) > kBetweenLines) {
      printProgress(trainer);
      said = Clock::now();
    }
  }
}

// Measuring ---------------------------------------------------------------------------------------

double share(uint32_t part, uint32_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

Evaluation evaluationOf(Trainer& trainer, uint32_t examples, double factor) {
  if (stopped) std::exit(kStopped);
  Evaluation sum;
  need(trainer.evaluate(0, examples, factor, sum));
  return sum;
}

// The weight of a head on the antecedent, over examples: how often it is the largest (also compared with the pronoun
// itself), how often it is more than half, and its mean.
struct HeadShare {
  uint32_t largest = 0, most = 0;
  double weight = 0;

  void add(const float* row, uint32_t words, uint32_t antecedent) {
    bool isLargest = true;
    for (uint32_t i = 0; i < words; ++i) isLargest &= i == antecedent || row[i] < row[antecedent];
    largest += isLargest;
    most += row[antecedent] > 0.5f;
    weight += double{row[antecedent]};
  }
};

void printHeads(Trainer& trainer, uint32_t examples) {
  Transformer& model = trainer.transformer();
  const TransformerShape& shape = model.shape();
  const size_t square = size_t{shape.length} * shape.length;
  std::vector<float> weights(shape.heads * square);
  std::vector<HeadShare> shares(size_t{model.blockCount()} * shape.heads);
  for (uint32_t i = 0; i < examples; ++i) {
    need(trainer.look(Split::heldOut, i, 1));
    const uint32_t words = trainer.seen().lengths[0];
    uint32_t pronoun, antecedent;
    if (!antecedentOf(trainer.config().task, trainer.seen().tokens, words, pronoun, antecedent))
      return;
    for (uint32_t b = 0; b < model.blockCount(); ++b) {
      need(model.attentionOf(b, weights.data(), nullptr));
      for (uint32_t h = 0; h < shape.heads; ++h) {
        const float* const row = weights.data() + h * square + size_t{pronoun} * shape.length;
        shares[b * shape.heads + h].add(row, words, antecedent);
      }
    }
  }
  const char* between = "";
  for (const HeadShare& head : shares) {
    std::printf("%s{\"largest\": %.4f, \"most\": %.4f, \"weight\": %.4f}", between,
                share(head.largest, examples), share(head.most, examples), head.weight / examples);
    between = ", ";
  }
}

// Returns the factors of the scores of a network that are tried, in ascending order.
std::vector<double> factorsOf(const TransformerShape& shape) {
  const double root = std::sqrt(static_cast<double>(shape.headDim));
  return {0.0, 1 / root, 0.5, 1.0, 2.0, root};
}

void printMeasured(Trainer& trainer, uint32_t examples) {
  const TransformerShape& shape = trainer.config().model;
  const Evaluation all = evaluationOf(trainer, examples, 1);
  std::printf("{\"measured\": {\"parameters\": %zu, \"examples\": %u, \"loss\": %.3g, ",
              trainer.transformer().size(), all.examples, all.loss / all.labels);
  std::printf("\"accuracy\": %.6g, \"exact\": %.6g, \"factors\": [", share(all.right, all.labels),
              share(all.exact, all.examples));
  for (const double factor : factorsOf(shape)) {
    const Evaluation some = evaluationOf(trainer, examples, factor);
    std::printf("%s{\"factor\": %.4g, \"exact\": %.6g}", factor == 0 ? "" : ", ", factor,
                share(some.exact, some.examples));
  }
  std::printf("], \"heads\": [");
  printHeads(trainer, examples);
  std::printf("]}}\n");
}

// Prints the perplexity of n-grams of orders 1, 2 ... for the same characters that evaluate() uses for the network.
void printNgrams(const TaskConfig& task) {
  constexpr uint32_t kMostOrder = 5;
  constexpr double kSmoothing = 4;
  const Prose& prose = task.prose;
  const Ngrams ngrams(prose.tokens, heldOutBegin(prose), kMostOrder, kTextVocabulary, kSmoothing);
  for (uint32_t order = 1; order <= kMostOrder; ++order) {
    double loss = 0;
    uint32_t labels = 0;
    for (uint32_t i = 0; i < heldOutWindows(prose, task.size); ++i) {
      const size_t begin = heldOutWindow(prose, task.size, i);
      for (uint32_t k = task.size / 2; k < task.size; ++k, ++labels) {
        loss -= std::log(ngrams.probability(prose.tokens + begin + k + 1, order));
      }
    }
    std::printf("%s%.4g", order == 1 ? "" : ", ", std::exp(loss / labels));
  }
}

void printText(Trainer& trainer) {
  const TrainerConfig& config = trainer.config();
  const Prose& prose = config.task.prose;
  const uint32_t windows = heldOutWindows(prose, config.task.size);
  const auto perplexity = [](const Evaluation& of) { return std::exp(of.loss / of.labels); };
  const Evaluation all = evaluationOf(trainer, windows, 1);
  std::printf("{\"measured\": {\"parameters\": %zu, \"examples\": %u, \"characters\": [%zu, %u], ",
              trainer.transformer().size(), windows, heldOutBegin(prose), all.labels);
  std::printf("\"perplexity\": %.4g, \"accuracy\": %.4g, \"ngrams\": [", perplexity(all),
              share(all.right, all.labels));
  printNgrams(config.task);
  std::printf("], \"factors\": [");
  const char* between = "";
  for (const double factor : factorsOf(config.model)) {
    std::printf("%s{\"factor\": %.4g, \"perplexity\": %.4g}", between, factor,
                perplexity(evaluationOf(trainer, windows, factor)));
    between = ", ";
  }
  std::printf("]}}\n");
}

}  // namespace

int main(int count, char** arguments) {
  const Job job = jobOf(count, arguments);
  const TaskConfig& task = job.config.task;
  const std::string &checkpoint = job.paths.at("checkpoint"), &state = job.paths.at("state");
  const auto stop = [](int) { stopped = 1; };
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
  Trainer trainer;
  if (contentsOf(state).empty()) {
    need(trainer.create(job.config));
  } else {
    load(state, trainer);
    trainer.setProse(task.prose);
  }
  trainToTheEnd(trainer, state);
  write(trainer, CheckpointNumbers::f16, checkpoint);
  Trainer rounded;
  load(checkpoint, rounded);
  rounded.setProse(task.prose);
  if (task.name == TaskName::text) {
    printText(rounded);
  } else {
    printMeasured(rounded, static_cast<uint32_t>(std::atoi(job.paths.at("measured").c_str())));
  }
  std::remove(state.c_str());
  return 0;
}
