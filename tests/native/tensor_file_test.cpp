// Tensor files, compared with naive references. Written files can be read again, and malformed files are refused with
// one sentence. Every file ends at a guard page.
#include "files/tensor_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tensors.h"
#include "testing.h"

namespace scaledot {
namespace {

using testing::GuardedBuffer;
using testing::sameBits;

constexpr FileLimits kLimits{1 << 20, 1 << 24, 0x7fffffff};
constexpr uint32_t kTensors = 64, kPairs = 16;

struct Read {
  std::string sentence;  // empty if the file is accepted
  std::map<std::string, TensorEntry> tensors;
  std::map<std::string, std::string> metadata;
  std::vector<std::string> order;
};

template <typename Reader>
void inGuardedMemory(const std::string& file, Reader reader) {
  GuardedBuffer<unsigned char> bytes(file.size());
  if (!file.empty()) std::memcpy(bytes.data(), file.data(), file.size());
  reader(FileStart{bytes.data(), file.size(), file.size()});
}

Read readNpy(const std::string& file, const FileLimits& limits = kLimits) {
  Read read;
  char buffer[512];
  Text sentence(buffer, sizeof buffer);
  TensorEntry tensor;
  inGuardedMemory(file, [&](FileStart start) {
    const bool taken = readNpyHeader(start, limits, tensor, sentence);
    EXPECT_EQ(taken, sentence.length() == 0);
  });
  read.sentence.assign(buffer, sentence.length());
  if (read.sentence.empty()) read.tensors[""] = tensor;
  return read;
}

Read readSafetensorsOf(uint32_t capacity, const std::string& file, const FileLimits& limits) {
  Read read;
  char words[512];
  Text sentence(words, sizeof words);
  GuardedBuffer<TensorEntry> tensors(capacity);
  GuardedBuffer<MetadataEntry> pairs(kPairs);
  GuardedBuffer<char> text(file.size());
  FileIndex index{capacity, kPairs, tensors.data(), pairs.data(),
                  Text(text.data(), static_cast<uint32_t>(file.size()))};
  inGuardedMemory(file, [&](FileStart start) {
    const bool taken = readSafetensorsHeader(start, limits, index, sentence);
    EXPECT_EQ(taken, sentence.length() == 0);
  });
  read.sentence.assign(words, sentence.length());
  if (!read.sentence.empty()) return read;
  const auto textOf = [&](TextSpan span) {
    return std::string(index.text.data() + span.begin, span.length);
  };
  for (uint32_t i = 0; i < index.tensorCount; ++i) {
    const std::string name = textOf(tensors[i].name);
    read.tensors[name] = tensors[i];
    read.order.push_back(name);
  }
  for (uint32_t i = 0; i < index.metadataCount; ++i)
    read.metadata[textOf(pairs[i].key)] = textOf(pairs[i].value);
  return read;
}

Read readSafetensors(const std::string& file, const FileLimits& limits = kLimits) {
  return readSafetensorsOf(kTensors, file, limits);
}

std::vector<uint32_t> shapeOf(const TensorEntry& tensor) {
  return {tensor.shape, tensor.shape + tensor.rank};
}

struct Numbers {
  std::vector<float> values;
  uint32_t changed;
};
Numbers numbersOf(const TensorEntry& tensor, const std::string& file) {
  const size_t count = tensor.count * bytesOf(tensor.type);
  EXPECT_LE(tensor.begin + count, file.size());
  GuardedBuffer<unsigned char> bytes(count);
  if (count > 0) std::memcpy(bytes.data(), file.data() + tensor.begin, count);
  testing::Tensor values(tensor.count);
  const uint32_t changed = readNumbers(tensor, bytes.data(), values.data());
  return {values.floats(), changed};
}

// Naive writers -----------------------------------------------------------------------------------

std::string little(uint64_t number, size_t bytes) {
  std::string text;
  for (size_t i = 0; i < bytes; ++i) text += static_cast<char>(number >> (8 * i));
  return text;
}
std::string npyOf(int version, const std::string& header, const std::string& data) {
  return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' +
         little(header.size(), version == 1 ? 2 : 4) + header + data;
}
std::string dictionary(const std::string& type, const std::string& order,
                       const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}
std::string safetensorsOf(const std::string& header, const std::string& data) {
  return little(header.size(), 8) + header + data;
}
std::string one(const std::string& type, const std::string& shape, size_t begin, size_t end) {
  return "{\"dtype\":\"" + type + "\",\"shape\":" + shape + ",\"data_offsets\":[" +
         std::to_string(begin) + "," + std::to_string(end) + "]}";
}
template <typename T>
std::string bytesOfNumbers(const std::vector<T>& values, bool bigEndian = false) {
  std::string text;
  for (const T value : values) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    if (bigEndian) std::reverse(bytes, bytes + sizeof(T));
    text.append(bytes, sizeof(T));
  }
  return text;
}

// Numbers -----------------------------------------------------------------------------------------

template <typename T>
void checkType(NumberType type, const std::vector<T>& values) {
  TensorEntry tensor{};
  tensor.type = type;
  tensor.rank = 1;
  tensor.shape[0] = tensor.count = static_cast<uint32_t>(values.size());
  for (const bool bigEndian : {false, true}) {
    tensor.bigEndian = bigEndian ? 1 : 0;
    const Numbers read = numbersOf(tensor, bytesOfNumbers(values, bigEndian));
    uint32_t changed = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      const float expected = static_cast<float>(values[i]);
      EXPECT_TRUE(sameBits(read.values[i], expected)) << read.values[i] << " for " << expected;
      // long double has 64 bits, which is enough for all integers.
      if (static_cast<long double>(expected) != static_cast<long double>(values[i])) ++changed;
    }
    EXPECT_EQ(read.changed, changed);
  }
}

