#include "learning/checkpoint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "files/tensor_file.h"
#include "files/tensor_shape.h"
#include "lanes/finite.h"
#include "learning/transformer_parameters.h"
#include "shared/training_options.h"

namespace scaledot {
namespace {

// Limits of the header of a file. The largest model has fewer tensors and metadata.
constexpr uint32_t kMostHeader = 1 << 18, kMostTensors = 512, kMostMetadata = 64;
constexpr double kMostWhole = 0x1p53;

constexpr const char* kFirst = "optimizer.first";
constexpr const char* kSecond = "optimizer.second";

// Options -----------------------------------------------------------------------------------------

constexpr const char* kFlags[] = {"false", "true", nullptr};

// Visits every option by its name, with its choices or its limits, until the visitor returns false.
template <typename Visitor>
bool eachOption(TrainerConfig& c, Visitor& v) {
  TransformerShape& m = c.model;
  OptimizerConfig& o = c.optimizer;
  namespace choices = trainingChoices;
  namespace limits = trainingLimits;
  return v.choice("task", c.task.name, choices::task) &&
         v.number("size", c.task.size, limits::size) &&
         v.number("symbols", c.task.symbols, limits::symbols) &&
         v.choice("stack", m.stack, choices::stack) &&
         v.number("layers", m.layers, limits::layers) &&
         v.number("modelDim", m.modelDim, limits::modelDim) &&
         v.number("heads", m.heads, limits::heads) &&
         v.number("headDim", m.headDim, limits::headDim) &&
         v.number("feedForward", m.feedForward, limits::feedForward) &&
         v.choice("norm", m.norm, choices::norm) &&
         v.choice("activation", m.activation, choices::activation) &&
         v.choice("tied", m.tied, kFlags) && v.choice("rule", m.rule, choices::rule) &&
         v.number("alpha", m.alpha, limits::alpha) &&
         v.number("queryKeyGain", m.queryKeyGain, limits::queryKeyGain) &&
         v.choice("optimizer", o.kind, choices::optimizer) &&
         v.number("learningRate", o.learningRate, limits::learningRate) &&
         v.number("momentum", o.momentum, limits::momentum) &&
         v.number("beta1", o.beta1, limits::beta1) && v.number("beta2", o.beta2, limits::beta2) &&
         v.number("epsilon", o.epsilon, limits::epsilon) &&
         v.number("weightDecay", o.weightDecay, limits::weightDecay) &&
         v.number("clip", o.clip, limits::clip) && v.number("warmup", o.warmup, limits::warmup) &&
         v.number("steps", o.steps, limits::steps) &&
         v.choice("schedule", o.schedule, choices::schedule) &&
         v.number("finalRate", o.finalRate, limits::finalRate) &&
         v.number("batch", c.batch, limits::batch) && v.number("seed", c.seed, limits::seed) &&
         v.number("every", c.every, limits::every) &&
         v.number("heldOut", c.heldOut, limits::heldOut);
}

// The metadata besides the options.
struct Progress {
  uint64_t steps = 0;
  Trainer::Interval interval{};
  uint64_t stateSteps = 0;
};
template <typename Visitor>
bool eachOfProgress(Progress& p, bool withState, uint64_t most, Visitor& v) {
  return v.number("stepsMade", p.steps, {0, static_cast<double>(most)}) &&
         (!withState || (v.number("intervalLoss", p.interval.loss, {0, kMostWhole}) &&
                         v.number("intervalLabels", p.interval.labels, {0, kMostWhole}) &&
                         v.number("intervalRight", p.interval.right, {0, kMostWhole}) &&
                         v.number("stateSteps", p.stateSteps, {0, static_cast<double>(most)})));
}

// Numbers as text ---------------------------------------------------------------------------------

// 10^22 is the largest power of ten that is exact in double, 2^-1074 the smallest positive double.
constexpr uint32_t kMostDecimals = 22, kMostHalvings = 1074;

// Writes whole / 10^decimals.
void addDecimal(Text& text, uint64_t whole, uint32_t decimals) {
  if (decimals > 7) {
    text.add(whole).add("e-").add(uint64_t{decimals});
    return;
  }
  uint64_t ten = 1;
  for (uint32_t i = 0; i < decimals; ++i) ten *= 10;
  text.add(whole / ten);
  if (decimals > 0) text.add('.');
  for (whole %= ten; ten > 1; whole %= ten) {
    ten /= 10;
    text.add(static_cast<char>('0' + whole / ten));
  }
}

// Writes a decimal that reads back as x, |x| < 2^53. A whole number up to 2^53 over such a power of ten is rounded only
// once, so the quotient is the double nearest to the decimal.
void addReal(Text& text, double x) {
  if (x < 0) text.add('-');
  x = std::fabs(x);
  double ten = 1;
  for (uint32_t decimals = 0; decimals <= kMostDecimals; ++decimals, ten *= 10) {
    const double whole = std::floor(x * ten + 0.5);
    if (whole > kMostWhole) break;
    if (whole / ten == x) return addDecimal(text, static_cast<uint64_t>(whole), decimals);
  }
  int exponent = 0;
  const auto whole = static_cast<uint64_t>(std::frexp(x, &exponent) * kMostWhole);
  text.add(whole).add("/2^").add(static_cast<uint64_t>(53 - exponent));
}

// Reads what addReal() writes, and other decimals of at most 2^53 and 22 places.
class RealReader {
 public:
  RealReader(const char* text, size_t length) : at_(text), end_(text + length) {}

