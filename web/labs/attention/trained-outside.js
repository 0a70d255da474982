/**
 * Judges whether a text is of the kind that a trained model was trained on. A network answers whatever it reads. Its
 * answer to a text of another kind means nothing, however often it is right on held-out examples. The kinds are those
 * of src/learning/date_task.h and pronoun_task.h; tests compare them with the examples drawn there.
 */

/** @import { TrainingView } from '../../engine/types.js' */

import { trainingLimits } from '../../engine/training/training-limits.js';

/** @typedef {'pattern' | 'years' | 'impossible' | 'weekday' | Order | 'unsaid' | 'absent'} Outside  Order: in this order the date has an impossible month */
/** @typedef {'monthFirst' | 'dayFirst' | 'yearFirst'} Order  the order of the parts of a date in numbers */

/**
 * @typedef {{outside: Outside, month?: number, expected?: undefined} | {outside: null, expected: string}} Judged  month: the
 *   impossible month; expected: the right output
 */

// Dates ----------------------------------------------------------------------------------------------------------------

const { year: years } = trainingLimits;

const months =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** @param {readonly string[]} names */
const inFullOrShort = (names) =>
  names.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|');

/** Abbreviations may end in a dot. */
const short = [...months.map((name) => name.slice(0, 3)).filter((name) => name !== 'may'), 'sept'];
const month = `(?<month>${months.join('|')}|(?:${short.join('|')})\\.?)`;
const weekday = `(?:(?<weekday>${inFullOrShort(weekdays)}),? )?`;
const dayth = '(?<day>[1-9]\\d?)(?<end>st|nd|rd|th)';
const day = '(?<day>[1-9]\\d?)';
const year = '(?<year>\\d{4})';

const spellings = [
  ...[`${weekday}${day} ${month},? ${year}`, `${weekday}${dayth} ${month},? ${year}`],
  `(?:the )?${dayth} of ${month},? ${year}`,
  ...[`${weekday}${month} ${day},? ${year}`, `${weekday}${month} ${dayth},? ${year}`],
  `${month} the ${dayth},? ${year}`,
  `(?<day>\\d{1,2})-(?<month>${months.map((name) => name.slice(0, 3)).join('|')})-(?<year>\\d{4}|\\d\\d)`,
  `${year} ${month} ${day}`,
].map((spelling) => new RegExp(`^${spelling}$`));

/**
 * Dates in numbers: the sign tells what comes first. Day and month both have two digits, or no more than they need.
 * @type {readonly {order: Order, spelling: RegExp}[]}
 */
const inNumbers = [
  {
    order: 'yearFirst',
    spelling: /^(?<year>\d{4})(?<sign>[-/.]?)(?<month>\d\d)\k<sign>(?<day>\d\d)$/,
  },
  { order: 'dayFirst', spelling: /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4}|\d\d)$/ },
  { order: 'dayFirst', spelling: /^(?<day>\d\d?)-(?<month>\d\d?)-(?<year>\d{4})$/ },
  { order: 'monthFirst', spelling: /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4}|\d\d)$/ },
];

/** Year, month and day; weekday and end if the spelling has them. @typedef {Readonly<Record<string, string>>} Found */

/** Returns what a date says in the first spelling that fits. @param {string} text @returns {{found: Found, order?: Order} | null} */
function readDate(text) {
  for (const { order, spelling } of inNumbers) {
    const found = spelling.exec(text)?.groups;
    if (found) return { found, order };
  }
  const found = spellings.map((spelling) => spelling.exec(text)?.groups).find(Boolean);
  return found ? { found } : null;
}

/** Whether one of two numbers is padded with a zero and the other would need one. @param {Found} found */
const isMixed = ({ month, day }) =>
  [month, day].some((part) => part.startsWith('0')) && [month, day].some((part) => part.length < 2);

/** Returns the suffix of a day's number. @param {number} number */
function endOf(number) {
  const last = Math.floor(number / 10) === 1 ? 0 : number % 10;
  return ['th', 'st', 'nd', 'rd'][last] ?? 'th';
}

/** Returns the year. Two digits mean 1970 to 2069. @param {string} text */
const yearOf = (text) => Number(text) + (text.length > 2 ? 0 : Number(text) < 70 ? 2000 : 1900);

/** @param {readonly string[]} names @param {string} text */
const numberIn = (names, text) => names.findIndex((name) => name.startsWith(text.slice(0, 3)));

/** @param {string} text @returns {Judged} */
export function judgeDate(text) {
  const { found, order } = readDate(text.toLowerCase()) ?? {};
  if (!found || (order && isMixed(found))) return { outside: 'pattern' };
  const y = yearOf(found.year);
  const m = order ? Number(found.month) : numberIn(months, found.month) + 1;
  if (order && (m < 1 || m > 12)) return { outside: order, month: m };
  const d = Number(found.day);
  const date = new Date(Date.UTC(y, m - 1, d));
  const isThere = date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  if (!isThere) return { outside: 'impossible' };
  if (y < years.min || y > years.max) return { outside: 'years' };
  if (found.end && found.end !== endOf(d)) return { outside: 'pattern' };
  const isNamed =
    !found.weekday || (numberIn(weekdays, found.weekday) + 1) % 7 === date.getUTCDay();
  if (!isNamed) return { outside: 'weekday' };
  return { outside: null, expected: date.toISOString().slice(0, 10) };
}

// Sentences with "it" --------------------------------------------------------------------------------------------------

const noun = '(?:the|this|that|our) (?:(?:old|new|brown|white|pretty|famous) )?\\w+';
const sentence = new RegExp(
  `^(?:(?:yesterday|today|then|sadly|luckily) )?${noun} (?:did|could|would) not \\w+ (?:into )?${noun} ` +
    '(?:because|since|as) it was (?:too|so|very) \\w+$',
);

/** @param {Pick<TrainingView, 'tokens' | 'antecedent'>} seen @param {string} answer @returns {Judged} */
export function judgeSentence({ tokens, antecedent }, answer) {
  if (!tokens.includes(answer)) return { outside: 'absent' };
  if (!sentence.test(tokens.join(' '))) return { outside: 'pattern' };
  if (antecedent === undefined) return { outside: 'unsaid' };
  return { outside: null, expected: tokens[antecedent] };
}

/**
 * Judges a typed text. Returns null for held-out examples, which are always of the right kind, and for other tasks,
 * which take no text.
 * @param {string} name  of the task
 * @param {TrainingView} seen
 * @param {{text: string, answer: string}} written
 * @returns {Judged | null}
 */
export function judged(name, seen, { text, answer }) {
  if (seen.right !== null) return null;
  if (name === 'dates') return judgeDate(text);
  return name === 'pronouns' ? judgeSentence(seen, answer) : null;
}