template <typename T>
std::vector<T> wholes() {
  std::vector<T> values{0, 1, std::numeric_limits<T>::max(), std::numeric_limits<T>::min()};
  uint64_t state = 1;
  for (int i = 0; i < 4000; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    values.push_back(static_cast<T>(state >> (i % 64)));
  }
  // Midpoints between two float32, and one more or less.
  for (int bits = 24; bits < 64; ++bits) {
    for (const int64_t more : {-1, 0, 1}) {
      const uint64_t unit = uint64_t{1} << (bits - 24);
      values.push_back(static_cast<T>((uint64_t{1} << bits) + unit + static_cast<uint64_t>(more)));
      values.push_back(
          static_cast<T>((uint64_t{1} << bits) + 3 * unit + static_cast<uint64_t>(more)));
    }
  }
  return values;
}

TEST(Numbers, OfEveryTypeOfIntegersAreRoundedToNearest) {
  checkType(NumberType::i8, wholes<int8_t>());
  checkType(NumberType::i16, wholes<int16_t>());
  checkType(NumberType::i32, wholes<int32_t>());
  checkType(NumberType::i64, wholes<int64_t>());
  checkType(NumberType::u8, wholes<uint8_t>());
  checkType(NumberType::u16, wholes<uint16_t>());
  checkType(NumberType::u32, wholes<uint32_t>());
  checkType(NumberType::u64, wholes<uint64_t>());
}

TEST(Numbers, OfFloat32AndFloat64AreTheNearestFloat32) {
  checkType<float>(NumberType::f32, {0, -0.0f, 1, -3.5e-40f, 3.4e38f, INFINITY, -INFINITY});
  checkType<double>(NumberType::f64, {0, -0.0, 0.1, 1 + 0x1p-24, 1 + 0x3p-24, 1e-46, 0x1p-149,
                                      3.5e38, -1e300, INFINITY});
}

TEST(Numbers, OfEveryFloat16AndEveryBfloat16AreThoseOfTheirBits) {
  std::vector<uint16_t> all(65536);
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint16_t>(i);
  TensorEntry tensor{};
  tensor.type = NumberType::f16;
  tensor.rank = 2;
  tensor.shape[0] = tensor.shape[1] = 256;
  tensor.count = 65536;
  const Numbers halves = numbersOf(tensor, bytesOfNumbers(all));
  EXPECT_EQ(halves.changed, 0u);
  for (uint32_t i = 0; i < 65536; ++i) {
    const int exponent = static_cast<int>(i >> 10) & 31, fraction = static_cast<int>(i & 1023);
    if (exponent == 31 && fraction != 0) {
      EXPECT_TRUE(std::isnan(halves.values[i]));
      continue;
    }
    double size = exponent == 31  ? INFINITY
                  : exponent == 0 ? fraction / 1024.0 * std::pow(2, -14)
                                  : (1 + fraction / 1024.0) * std::pow(2, exponent - 15);
    if (i >= 32768) size = -size;
    EXPECT_TRUE(sameBits(halves.values[i], static_cast<float>(size))) << i;
  }
  tensor.type = NumberType::bf16;
  const Numbers brains = numbersOf(tensor, bytesOfNumbers(all));
  for (uint32_t i = 0; i < 65536; ++i)
    EXPECT_EQ(std::bit_cast<uint32_t>(brains.values[i]), i << 16);
}