  bool read(double& x) {
    const bool negative = take('-');
    uint64_t whole = 0, power = 0;
    if (digits(whole) == 0) return false;
    const bool point = take('.');
    const uint64_t decimals = point ? digits(whole) : 0;
    if (point && decimals == 0) return false;
    x = static_cast<double>(whole);
    if (!point && take('/')) {
      if (!take('2') || !take('^') || digits(power) == 0 || power > kMostHalvings) return false;
      for (; power > 0; --power) x /= 2;
    } else {
      if (take('e') && (!take('-') || digits(power) == 0)) return false;
      power += decimals;
      if (power > kMostDecimals) return false;
      double ten = 1;
      for (; power > 0; --power) ten *= 10;
      x /= ten;
    }
    if (negative) x = -x;
    return at_ == end_;
  }

 private:
  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  // Appends digits to `number`. Returns how many were read; 0 if there is none, or if there are too many.
  uint64_t digits(uint64_t& number) {
    const char* const first = at_;
    for (; at_ < end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
      number = 10 * number + static_cast<uint64_t>(*at_ - '0');
      if (number > (uint64_t{1} << 53)) return 0;
    }
    return static_cast<uint64_t>(at_ - first);
  }

  const char *at_, *end_;
};

// Half precision ----------------------------------------------------------------------------------

constexpr float kGreatestHalf = 65504;

uint16_t toHalf(float x) {
  const uint32_t bits = std::bit_cast<uint32_t>(x), sign = bits >> 16 & 0x8000;
  const float size = std::fabs(x);
  if (size != size) return static_cast<uint16_t>(sign | 0x7e00);
  if (size >= kGreatestHalf) return static_cast<uint16_t>(sign | 0x7bff);
  // Adding a number with the same last place as the result rounds to that place, ties to even. The last place is 2^-24 for a
  // subnormal result, else 2^-10 of its power of two.
  const uint32_t exponent = std::max(std::bit_cast<uint32_t>(size) >> 23, 113u);
  const float rounder = std::bit_cast<float>((exponent + 13) << 23);
  const uint32_t places = std::bit_cast<uint32_t>(size + rounder) & 0x7fffff;
  return static_cast<uint16_t>(sign | (((exponent - 113) << 10) + places));
}

// Writing -----------------------------------------------------------------------------------------

// Adds metadata to an index, with choices and numbers as text.
class Writer {
 public:
  explicit Writer(FileIndex& index) : index_(index) {}

