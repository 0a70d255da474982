// Made by `npm run border` from scripts/border/records.mjs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "bindings/record.h"
#include "files/tensor_file.h"

namespace scaledot {

inline void readFileStart(Record& record, FileStart& to) {
  to.fileSize = static_cast<uint64_t>(record.number());
  to.count = record.whole();
  to.bytes = record.array<unsigned char>();
}

inline void readFileLimits(Record& record, FileLimits& to) {
  to.header = static_cast<uint64_t>(record.number());
  to.numbers = static_cast<uint64_t>(record.number());
  to.axis = static_cast<uint64_t>(record.number());
}

struct TextBuffer {
  uint32_t capacity;
  char* letters;
};

inline void readTextBuffer(Record& record, TextBuffer& to) {
  to.capacity = record.whole();
  to.letters = record.array<char>();
}

struct ReadNpyHeaderRecord {
  FileStart file;
  FileLimits limits;
  TextBuffer sentence;
  TensorEntry* tensor;
};

inline ReadNpyHeaderRecord readReadNpyHeader() {
  Record record;
  ReadNpyHeaderRecord to;
  readFileStart(record, to.file);
  readFileLimits(record, to.limits);
  readTextBuffer(record, to.sentence);
  to.tensor = record.array<TensorEntry>();
  return to;
}

struct ReadNpyHeaderReturned {
  uint32_t sentenceLength;
};

inline void writeReturned(const ReadNpyHeaderReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.sentenceLength);
}

struct ReadSafetensorsHeaderRecord {
  FileStart file;
  FileLimits limits;
  TextBuffer sentence;
  uint32_t tensorCapacity;
  TensorEntry* tensors;
  uint32_t metadataCapacity;
  MetadataEntry* metadata;
  TextBuffer text;
};

inline ReadSafetensorsHeaderRecord readReadSafetensorsHeader() {
  Record record;
  ReadSafetensorsHeaderRecord to;
  readFileStart(record, to.file);
  readFileLimits(record, to.limits);
  readTextBuffer(record, to.sentence);
  to.tensorCapacity = record.whole();
  to.tensors = record.array<TensorEntry>();
  to.metadataCapacity = record.whole();
  to.metadata = record.array<MetadataEntry>();
  readTextBuffer(record, to.text);
  return to;
}

struct ReadSafetensorsHeaderReturned {
  uint32_t sentenceLength;
  uint32_t tensorCount;
  uint32_t metadataCount;
  uint32_t textLength;
};

inline void writeReturned(const ReadSafetensorsHeaderReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.sentenceLength);
  *to++ = static_cast<double>(returned.tensorCount);
  *to++ = static_cast<double>(returned.metadataCount);
  *to++ = static_cast<double>(returned.textLength);
}

struct ReadNumbersRecord {
  const TensorEntry* tensor;
  const unsigned char* bytes;
  float* numbers;
};

inline ReadNumbersRecord readReadNumbers() {
  Record record;
  ReadNumbersRecord to;
  to.tensor = record.array<TensorEntry>();
  to.bytes = record.array<unsigned char>();
  to.numbers = record.array();
  return to;
}

struct ReadNumbersReturned {
  uint32_t rounded;
};

inline void writeReturned(const ReadNumbersReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.rounded);
}

struct WriteNpyHeaderRecord {
  const TensorEntry* tensor;
  TextBuffer header;
};

inline WriteNpyHeaderRecord readWriteNpyHeader() {
  Record record;
  WriteNpyHeaderRecord to;
  to.tensor = record.array<TensorEntry>();
  readTextBuffer(record, to.header);
  return to;
}

struct WriteNpyHeaderReturned {
  uint32_t length;
};

inline void writeReturned(const WriteNpyHeaderReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.length);
}

struct WriteSafetensorsHeaderRecord {
  uint32_t tensorCount;
  TensorEntry* tensors;
  uint32_t metadataCount;
  MetadataEntry* metadata;
  uint32_t textLength;
  char* text;
  TextBuffer header;
};

inline WriteSafetensorsHeaderRecord readWriteSafetensorsHeader() {
  Record record;
  WriteSafetensorsHeaderRecord to;
  to.tensorCount = record.whole();
  to.tensors = record.array<TensorEntry>();
  to.metadataCount = record.whole();
  to.metadata = record.array<MetadataEntry>();
  to.textLength = record.whole();
  to.text = record.array<char>();
  readTextBuffer(record, to.header);
  return to;
}

struct WriteSafetensorsHeaderReturned {
  uint32_t length;
};

inline void writeReturned(const WriteSafetensorsHeaderReturned& returned) {
  double* to = returnedNumbers();
  *to++ = static_cast<double>(returned.length);
}

}  // namespace scaledot
