// Dates (Gregorian, from 1900 to 2099) in many spellings, to be written as YYYY-MM-DD.
//
//   in words    7 March 2024, 7th March 2024, 7th of March 2024, the 7th of March 2024, March 7 2024, March 7th 2024,
//               March the 7th 2024, Thursday 7 March 2024, Thursday March 7 2024 (with the right day of the week), 7-Mar-2024, 7-Mar-24,
//               2024 March 7. Months and days of the week are written in full or with three letters, with or without a dot;
//               September also as Sept. There may be commas before the year and after the day of the week. Letters are
//               as here, all small or all capital.
//   in numbers  2024-03-07, 2024/03/07, 2024.03.07, 20240307; 7.3.2024, 07.03.2024, 7.3.24; 07-03-2024; 3/7/2024, 03/07/2024, 3/7/24
//
// Ambiguous dates have one meaning here. With slashes the month comes first (3/7/2024 is the 7th of March, as in America).
// With dots or hyphens the day comes first (7.3.2024, 07-03-2024), unless the year does. A two-digit year is 1970 ... 2069
// (70 is 1970, 69 is 2069).
#pragma once
#include <cstddef>
#include <cstdint>

#include "files/file_text.h"
#include "learning/task_draws.h"
#include "shared/training_options.h"

namespace scaledot {

struct CalendarDate {
  uint32_t year, month, day, weekday;  // month and day from 1, weekday from 0, a Monday
};
// Returns the days from 0001-01-01, a Monday, to the first of a year.
constexpr uint32_t daysBefore(uint32_t year) {
  const uint32_t past = year - 1;
  return 365 * past + past / 4 - past / 100 + past / 400;
}
inline constexpr uint32_t kFirstYear = trainingLimits::year.least();
inline constexpr uint32_t kDates =
    daysBefore(trainingLimits::year.most() + 1) - daysBefore(kFirstYear);
CalendarDate calendarDate(uint32_t number);
bool isHeldOutDate(uint32_t number);

// Tokens: kDatePad, kDateStart, then letters.
inline constexpr uint32_t kDatePad = 0, kDateStart = 1, kFirstLetter = 2;
inline constexpr char kDateLetters[] =
    "0123456789-/., abcdefghijlmnoprstuvwyABCDEFGHIJLMNOPRSTUVWY";
inline constexpr uint32_t kDateVocabulary = kFirstLetter + sizeof kDateLetters - 1;
inline constexpr uint32_t kSpellingLength = 32, kIsoLength = 10;

// Writes a random spelling of a date, at most kSpellingLength letters; and the ISO form.
void spellDate(const CalendarDate& date, Draws& draws, Text& to);
void isoDate(const CalendarDate& date, Text& to);

// Returns the token of a letter; 0 if it is unknown.
uint32_t letterToken(char letter);
// Converts a visitor's text to tokens. Several blanks become one; those at the ends are dropped. Returns false if it is
// refused.
bool encodeLetters(const char* text, size_t length, uint32_t* tokens, uint32_t& count,
                   Text& sentence);

}  // namespace scaledot