  template <typename Choice>
  bool choice(const char* name, Choice value, const char* const* names) {
    return entry(name, [&](Text& text) { text.add(names[static_cast<uint32_t>(value)]); });
  }
  template <typename Number>
  bool number(const char* name, Number value, const Limit&) {
    return entry(name, [&](Text& text) {
      if constexpr (std::is_integral_v<Number>) {
        text.add(uint64_t{value});
      } else {
        addReal(text, value);
      }
    });
  }
  template <typename Write>
  bool entry(const char* name, Write write) {
    MetadataEntry& to = index_.metadata[index_.metadataCount++];
    to.key = span([&](Text& text) { text.add(name); });
    to.value = span(write);
    return true;
  }
  void tensor(const char* name, NumberType type, std::initializer_list<uint32_t> shape) {
    TensorEntry& to = index_.tensors[index_.tensorCount++];
    to = {};
    to.name = span([&](Text& text) { text.add(name); });
    to.type = type;
    to.count = 1;
    for (const uint32_t axis : shape) {
      to.shape[to.rank++] = axis;
      to.count *= axis;
    }
  }

 private:
  template <typename Write>
  TextSpan span(Write write) {
    const uint32_t begin = index_.text.length();
    write(index_.text);
    return {begin, index_.text.length() - begin};
  }

  FileIndex& index_;
};

// The buffers of the header of a file.
struct HeaderBuffers {
  Buffer<TensorEntry> tensors;
  Buffer<MetadataEntry> metadata;
  Buffer<char> text;

  [[nodiscard]] bool reserve(uint32_t characters) {
    return tensors.reserve(kMostTensors) && metadata.reserve(kMostMetadata) &&
           text.reserve(characters);
  }
  FileIndex index(uint32_t characters) {
    return {kMostTensors, kMostMetadata, tensors.data(), metadata.data(),
            Text(text.data(), characters)};
  }
};

void addVocabulary(const TrainerConfig& config, Text& text) {
  text.add('[');
  for (uint32_t token = 0; token < config.model.vocabulary; ++token) {
    const char* word = tokenText(config.task, token);
    if (token > 0) text.add(',');
    text.addQuoted(word, std::strlen(word));
  }
  text.add(']');
}

void describe(Trainer& from, NumberType type, bool withState, FileIndex& index) {
  Writer writer(index);
  TrainerConfig config = from.config();
  Progress progress{from.steps(), from.interval(), from.optimizer().stateSteps()};
  writer.entry("format", [](Text& text) { text.add("scaledot"); });
  eachOption(config, writer);
  eachOfProgress(progress, withState, 0, writer);
  writer.entry("vocabulary", [&](Text& text) { addVocabulary(config, text); });
  for (uint32_t i = 0; i < from.transformer().entryCount(); ++i) {
    const ParameterEntry& entry = from.transformer().entry(i);
    if (entry.rows == 1) {
      writer.tensor(entry.name, type, {entry.columns});
    } else {
      writer.tensor(entry.name, type, {entry.rows, entry.columns});
    }
  }
  if (!withState) return;
  const auto size = static_cast<uint32_t>(from.transformer().size());
  writer.tensor(kFirst, NumberType::f32, {size});
  if (from.optimizer().second() != nullptr) writer.tensor(kSecond, NumberType::f32, {size});
}

unsigned char* writeNumbers(const float* from, size_t count, NumberType type, unsigned char* to) {
  const uint32_t width = bytesOf(type);
  for (size_t i = 0; i < count; ++i, to += width) {
    const uint32_t bits =
        type == NumberType::f32 ? std::bit_cast<uint32_t>(from[i]) : toHalf(from[i]);
    for (uint32_t byte = 0; byte < width; ++byte) {
      to[byte] = static_cast<unsigned char>(bits >> (8 * byte));
    }
  }
  return to;
}

// Reading -----------------------------------------------------------------------------------------

// Reads options from the metadata of an index. Stops with a sentence at the first one that is outside its limits.
class Reader {
 public:
  Reader(const FileIndex& index, Text& sentence) : index_(index), sentence_(sentence) {}

  template <typename Choice>
  bool choice(const char* name, Choice& value, const char* const* names) {
    const TextSpan* const text = find(name);
    for (uint32_t i = 0; text != nullptr && names[i] != nullptr; ++i) {
      if (!same(index_.text, *text, names[i])) continue;
      value = static_cast<Choice>(i);
      return true;
    }
    refuse(name, text);
    for (uint32_t i = 0; names[i] != nullptr; ++i) {
      sentence_.add(i == 0 ? "" : names[i + 1] == nullptr ? " or " : ", ").add(names[i]);
    }
    return false;
  }