TEST(Numbers, OfBooleansAreZeroAndOne) {
  TensorEntry tensor{};
  tensor.type = NumberType::boolean;
  tensor.rank = 1;
  tensor.shape[0] = tensor.count = 4;
  const Numbers read = numbersOf(tensor, std::string("\0\1\2\xff", 4));
  EXPECT_EQ(read.values, (std::vector<float>{0, 1, 1, 1}));
  EXPECT_EQ(read.changed, 0u);
}

TEST(Numbers, OfColumnsComeInRows) {
  const uint32_t shape[] = {3, 1, 4, 2};
  std::vector<float> columns(24);
  for (uint32_t a = 0; a < 3; ++a)
    for (uint32_t c = 0; c < 4; ++c)
      for (uint32_t d = 0; d < 2; ++d)
        columns[a + 3 * (c + 4 * d)] = static_cast<float>(100 * a + 10 * c + d);
  const Read read =
      readNpy(npyOf(1, dictionary("<f4", "True", "(3, 1, 4, 2)"), bytesOfNumbers(columns)));
  ASSERT_EQ(read.sentence, "");
  const TensorEntry& tensor = read.tensors.at("");
  EXPECT_EQ(shapeOf(tensor), std::vector<uint32_t>(shape, shape + 4));
  const Numbers numbers =
      numbersOf(tensor, std::string(tensor.begin, ' ') + bytesOfNumbers(columns));
  size_t i = 0;
  for (uint32_t a = 0; a < 3; ++a)
    for (uint32_t c = 0; c < 4; ++c)
      for (uint32_t d = 0; d < 2; ++d)
        EXPECT_EQ(numbers.values[i++], static_cast<float>(100 * a + 10 * c + d));
}

// .npy --------------------------------------------------------------------------------------------

TEST(Npy, OfEveryVersionAndTypeIsRead) {
  const std::pair<const char*, NumberType> types[] = {
      {"<f2", NumberType::f16}, {">f4", NumberType::f32}, {"<f8", NumberType::f64},
      {"|i1", NumberType::i8},  {"<i2", NumberType::i16}, {">i4", NumberType::i32},
      {"<i8", NumberType::i64}, {"|u1", NumberType::u8},  {">u2", NumberType::u16},
      {"<u4", NumberType::u32}, {">u8", NumberType::u64}, {"|b1", NumberType::boolean}};
  for (const int version : {1, 2, 3}) {
    for (const auto& [name, type] : types) {
      const std::string file =
          npyOf(version, dictionary(name, "False", "(2, 3)"), std::string(6 * bytesOf(type), '\1'));
      const Read read = readNpy(file);
      ASSERT_EQ(read.sentence, "") << name;
      const TensorEntry& tensor = read.tensors.at("");
      EXPECT_EQ(tensor.type, type);
      EXPECT_EQ(tensor.bigEndian, name[0] == '>' ? 1u : 0u);
      EXPECT_EQ(tensor.count, 6u);
      EXPECT_EQ(tensor.begin + 6 * bytesOf(type), file.size());
      EXPECT_EQ(shapeOf(tensor), (std::vector<uint32_t>{2, 3}));
    }
  }
}

TEST(Npy, TakesScalarsEmptyTensorsAndKeysInAnyOrder) {
  EXPECT_EQ(readNpy(npyOf(1, dictionary("<f4", "False", "()"), "1234")).tensors.at("").count, 1u);
  EXPECT_EQ(readNpy(npyOf(1, dictionary("<f4", "False", "(5,)"), std::string(20, ' ')))
                .tensors.at("")
                .count,
            5u);
  EXPECT_EQ(readNpy(npyOf(1, dictionary("<f4", "False", "(0, 7)"), "")).tensors.at("").count, 0u);
  const std::string other = "{\"shape\":(1,1),'fortran_order':True,\"descr\":'<f4'}   \n";
  EXPECT_EQ(readNpy(npyOf(2, other, "1234")).sentence, "");
}

struct Refusal {
  std::string file, sentence;
};

