/** `1 página`, `2 páginas`. */
export const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`