  template <typename Number>
  bool number(const char* name, Number& value, const Limit& limit) {
    constexpr bool kWhole = std::is_integral_v<Number>;
    const TextSpan* const text = find(name);
    double read = 0;
    if (text != nullptr && RealReader(at(*text), text->length).read(read) && read >= limit.min &&
        read <= limit.max && (!kWhole || read == std::floor(read))) {
      value = static_cast<Number>(read);
      return true;
    }
    refuse(name, text);
    sentence_.add(kWhole ? "a whole number from " : "a number from ");
    addReal(sentence_, limit.min);
    sentence_.add(" to ");
    addReal(sentence_, limit.max);
    return false;
  }

  bool isOurs() {
    constexpr const char* kFormats[] = {"scaledot", nullptr};
    uint32_t format = 0;
    return choice("format", format, kFormats);
  }

  // Checks that the vocabulary is that of the task. A file of another version may have a different one.
  bool vocabulary(const Text& expected) {
    const TextSpan* const text = find("vocabulary");
    if (text != nullptr && text->length == expected.length() &&
        std::memcmp(at(*text), expected.data(), text->length) == 0)
      return true;
    refuse("vocabulary", text);
    sentence_.addQuoted(expected.data(), expected.length(), 40);
    return false;
  }

 private:
  const char* at(TextSpan span) const { return index_.text.data() + span.begin; }
  const TextSpan* find(const char* name) const {
    for (uint32_t i = 0; i < index_.metadataCount; ++i) {
      if (same(index_.text, index_.metadata[i].key, name)) return &index_.metadata[i].value;
    }
    return nullptr;
  }
  void refuse(const char* name, const TextSpan* text) {
    sentence_.add("metadata ").add(name).add(": got ");
    if (text == nullptr) {
      sentence_.add("nothing");
    } else {
      sentence_.addQuoted(at(*text), text->length, 40);
    }
    sentence_.add("; expected ");
  }

  const FileIndex& index_;
  Text& sentence_;
};

// Reads one option, by its name, and ignores the others.
struct OneOption {
  Reader reader;
  const char* name;
  bool found = false;

  bool wants(const char* other) {
    const bool wanted = std::strcmp(name, other) == 0;
    found |= wanted;
    return wanted;
  }
  template <typename Choice>
  bool choice(const char* other, Choice& value, const char* const* names) {
    return !wants(other) || reader.choice(other, value, names);
  }
  template <typename Number>
  bool number(const char* other, Number& value, const Limit& limit) {
    return !wants(other) || reader.number(other, value, limit);
  }
};

class Loader {
 public:
  Loader(const unsigned char* bytes, size_t count, Trainer& to, Text& sentence)
      : bytes_(bytes), count_(count), to_(to), sentence_(sentence), index_(buffers_.index(0)) {}

  bool run() {
    const uint32_t characters = static_cast<uint32_t>(std::min<size_t>(count_, kMostHeader)) + 1;
    if (!buffers_.reserve(characters)) return false;
    index_ = buffers_.index(characters);
    const uint64_t numbers = 3 * uint64_t{trainingLimits::parameters.most()};
    const FileLimits limits{kMostHeader, numbers, numbers};
    if (!readSafetensorsHeader({bytes_, count_, count_}, limits, index_, sentence_)) return false;
    return options() && cost() && list_.create(config_.model) && tensors() && fill();
  }

 private:
  bool options() {
    Reader reader(index_, sentence_);
    first_ = find(kFirst);
    if (!reader.isOurs() || !eachOption(config_, reader) ||
        !eachOfProgress(progress_, first_ != nullptr, config_.optimizer.steps, reader))
      return false;
    const Stack stack = config_.model.stack;
    const bool fits = taskFits(config_.task);
    if (fits) shapeFor(config_.task, config_.model);
    if (fits && config_.model.stack == stack) return vocabulary(reader);
    sentence_.add("metadata task: got ")
        .add(trainingChoices::task[static_cast<uint32_t>(config_.task.name)]);
    sentence_.add(" with size ").add(uint64_t{config_.task.size}).add(", symbols ");
    sentence_.add(uint64_t{config_.task.symbols}).add(" and stack ");
    sentence_.add(trainingChoices::stack[static_cast<uint32_t>(stack)]);
    sentence_.add("; expected sizes and a stack that the task can have");
    return false;
  }