TEST(Npy, ThatIsMalformedIsRefusedInOneSentence) {
  const std::string good = dictionary("<f4", "False", "(1,)");
  const std::string types = "expected f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 or b1, with < or > in front";
  const auto typed = [&](const std::string& type, const std::string& meaning) {
    return Refusal{npyOf(1, dictionary(type, "False", "(1,)"), "1234"),
                   "got the dtype \"" + type + "\"" + meaning + "; " + types};
  };
  const Refusal refusals[] = {
      {"", "got 0 bytes; expected at least 10"},
      {"\x93NUM", "got 4 bytes; expected at least 10"},
      {"PK\3\4",
       "got other bytes than the magic string at byte 0; expected a byte of value 147 and "
       "\"NUMPY\""},
      {npyOf(4, good, "1234"), "got version 4 at byte 6; expected 1, 2 or 3"},
      {npyOf(1, good, "1234").substr(0, 40),
       "got a header of " + std::to_string(good.size()) +
           " bytes at byte 8; expected at most 30, what the file has behind it"},
      {npyOf(1, good, "123"), "got 3 bytes of numbers from byte " +
                                  std::to_string(10 + good.size()) +
                                  "; expected 4 for the shape [1]"},
      {npyOf(1, good, "12345"), "got 5 bytes of numbers from byte " +
                                    std::to_string(10 + good.size()) +
                                    "; expected 4 for the shape [1]"},
      {npyOf(1, dictionary("<f4", "False", "(100000, 100000)"), ""),
       "got the shape [100000, 100000]; expected at most 16777216 numbers in a file"},
      {npyOf(1, dictionary("<f4", "False", "(0, 100000, 100000)"), ""),
       "got the shape [0, 100000, 100000]; expected at most 16777216 numbers in a file"},
      {npyOf(1, dictionary("<f4", "False", "(2147483648,)"), ""),
       "got an axis of 2147483648; expected at most 2147483647"},
      {npyOf(1, dictionary("<f4", "False", "(9007199254740993,)"), ""),
       "got \"3\" at byte 76; expected a number of at most 2^53"},
      {npyOf(1, dictionary("<f4", "False", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"), "1234"),
       "got more than 16 axes; expected no more"},
      {npyOf(1, dictionary("<f4", "False", "(-1,)"), "1234"),
       "got \"-\" at byte 61; expected a whole number"},
      {npyOf(1, dictionary("<f4", "False", "(3)"), ""), "got \")\" at byte 62; expected \",\""},
      {npyOf(1, dictionary("<f4", "Maybe", "(1,)"), "1234"),
       "got \"M\" at byte 44; expected True or False"},
      {npyOf(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "1234"),
       "got a dtype of several fields (a structured array); expected f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 "
       "u8 or b1"},
      {npyOf(1, "{'descr': '<f4', 'shape': (1,)}", "1234"),
       "got a header without fortran_order; expected descr, fortran_order and shape"},
      {npyOf(1, "{'descr': '<f4', 'descr': '<f4'}", "1234"),
       "got the key \"descr\" twice; expected descr, fortran_order and shape"},
      {npyOf(1, "{'dtype': '<f4'}", "1234"),
       "got the key \"dtype\"; expected descr, fortran_order and shape"},
      {npyOf(1, "[]", ""), "got \"[\" at byte 10; expected \"{\""},
      {npyOf(1, "{'descr", ""),
       "got the end of the header at byte 17; expected the rest of a string"},
      {npyOf(1, good + "x", "1234"), "got \"x\" at byte " + std::to_string(10 + good.size()) +
                                         "; expected blanks until the header ends"},
      typed("<c8", " (complex numbers)"),
      typed("|O", " (pickled Python objects)"),
      typed("<U5", " (strings)"),
      typed("|S5", " (strings)"),
      typed("|V8", " (records or raw bytes)"),
      typed("<M8[ns]", " (dates or times)"),
      typed("<f16", ""),
      typed("|f4", ""),
      typed("f4", ""),
      typed("", ""),
  };
  for (const auto& [file, sentence] : refusals) EXPECT_EQ(readNpy(file).sentence, sentence);
  EXPECT_EQ(
      readNpy(npyOf(2, good, "1234"), FileLimits{20, 10, 10}).sentence,
      "got a header of " + std::to_string(good.size()) + " bytes at byte 8; expected at most 20");
}

TEST(Npy, ThatIsWrittenIsReadAgainAndItsNumbersBeginAtAMultipleOf64) {
  for (uint32_t i = 0; i <= 2 * kMostAxes + 1; ++i) {
    const uint32_t rank = i / 2;
    TensorEntry tensor{};
    tensor.type = i % 2 == 0 ? NumberType::f32 : NumberType::boolean;
    tensor.rank = rank;
    tensor.count = 1;
    for (uint32_t axis = 0; axis < rank; ++axis) {
      tensor.shape[axis] = axis < 3 ? axis + 2 : 1;
      tensor.count *= tensor.shape[axis];
    }
    char buffer[kNpyHeader];
    Text header(buffer, sizeof buffer);
    writeNpyHeader(tensor, header);
    EXPECT_EQ(header.length() % 64, 0u);
    const std::string numbers(bytesOf(tensor.type) * tensor.count, ' ');
    const Read read = readNpy(std::string(buffer, header.length()) + numbers);
    ASSERT_EQ(read.sentence, "");
    EXPECT_EQ(read.tensors.at("").type, tensor.type);
    EXPECT_EQ(shapeOf(read.tensors.at("")), shapeOf(tensor));
  }
}

TEST(Npy, HeadersOfTheLongestShapeFit) {
  TensorEntry tensor{};
  tensor.rank = kMostAxes;
  for (uint32_t& length : tensor.shape) length = 0x7fffffff;
  char buffer[kNpyHeader];
  Text header(buffer, sizeof buffer);
  writeNpyHeader(tensor, header);
  EXPECT_EQ(buffer[header.length() - 1], '\n');
  EXPECT_LE(header.length(), kNpyHeader);
}

// .safetensors ------------------------------------------------------------------------------------

TEST(Safetensors, AreReadWithNamesShapesAndMetadata) {
  const std::string header =
      "{\"__metadata__\" : { \"format\":\"scaledot\", \"\\u00e9\\n\":\"\\ud83d\\ude00\" },\n "
      "\"b\":" +
      one("F32", "[2,1]", 4, 12) + ",\"a\\/b\":" + one("I16", "[2]", 0, 4) +
      ",\"\":" + one("BOOL", "[]", 12, 13) + ",\"none\":" + one("F64", "[0, 5]", 13, 13) + "}  ";
  const std::string file = safetensorsOf(
      header, bytesOfNumbers<int16_t>({7, -8}) + bytesOfNumbers<float>({1.5f, -2}) + "\1");
  const Read read = readSafetensors(file);
  ASSERT_EQ(read.sentence, "");
  EXPECT_EQ(read.order, (std::vector<std::string>{"a/b", "b", "", "none"}));
  EXPECT_EQ(shapeOf(read.tensors.at("b")), (std::vector<uint32_t>{2, 1}));
  EXPECT_EQ(shapeOf(read.tensors.at("none")), (std::vector<uint32_t>{0, 5}));
  EXPECT_EQ(numbersOf(read.tensors.at("a/b"), file).values, (std::vector<float>{7, -8}));
  EXPECT_EQ(numbersOf(read.tensors.at("b"), file).values, (std::vector<float>{1.5f, -2}));
  EXPECT_EQ(numbersOf(read.tensors.at(""), file).values, (std::vector<float>{1}));
  EXPECT_EQ(read.metadata, (std::map<std::string, std::string>{
                               {"format", "scaledot"}, {"\xc3\xa9\n", "\xf0\x9f\x98\x80"}}));
}

TEST(Safetensors, MayBeEmpty) {
  EXPECT_EQ(readSafetensors(safetensorsOf("{}", "")).sentence, "");
  EXPECT_EQ(readSafetensors(safetensorsOf("{\"__metadata__\":{}}", "")).sentence, "");
}

TEST(Safetensors, ThatAreMalformedAreRefusedInOneSentence) {
  const std::string a = "{\"a\":";
  const std::string need = "; expected dtype, shape and data_offsets";
  const std::string data(8, 'x');
  const auto of = [&](const std::string& header) { return safetensorsOf(header, data); };
  const std::string right = one("F32", "[2]", 0, 8);
  const Refusal refusals[] = {
      {"", "got 0 bytes; expected at least 8, the length of a header"},
      {little(uint64_t{1} << 62, 8) + "{}",
       "got a header of 4611686018427387904 bytes at byte 0; expected at most 2, what the file has "
       "behind it"},
      {of("[]"), "got \"[\" at byte 8; expected \"{\""},
      {of(" {}"), "got a byte of value 32 at byte 8; expected \"{\""},
      {of(""), "got the end of the header at byte 8; expected \"{\""},
      {of("{\"a"), "got the end of the header at byte 11; expected the rest of a string"},
      {of("{\"a\xff\":1}"), "got a byte of value 255 at byte 11; expected UTF-8"},
      {of("{\"a\xc0\x80\":1}"), "got a byte of value 192 at byte 11; expected UTF-8"},
      {of("{\"a\xed\xa0\x80\":1}"), "got a byte of value 237 at byte 11; expected UTF-8"},
      {of("{\"a\n\":1}"), "got a byte of value 10 at byte 11; expected the rest of a string"},
      {of("{\"\\x\":1}"), "got \"x\" at byte 11; expected an escape of JSON"},
      {of("{\"\\u12g4\":1}"), "got \"g\" at byte 14; expected four hexadecimal digits"},
      {of("{\"\\ud800\":1}"), "got \"\\\"\" at byte 16; expected both halves of a surrogate pair"},
      {of("{\"\\udc00\":1}"), "got \"\\\"\" at byte 16; expected both halves of a surrogate pair"},
      {of("{\"\\ud83d\\u0041\":1}"),
       "got \"\\\"\" at byte 22; expected both halves of a surrogate pair"},
      {of("{1}"), "got \"1\" at byte 9; expected a string"},
      {of("{\"a\":1}"), "got \"1\" at byte 13; expected \"{\""},
      {of(a + "[[[[[[[[[[[[[["), "got \"[\" at byte 13; expected \"{\""},
      {of("{\"a\":" + right + ",}"), "got \"}\" at byte 62; expected a string"},
      {of("{\"a\":" + right + "} x"),
       "got \"x\" at byte 63; expected blanks until the header ends"},
      {of(a + one("F8_E4M3", "[8]", 0, 8) + "}"),
       "tensor \"a\": got the dtype \"F8_E4M3\"; expected F16 BF16 F32 F64 I8 I16 I32 I64 U8 U16 "
       "U32 "
       "U64 or BOOL"},
      {of(a + "{\"dtype\":\"F32\",\"shape\":[2]}}"), "tensor \"a\": got no data_offsets" + need},
      {of(a + "{}}"), "tensor \"a\": got no dtype" + need},
      {of(a + "{\"dtype\":\"F32\",\"dtype\":\"F32\"}}"),
       "tensor \"a\": got \"dtype\" twice" + need},
      {of(a + "{\"strides\":[1]}}"), "tensor \"a\": got \"strides\"" + need},
      {of(a + one("F32", "[-2]", 0, 8) + "}"), "got \"-\" at byte 37; expected a whole number"},
      {of(a + one("F32", "[2.0]", 0, 8) + "}"), "got \".\" at byte 38; expected a whole number"},
      {of(a + one("F32", "[2e0]", 0, 8) + "}"), "got \"e\" at byte 38; expected a whole number"},
      {of(a + one("F32", "[02]", 0, 8) + "}"),
       "got \"2\" at byte 38; expected a number without zeros in front"},
      {of(a + one("F32", "[9007199254740993]", 0, 8) + "}"),
       "got \"3\" at byte 52; expected a number of at most 2^53"},
      {of(a + one("F32", "[2147483648]", 0, 8) + "}"),
       "tensor \"a\": got an axis of 2147483648; expected at most 2147483647"},
      {of(a + one("F32", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2]", 0, 8) + "}"),
       "tensor \"a\": got more than 16 axes; expected no more"},
      {of(a + one("F32", "[65536,65536,65536,65536]", 0, 8) + "}"),
       "tensor \"a\": got the shape [65536, 65536, 65536, 65536]; expected at most 16777216 "
       "numbers "
       "in a file"},
      {of(a + one("F32", "[3]", 0, 8) + "}"),
       "tensor \"a\": got data_offsets [0, 8]; expected 12 bytes for the shape [3], within the 8 "
       "behind the header"},
      {of(a + one("F32", "[2]", 4, 12) + "}"),
       "tensor \"a\": got data_offsets [4, 12]; expected 8 bytes for the shape [2], within the 8 "
       "behind the header"},
      {of(a + one("F32", "[2]", 8, 0) + "}"),
       "tensor \"a\": got data_offsets [8, 0]; expected 8 bytes for the shape [2], within the 8 "
       "behind the header"},
      {of(a + one("F32", "[1]", 0, 4) + "}"),
       "got 8 bytes of numbers; expected 4, as many as the header describes"},
      {of(a + one("F32", "[1]", 4, 8) + "}"),
       "tensor \"a\": got bytes from 4; expected them from 0, without a gap"},
      {of(a + right + ",\"b\":" + one("F32", "[1]", 4, 8) + "}"),
       "tensor \"b\": got bytes from 4; expected them from 8, without a gap"},
      {of(a + one("F32", "[1]", 0, 4) + ",\"a\":" + one("F32", "[1]", 4, 8) + "}"),
       "got the name \"a\" twice; expected it once"},
      {of("{\"__metadata__\":{\"k\":1}}"), "got \"1\" at byte 29; expected a string"},
      {of("{\"__metadata__\":{\"k\":\"\",\"k\":\"\"},\"a\":" + right + "}"),
       "got the name \"k\" twice; expected it once"},
      {of("{\"__metadata__\":{},\"__metadata__\":{}}"), "got __metadata__ twice; expected it once"},
  };
  for (const auto& [file, sentence] : refusals) EXPECT_EQ(readSafetensors(file).sentence, sentence);
}

TEST(Safetensors, OfMoreTensorsOrMetadataThanTheCapacityAreRefused) {
  const auto many = [](size_t tensors, size_t pairs) {
    std::string header = "{\"__metadata__\":{";
    for (size_t i = 0; i < pairs; ++i)
      header += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":\"\"";
    header += "}";
    for (size_t i = 0; i < tensors; ++i)
      header += ",\"" + std::to_string(i) + "\":" + one("U8", "[1]", i, i + 1);
    return safetensorsOf(header + "}", std::string(tensors, ' '));
  };
  EXPECT_EQ(readSafetensors(many(kTensors, kPairs)).sentence, "");
  EXPECT_EQ(readSafetensors(many(kTensors + 1, 0)).sentence,
            "got more than 64 tensors; expected no more");
  EXPECT_EQ(readSafetensors(many(0, kPairs + 1)).sentence,
            "got more than 16 entries of __metadata__; expected no more");
  FileLimits few = kLimits;
  few.numbers = 10;
  EXPECT_EQ(readSafetensors(many(10, 0), few).sentence, "");
  EXPECT_EQ(readSafetensors(many(11, 0), few).sentence,
            "tensor \"10\": got the shape [1]; expected at most 10 numbers in a file");
}

// Tensors in the order of their bytes. Each has one byte, except every `emptyEvery`th, which is empty and begins where the
// next one does. Names are long and differ only at their ends. Of tensors that begin at the same byte, the shorter one comes
// first.
struct Described {
  std::string name, text;
};
std::vector<Described> describe(size_t count, size_t emptyEvery) {
  std::vector<Described> all;
  size_t at = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t bytes = i % emptyEvery == 0 ? 0 : 1;
    const std::string name = std::string(20, 'n') + std::to_string(100000 + i);
    all.push_back({name, one("U8", "[" + std::to_string(bytes) + "]", at, at + bytes)});
    at += bytes;
  }
  return all;
}
std::string fileOf(const std::vector<Described>& all, size_t bytes) {
  std::string header = "{";
  for (const Described& each : all)
    header += (header.size() > 1 ? ",\"" : "\"") + each.name + "\":" + each.text;
  return safetensorsOf(header + "}", std::string(bytes, ' '));
}

TEST(Safetensors, Of4096TensorsInAnyOrderAreReadInTheOrderOfTheirBytesOrRefused) {
  constexpr size_t kCount = 4096;
  for (const size_t emptyEvery : {kCount + 1, size_t{3}, size_t{1}}) {
    const std::vector<Described> inOrder = describe(kCount, emptyEvery);
    const size_t bytes = kCount - (kCount + emptyEvery - 1) / emptyEvery;
    std::vector<std::string> names;
    for (const Described& each : inOrder) names.push_back(each.name);
    std::vector<Described> reversed(inOrder.rbegin(), inOrder.rend()), shuffled = inOrder, pipes;
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(1));
    // Ascending and then descending, which is slow for some quicksorts.
    for (size_t i = 0; i < kCount; i += 2) pipes.push_back(inOrder[i]);
    for (size_t i = kCount; i > 0; i -= 2) pipes.push_back(inOrder[i - 1]);
    for (const std::vector<Described>& order : {inOrder, reversed, shuffled, pipes}) {
      const auto read = [&](const std::vector<Described>& all) {
        return readSafetensorsOf(kCount, fileOf(all, bytes), kLimits);
      };
      const Read right = read(order);
      EXPECT_EQ(right.sentence, "");
      EXPECT_EQ(right.order, names);
      std::vector<Described> wrong = order;
      wrong[7].name = wrong[kCount - 9].name;
      EXPECT_EQ(read(wrong).sentence,
                "got the name \"" + wrong[7].name + "\" twice; expected it once");
      if (bytes == 0) continue;
      // Two of them overlap, and there is a hole where one of them was.
      wrong = order;
      for (Described& each : wrong)
        if (each.name == names[1000]) each.text = inOrder[1001].text;
      const uint32_t begin = right.tensors.at(names[1000]).begin - right.tensors.at(names[0]).begin;
      EXPECT_EQ(read(wrong).sentence, "tensor \"" + names[1000] + "\": got bytes from " +
                                          std::to_string(begin + 1) + "; expected them from " +
                                          std::to_string(begin) + ", without a gap");
    }
  }
}

