// log x:  x = 2^e m, sqrt(1/2) <= m < sqrt(2);  j = round(128 / m);  f = m j/128 - 1, |f| < 2^-7.4
//         log x = e ln 2 - log(j/128) + log(1 + f)
// The first attempt sums the series of log(1 + f) in one double. If its error could change the rounding,
// the series is summed again in pairs of doubles. Near 1 (e = 0, j = 128) it is always summed in pairs.
//
// b^y = exp(y log b) = 2^n exp(r / 256)^256, all in pairs of doubles.
#include "lanes/rounded.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace scaledot {
namespace {

// The unevaluated sum of two doubles, |low| <= ulp(high) / 2.
struct Pair {
  double high, low;
};

constexpr Pair quickSum(double a, double b) {  // |a| >= |b| or a == 0
  const double sum = a + b;
  return {sum, b - (sum - a)};
}
constexpr Pair sum(double a, double b) {
  const double s = a + b, bShare = s - a;
  return {s, (a - (s - bShare)) + (b - bShare)};
}
constexpr Pair halves(double a) {  // 26 bits each
  const double scaled = 134217729.0 * a, high = scaled - (scaled - a);
  return {high, a - high};
}
constexpr Pair product(double a, double b) {
  const Pair x = halves(a), y = halves(b);
  const double p = a * b;
  return {p, ((x.high * y.high - p) + x.high * y.low + x.low * y.high) + x.low * y.low};
}
constexpr Pair add(Pair a, Pair b) {
  const Pair high = sum(a.high, b.high), low = sum(a.low, b.low);
  const Pair partly = quickSum(high.high, high.low + low.high);
  return quickSum(partly.high, partly.low + low.low);
}
constexpr Pair multiply(Pair a, Pair b) {
  const Pair p = product(a.high, b.high);
  return quickSum(p.high, p.low + (a.high * b.low + a.low * b.high));
}
constexpr Pair divide(double a, double b) {
  const double quotient = a / b;
  const Pair back = product(quotient, b);
  return quickSum(quotient, ((a - back.high) - back.low) / b);
}
constexpr Pair negative(Pair a) { return {-a.high, -a.low}; }

// log((n + 1) / n) = 2 artanh(1 / (2 n + 1)).
constexpr Pair logOfStep(int n) {
  const Pair z = divide(1, 2 * n + 1), square = multiply(z, z);
  Pair total{0, 0}, power = z;
  for (int k = 1; k < 60 && power.high > 1e-36; k += 2) {
    total = add(total, multiply(power, divide(2, k)));
    power = multiply(power, square);
  }
  return total;
}

// Rounds to so few bits that sums of such numbers below 2^10 are exact.
constexpr double shortened(double x) {
  constexpr double rounder = 1.5 * 1024;
  return (x + rounder) - rounder;
}
constexpr Pair withShortHigh(Pair x) {
  const double high = shortened(x.high);
  return {high, (x.high - high) + x.low};
}

constexpr int kFirst = 90, kLast = 182;
struct LogTable {
  Pair ln2;
  std::array<Pair, kLast - kFirst + 1> logs{};  // log(j / 128)
};
LogTable makeLogTable() {
  LogTable table{};
  Pair log{0, 0};
  for (int j = 129; j <= kLast; ++j) {
    log = add(log, logOfStep(j - 1));
    table.logs[static_cast<size_t>(j - kFirst)] = withShortHigh(log);
  }
  log = {0, 0};
  for (int j = 127; j >= kFirst; --j) {
    log = add(log, negative(logOfStep(j)));
    table.logs[static_cast<size_t>(j - kFirst)] = withShortHigh(log);
  }
  const Pair thirds = logOfStep(2);  // 2 = (3/2) (4/3)
  table.ln2 = withShortHigh(add(thirds, logOfStep(3)));
  return table;
}
// Computed when the program starts, in 0.1 ms. As data it would be 1.5 kB that do not compress.
const LogTable kLogs = makeLogTable();

struct Reduced {
  double e;  // the exponent
  Pair f;
  int j;
};
Reduced reduce(double x) {
  constexpr uint64_t sqrtHalf = 0x3fe6a09e667f3bcd;
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  const int64_t e = static_cast<int64_t>(bits - sqrtHalf) >> 52;
  const double m = std::bit_cast<double>(bits - (static_cast<uint64_t>(e) << 52));
  constexpr double rounder = 0x1.8p52;  // adding it rounds to an integer
  const int j = static_cast<int>((128 / m + rounder) - rounder);
  const double r = j / 128.0;
  const double mHigh = std::bit_cast<double>(std::bit_cast<uint64_t>(m) & ~uint64_t{0x7ffffff});
  return {static_cast<double>(e), quickSum(mHigh * r - 1, (m - mHigh) * r), j};
}

// log(1 + f) - f + f^2 / 2 - f^3 / 3 over f^4.
double seriesTail(double f) {
  return -0.25 + f * (1 / 5.0 + f * (-1 / 6.0 + f * (1 / 7.0 + f * (-1 / 8.0 + f * (1 / 9.0)))));
}

// log(1 + f), in pairs down to the cubic term.
Pair logOnePlus(Pair f) {
  const double g = f.high;
  const double tail =
      -0.25 +
      g * (1 / 5.0 +
           g * (-1 / 6.0 +
                g * (1 / 7.0 + g * (-1 / 8.0 + g * (1 / 9.0 + g * (-1 / 10.0 + g * (1 / 11.0)))))));
  Pair series = add(divide(1, 3), product(g, tail));
  series = add({-0.5, 0}, multiply(f, series));
  return add(f, multiply(multiply(f, f), series));
}

Pair accurateLog(const Reduced& x) {
  const Pair table = kLogs.logs[static_cast<size_t>(x.j - kFirst)];
  const double exact = x.e * kLogs.ln2.high - table.high;
  const Pair small = add(product(x.e, kLogs.ln2.low), {-table.low, 0});
  return add(add({exact, 0}, small), logOnePlus(x.f));
}

}  // namespace

double roundedLog(double x) {
  const Reduced r = reduce(x);
  if (r.e != 0 || r.j != 128) {
    const Pair table = kLogs.logs[static_cast<size_t>(r.j - kFirst)];
    const double g = r.f.high, square = g * g;
    const Pair most = quickSum(r.e * kLogs.ln2.high - table.high, g);
    const double series = square * (-0.5 + g * (1 / 3.0 + g * seriesTail(g)));
    const double rest = most.low + ((r.e * kLogs.ln2.low - table.low) + r.f.low + series);
    constexpr double error = 0x1p-66;
    const double result = most.high + (rest - error);
    if (result == most.high + (rest + error)) return result;
  }
  const Pair result = accurateLog(r);
  return result.high + result.low;
}

double roundedPower(double base, double exponent) {
  const Pair x = multiply(accurateLog(reduce(base)), {exponent, 0});
  const double n = static_cast<double>(
      static_cast<int64_t>(x.high / kLogs.ln2.high + (x.high < 0 ? -0.5 : 0.5)));
  const Pair turn = add({-n * kLogs.ln2.high, 0}, product(-n, kLogs.ln2.low));
  Pair r = add(x, turn);
  r = {r.high / 256, r.low / 256};
  Pair series{1, 0};
  for (int k = 12; k >= 1; --k) series = add({1, 0}, multiply(multiply(r, divide(1, k)), series));
  for (int k = 0; k < 8; ++k) series = multiply(series, series);
  const uint64_t scale = static_cast<uint64_t>(static_cast<int64_t>(n) + 1023) << 52;
  return (series.high + series.low) * std::bit_cast<double>(scale);
}

}  // namespace scaledot