  bool vocabulary(Reader& reader) {
    Buffer<char> buffer;
    if (!buffer.reserve(kMostHeader)) return false;
    Text expected(buffer.data(), kMostHeader);
    addVocabulary(config_, expected);
    return reader.vocabulary(expected);
  }

  bool atMost(const char* what, double number, double most) {
    if (number <= most) return true;
    sentence_.add("got ").add(what).add(" ").add(static_cast<uint64_t>(number));
    sentence_.add("; expected at most ").add(static_cast<uint64_t>(most));
    return false;
  }

  // Checks the cost as in web/engine/training/training-options.js.
  bool cost() {
    const TransformerShape& m = config_.model;
    const double parameters = static_cast<double>(Transformer::parameterCount(m));
    const double layers = m.layers, channels = static_cast<double>(m.heads) * m.headDim;
    const double positions = static_cast<double>(m.length) + m.targetLength;
    const double seen = std::max(m.length, m.targetLength);
    const double tokens = config_.batch * positions;
    const double allocated = std::max(config_.batch, kProbe) * positions;  // by Trainer
    const double ofPosition = 8.0 * m.modelDim + 8 * channels + 2.0 * m.feedForward +
                              2 * static_cast<double>(m.heads) * seen;
    const double rows = std::floor(static_cast<double>(config_.optimizer.steps) / config_.every);
    return atMost("a model whose parameters are", parameters, trainingLimits::parameters.max) &&
           atMost("a batch whose numbers are", allocated * layers * ofPosition,
                  trainingLimits::kept.max) &&
           atMost("a step whose multiplications are",
                  3 * tokens * (parameters + 2 * layers * channels * seen),
                  trainingLimits::work.max) &&
           atMost("metrics whose rows are", rows + 1, trainingLimits::rows.max);
  }

  const TensorEntry* find(const char* name) const {
    for (uint32_t i = 0; i < index_.tensorCount; ++i) {
      if (same(index_.text, index_.tensors[i].name, name)) return &index_.tensors[i];
    }
    return nullptr;
  }

  // Whether the file has a tensor of that shape. With rows = 1 it is a vector.
  bool has(const char* name, uint32_t rows, uint32_t columns) {
    TensorEntry expected{};
    expected.rank = rows == 1 ? 1 : 2;
    expected.shape[0] = rows == 1 ? columns : rows;
    expected.shape[1] = columns;
    const TensorEntry* const tensor = find(name);
    const bool fits = tensor != nullptr && tensor->rank == expected.rank &&
                      std::equal(tensor->shape, tensor->shape + tensor->rank, expected.shape);
    if (fits && (tensor->type == NumberType::f32 || tensor->type == NumberType::f16)) return true;
    sentence_.add("tensor ").add(name).add(": got ");
    if (fits) {
      sentence_.add("numbers of another type; expected F32 or F16");
      return false;
    }
    if (tensor == nullptr) {
      sentence_.add("nothing");
    } else {
      addShape(sentence_.add("the shape "), *tensor);
    }
    addShape(sentence_.add("; expected the shape "), expected);
    return false;
  }

  bool tensors() {
    for (uint32_t i = 0; i < list_.entryCount; ++i) {
      const ParameterEntry& entry = list_.entries[i];
      if (!has(entry.name, entry.rows, entry.columns)) return false;
    }
    uint32_t expected = list_.entryCount;
    if (first_ != nullptr) {
      const bool second = config_.optimizer.kind != OptimizerKind::sgd;
      const auto size = static_cast<uint32_t>(list_.size);
      if (!has(kFirst, 1, size) || (second && !has(kSecond, 1, size))) return false;
      expected += second ? 2 : 1;
    }
    if (index_.tensorCount == expected) return true;
    sentence_.add("got ").add(uint64_t{index_.tensorCount}).add(" tensors; expected the ");
    sentence_.add(uint64_t{expected}).add(" of its model and optimizer");
    return false;
  }