TEST(Safetensors, ThatAreWrittenAreReadAgainAndTheirHeaderIsAMultipleOf8) {
  std::string names;
  TensorEntry tensors[4];
  MetadataEntry pair;
  const auto spanOf = [&](const std::string& text) {
    const TextSpan span{static_cast<uint32_t>(names.size()), static_cast<uint32_t>(text.size())};
    names += text;
    return span;
  };
  const std::string called[] = {"query", "a \"quoted\" \\ name", "\xc3\xa9\t\x7f", "scalar"};
  const NumberType types[] = {NumberType::f32, NumberType::f16, NumberType::u64,
                              NumberType::boolean};
  uint32_t bytes = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    tensors[i] = {};
    tensors[i].name = spanOf(called[i]);
    tensors[i].type = types[i];
    tensors[i].rank = 3 - i;
    tensors[i].count = 1;
    for (uint32_t axis = 0; axis < tensors[i].rank; ++axis)
      tensors[i].count *= tensors[i].shape[axis] = axis + 2;
    bytes += tensors[i].count * bytesOf(types[i]);
  }
  pair.key = spanOf("made by");
  pair.value = spanOf("scaledot\n\"test\"");
  FileIndex index{4, 1, tensors, &pair, Text(names.data(), static_cast<uint32_t>(names.size()))};
  index.tensorCount = 4;
  index.metadataCount = 1;
  std::vector<char> buffer(4096);
  Text header(buffer.data(), 4096);
  writeSafetensorsHeader(index, header);
  EXPECT_EQ(header.length() % 8, 0u);
  const Read read =
      readSafetensors(std::string(buffer.data(), header.length()) + std::string(bytes, ' '));
  ASSERT_EQ(read.sentence, "");
  EXPECT_EQ(read.metadata, (std::map<std::string, std::string>{{"made by", "scaledot\n\"test\""}}));
  for (uint32_t i = 0; i < 4; ++i) {
    const TensorEntry& tensor = read.tensors.at(called[i]);
    EXPECT_EQ(tensor.type, types[i]);
    EXPECT_EQ(tensor.begin, tensors[i].begin);
    EXPECT_EQ(shapeOf(tensor), shapeOf(tensors[i]));
  }
}

