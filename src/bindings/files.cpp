// Files of tensors for JavaScript. The order of the numbers is that of web/engine/functions/tensor-files.js.
#include <emscripten/bind.h>

#include "bindings/record.h"
#include "files/tensor_file.h"

namespace scaledot {
namespace {

struct Reading {
  FileStart file;
  FileLimits limits;
  Text sentence;

  explicit Reading(Record& record) : file{}, limits{}, sentence(nullptr, 0) {
    file.fileSize = static_cast<uint64_t>(record.number());
    for (uint64_t* limit : {&limits.header, &limits.numbers, &limits.axis}) {
      *limit = static_cast<uint64_t>(record.number());
    }
    file.count = record.whole();
    file.bytes = record.array<unsigned char>();
    const uint32_t room = record.whole();
    sentence = Text(record.array<char>(), room);
  }
};

// Gives the length of the sentence, which is 0 where the file is taken.
bool readNpyHeaderOf() {
  Record record;
  Reading reading(record);
  TensorEntry* tensor = record.array<TensorEntry>();
  readNpyHeader(reading.file, reading.limits, *tensor, reading.sentence);
  record.give(reading.sentence.length());
  return true;
}

Text readText(Record& record) {
  const uint32_t room = record.whole();
  return {record.array<char>(), room};
}

// Gives the length of the sentence, and how many tensors, entries of metadata and bytes of text there are.
bool readSafetensorsHeaderOf() {
  Record record;
  Reading reading(record);
  const uint32_t tensorRoom = record.whole();
  TensorEntry* tensors = record.array<TensorEntry>();
  const uint32_t metadataRoom = record.whole();
  MetadataEntry* metadata = record.array<MetadataEntry>();
  FileIndex index{tensorRoom, metadataRoom, tensors, metadata, readText(record)};
  readSafetensorsHeader(reading.file, reading.limits, index, reading.sentence);
  record.give(reading.sentence.length(), index.tensorCount, index.metadataCount,
              index.text.length());
  return true;
}

// Gives how many are rounded.
bool readNumbersOf() {
  Record record;
  const TensorEntry* tensor = record.array<TensorEntry>();
  const unsigned char* bytes = record.array<unsigned char>();
  record.give(readNumbers(*tensor, bytes, record.array()));
  return true;
}

// These two give the length of the header.
bool writeNpyHeaderOf() {
  Record record;
  const TensorEntry* tensor = record.array<TensorEntry>();
  Text header = readText(record);
  writeNpyHeader(*tensor, header);
  record.give(header.length());
  return true;
}

bool writeSafetensorsHeaderOf() {
  Record record;
  const uint32_t tensorCount = record.whole();
  TensorEntry* tensors = record.array<TensorEntry>();
  const uint32_t metadataCount = record.whole();
  MetadataEntry* metadata = record.array<MetadataEntry>();
  FileIndex index{tensorCount, metadataCount, tensors, metadata, readText(record)};
  index.tensorCount = tensorCount;
  index.metadataCount = metadataCount;
  Text header = readText(record);
  writeSafetensorsHeader(index, header);
  record.give(header.length());
  return true;
}

EMSCRIPTEN_BINDINGS(files) {
  using emscripten::function;
  function("readNpyHeader", &readNpyHeaderOf);
  function("readSafetensorsHeader", &readSafetensorsHeaderOf);
  function("readNumbers", &readNumbersOf);
  function("writeNpyHeader", &writeNpyHeaderOf);
  function("writeSafetensorsHeader", &writeSafetensorsHeaderOf);
  emscripten::constant("tensorEntryWords", static_cast<double>(sizeof(TensorEntry) / 4));
  emscripten::constant("npyHeader", static_cast<double>(kNpyHeader));
}

}  // namespace
}  // namespace scaledot
