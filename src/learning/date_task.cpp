#include "learning/date_task.h"

#include <cstring>

namespace scaledot {
namespace {

constexpr uint32_t kDateSalt = 1;
constexpr const char* kMonths[] = {"January",   "February", "March",    "April",
                                   "May",       "June",     "July",     "August",
                                   "September", "October",  "November", "December"};
constexpr const char* kWeekdays[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                     "Friday", "Saturday", "Sunday"};

bool isLeap(uint32_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

uint32_t daysOf(uint32_t year, uint32_t month) {
  if (month == 2) return isLeap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

void addDigits(Text& to, uint32_t number, uint32_t digits) {
  for (uint32_t power = digits == 4 ? 1000 : digits == 2 ? 10 : 1; power > 0; power /= 10) {
    to.add(static_cast<char>('0' + number / power % 10));
  }
}

// Writes a day or a month: 7 or 07.
void addSmall(Text& to, uint32_t number, bool padded) {
  addDigits(to, number, padded || number > 9 ? 2 : 1);
}

bool hasShortYear(const CalendarDate& date) { return date.year >= 1970 && date.year <= 2069; }

void addYear(Text& to, const CalendarDate& date, bool two) {
  addDigits(to, two ? date.year % 100 : date.year, two ? 2 : 4);
}

void addOrdinal(Text& to, uint32_t day) {
  constexpr const char* kEndings[] = {"th", "st", "nd", "rd"};
  addSmall(to, day, false);
  const uint32_t last = day % 10;
  to.add(kEndings[day / 10 != 1 && last <= 3 ? last : 0]);
}

void addMonth(Text& to, uint32_t month, Draws& draws) {
  const char* name = kMonths[month - 1];
  if (draws.below(2) == 0) {
    to.add(name);
    return;
  }
  to.add(name, month == 9 && draws.below(2) == 0 ? 4 : 3);
  if (month != 5 && draws.below(4) == 0) to.add('.');
}

void addWeekday(Text& to, const CalendarDate& date, Draws& draws) {
  const char* name = kWeekdays[date.weekday];
  if (draws.below(2) == 0) {
    to.add(name);
  } else {
    to.add(name, 3);
  }
  to.add(draws.below(2) == 0 ? ", " : " ");
}

void spellNumbers(const CalendarDate& date, Draws& draws, Text& to) {
  if (draws.below(2) == 0) {  // the year first
    constexpr const char* kBetween[] = {"-", "/", ".", ""};
    const char* between = kBetween[draws.below(4)];
    addYear(to, date, false);
    addSmall(to.add(between), date.month, true);
    addSmall(to.add(between), date.day, true);
    return;
  }
  const char between = "./-"[draws.below(3)];
  const bool padded = draws.below(2) == 0;
  const bool two = between != '-' && draws.below(3) == 0 && hasShortYear(date);
  const bool american = between == '/';
  addSmall(to, american ? date.month : date.day, padded);
  addSmall(to.add(between), american ? date.day : date.month, padded);
  addYear(to.add(between), date, two);
}

void spellWords(const CalendarDate& date, Draws& draws, Text& to) {
  enum { day, dayth, dayOf, theDayOf, monthDay, monthDayth, monthThe, hyphens, yearFirst, orders };
  const uint32_t order = draws.below(orders);
  const bool plain = order == day || order == dayth || order == monthDay || order == monthDayth;
  if (plain && draws.below(3) == 0) addWeekday(to, date, draws);
  switch (order) {
    case hyphens:
      addSmall(to, date.day, draws.below(2) == 0);
      to.add('-').add(kMonths[date.month - 1], 3).add('-');
      addYear(to, date, draws.below(2) == 0 && hasShortYear(date));
      return;
    case yearFirst:
      addYear(to, date, false);
      addMonth(to.add(' '), date.month, draws);
      addSmall(to.add(' '), date.day, false);
      return;
    case monthDay:
    case monthDayth:
    case monthThe:
      addMonth(to, date.month, draws);
      to.add(order == monthThe ? " the " : " ");
      if (order == monthDay) {
        addSmall(to, date.day, false);
      } else {
        addOrdinal(to, date.day);
      }
      break;
    default:
      if (order == theDayOf) to.add("the ");
      if (order == day) {
        addSmall(to, date.day, false);
      } else {
        addOrdinal(to, date.day);
      }
      addMonth(to.add(order == dayOf || order == theDayOf ? " of " : " "), date.month, draws);
  }
  to.add(draws.below(2) == 0 ? ", " : " ");
  addYear(to, date, false);
}

char smallLetter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; }
char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c + 'A' - 'a') : c; }

bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Returns the length in bytes of the UTF-8 character at the start.
size_t characterBytes(const char* text, size_t length) {
  size_t bytes = 1;
  while (bytes < length && bytes < 4 && (text[bytes] & 0xc0) == 0x80) ++bytes;
  return bytes;
}

}  // namespace

CalendarDate calendarDate(uint32_t number) {
  CalendarDate date{kFirstYear, 1, number + 1, (daysBefore(kFirstYear) + number) % 7};
  while (date.day > (isLeap(date.year) ? 366u : 365u)) {
    date.day -= isLeap(date.year) ? 366 : 365;
    ++date.year;
  }
  while (date.day > daysOf(date.year, date.month)) date.day -= daysOf(date.year, date.month++);
  return date;
}

bool isHeldOutDate(uint32_t number) { return isHeldOut(kDateSalt, &number, 1); }

void spellDate(const CalendarDate& date, Draws& draws, Text& to) {
  const uint32_t style = draws.below(4), first = to.length();
  if (draws.below(8) < 3) {
    spellNumbers(date, draws, to);
  } else {
    spellWords(date, draws, to);
  }
  if (style < 2) return;  // as written
  for (uint32_t i = first; i < to.length(); ++i) {
    to.set(i, style == 2 ? smallLetter(to.data()[i]) : capital(to.data()[i]));
  }
}

void isoDate(const CalendarDate& date, Text& to) {
  addDigits(to, date.year, 4);
  addDigits(to.add('-'), date.month, 2);
  addDigits(to.add('-'), date.day, 2);
}

uint32_t letterToken(char letter) {
  const void* found = std::memchr(kDateLetters, letter, sizeof kDateLetters - 1);
  if (found == nullptr) return 0;
  return kFirstLetter + static_cast<uint32_t>(static_cast<const char*>(found) - kDateLetters);
}

bool encodeLetters(const char* text, size_t length, uint32_t* tokens, uint32_t& count,
                   Text& sentence) {
  count = 0;
  bool blank = false;
  for (size_t i = 0; i < length; ++i) {
    if (isBlank(text[i])) {
      blank = true;
      continue;
    }
    const uint32_t token = letterToken(text[i]);
    if (token == 0) {
      sentence.add("A date with ").addQuoted(text + i, characterBytes(text + i, length - i));
      sentence.add(
          " came; it was expected in digits, English letters but k, q, x and z, blanks "
          "and - / . ,");
      return false;
    }
    if (blank && count > 0 && count < kSpellingLength) tokens[count++] = letterToken(' ');
    blank = false;
    if (count == kSpellingLength) {
      sentence.add("A date of more than ").add(uint64_t{kSpellingLength});
      sentence.add(" characters came; it was expected shorter, such as 7th of March 2024.");
      return false;
    }
    tokens[count++] = token;
  }
  if (count > 0) return true;
  sentence.add("No text came; a date was expected, such as 7th of March 2024.");
  return false;
}

}  // namespace scaledot