// Changed files -----------------------------------------------------------------------------------

uint32_t draw(uint64_t& state, size_t below) {
  state = state * 6364136223846793005 + 1442695040888963407;
  return static_cast<uint32_t>((state >> 33) % below);
}

// Expects that a changed file is refused, or its tensors are inside the file. Guard pages and sanitizers detect reads
// out of bounds.
void checkTaken(const Read& read, const std::string& file) {
  for (const auto& [name, tensor] : read.tensors) {
    ASSERT_LE(tensor.begin + uint64_t{tensor.count} * bytesOf(tensor.type), file.size());
    numbersOf(tensor, file);
  }
}

template <typename Reader>
void mutate(const std::string& good, Reader reader, uint64_t seed) {
  ASSERT_EQ(reader(good, kLimits).sentence, "");
  for (size_t length = 0; length < good.size(); ++length) {
    const Read read = reader(good.substr(0, length), kLimits);
    EXPECT_NE(read.sentence, "") << "cut at " << length;
  }
  const std::string interesting("\0\xff{}[](),:\"'\\0919-eE. \n\x80\x7f", 26);
  size_t taken = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string file = good;
    for (uint32_t changes = 1 + draw(seed, 3); changes > 0; --changes) {
      const size_t at = draw(seed, file.size());
      switch (draw(seed, 4)) {
        case 0:
          file[at] = static_cast<char>(file[at] ^ (1 << draw(seed, 8)));
          break;
        case 1:
          file[at] = interesting[draw(seed, interesting.size())];
          break;
        case 2:
          file.insert(at, 1, interesting[draw(seed, interesting.size())]);
          break;
        default:
          file.erase(at, 1);
      }
    }
    const Read read = reader(file, kLimits);
    checkTaken(read, file);
    taken += read.sentence.empty() ? 1 : 0;
  }
  EXPECT_GT(taken, 100u);  // changed numbers and names are valid
  EXPECT_LT(taken, 19000u);
}

TEST(ChangedFiles, OfNpyAreRefusedOrRight) {
  mutate(npyOf(1, dictionary("<f8", "True", "(3, 2)"), std::string(48, '\x3f')), readNpy, 1);
  mutate(npyOf(3, dictionary("|u1", "False", "(9,)"), std::string(9, '\x3f')), readNpy, 2);
}

TEST(ChangedFiles, OfSafetensorsAreRefusedOrRight) {
  const std::string header =
      "{\"__metadata__\":{\"format\":\"pt\"},\"b\":" + one("F32", "[2,1]", 4, 12) +
      ",\"a\\u00e9\":" + one("I16", "[2]", 0, 4) + "}  ";
  mutate(safetensorsOf(header, std::string(12, '\x3f')), readSafetensors, 3);
}

}  // namespace
}  // namespace scaledot
