// log and power of doubles, correctly rounded except for about one argument in 10^12. They have the same bits on every
// machine. The log and pow of C libraries differ in their last bit.
#pragma once

namespace scaledot {

double roundedLog(double x);                        // x > 0, normal
double roundedPower(double base, double exponent);  // base > 0; result normal

}  // namespace scaledot