  bool numbers(const char* name, float* to) {
    const TensorEntry& tensor = *find(name);
    readNumbers(tensor, bytes_ + tensor.begin, to);
    if (std::all_of(to, to + tensor.count, isFinite)) return true;
    sentence_.add("tensor ").add(name).add(": got NaN or infinity; expected finite numbers");
    return false;
  }

  bool fill() {
    if (!to_.create(config_)) return false;
    for (uint32_t i = 0; i < list_.entryCount; ++i) {
      const ParameterEntry& entry = list_.entries[i];
      if (!numbers(entry.name, to_.transformer().parameters() + entry.offset)) return false;
    }
    Optimizer& optimizer = to_.optimizer();
    if (first_ != nullptr) {
      if (!numbers(kFirst, optimizer.first())) return false;
      if (optimizer.second() != nullptr && !numbers(kSecond, optimizer.second())) return false;
      to_.interval() = progress_.interval;
    }
    optimizer.setSteps(progress_.steps, progress_.stateSteps);
    return true;
  }

  const unsigned char* bytes_;
  size_t count_;
  Trainer& to_;
  Text& sentence_;
  HeaderBuffers buffers_;
  FileIndex index_;
  TrainerConfig config_;
  Progress progress_;
  ParameterList list_;
  const TensorEntry* first_ = nullptr;
};

}  // namespace

bool saveCheckpoint(Trainer& from, CheckpointNumbers numbers, bool withOptimizer,
                    Buffer<unsigned char>& to, size_t& bytes) {
  const NumberType type = numbers == CheckpointNumbers::f32 ? NumberType::f32 : NumberType::f16;
  const bool withState = withOptimizer && type == NumberType::f32;
  HeaderBuffers buffers;
  Buffer<char> header;
  if (!buffers.reserve(kMostHeader) || !header.reserve(kMostHeader)) return false;
  FileIndex index = buffers.index(kMostHeader);
  describe(from, type, withState, index);
  Text written(header.data(), kMostHeader);
  writeSafetensorsHeader(index, written);
  bytes = written.length();
  for (uint32_t i = 0; i < index.tensorCount; ++i) {
    bytes += size_t{index.tensors[i].count} * bytesOf(index.tensors[i].type);
  }
  if (!to.reserve(bytes)) return false;
  std::memcpy(to.data(), written.data(), written.length());
  unsigned char* at = to.data() + written.length();
  Transformer& model = from.transformer();
  for (uint32_t i = 0; i < model.entryCount(); ++i) {
    const ParameterEntry& entry = model.entry(i);
    at = writeNumbers(model.parameters() + entry.offset, size_t{entry.rows} * entry.columns, type,
                      at);
  }
  if (!withState) return true;
  at = writeNumbers(from.optimizer().first(), model.size(), NumberType::f32, at);
  const float* const second = from.optimizer().second();
  if (second != nullptr) writeNumbers(second, model.size(), NumberType::f32, at);
  return true;
}

bool loadCheckpoint(const unsigned char* bytes, size_t count, Trainer& to, Text& sentence) {
  return Loader(bytes, count, to, sentence).run();
}

bool setOption(TrainerConfig& config, const char* name, const char* value, Text& sentence) {
  constexpr uint32_t kCapacity = 251;
  char text[kCapacity];
  MetadataEntry entry{};
  FileIndex index{0, 1, nullptr, &entry, Text(text, kCapacity)};
  index.metadataCount = 1;
  entry.key.length = index.text.add(name).length();
  entry.value.begin = entry.key.length;
  entry.value.length = index.text.add(value).length() - entry.key.length;
  if (index.text.full()) {
    sentence.add("got more than 250 characters of an option; expected fewer");
    return false;
  }
  OneOption option{Reader(index, sentence), name};
  const bool taken = eachOption(config, option);
  if (option.found) return taken;
  sentence.add("got the option ").addQuoted(name, std::strlen(name), 40);
  sentence.add("; expected one of the metadata of a checkpoint, such as modelDim");
  return false;
}

}  // namespace scaledot
