/** Whether an address means the visitor's own machine, so that it opens nowhere else. @param {string} address */
export const isOwnMachine = (address) =>
  /^(file:|https?:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$))/.test(address);
