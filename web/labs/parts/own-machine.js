/** Whether an address refers to the visitor's own machine, so that it works nowhere else. @param {string} address */
export const isOwnMachine = (address) =>
  /^(file:|https?:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$))/.test(address);
