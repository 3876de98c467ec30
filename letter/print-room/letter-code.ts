/**
 * What a letter's sheets and the console call it: `3f2a9c1d7b4e`. Twelve random digits of its id: of an id of version
 * 4 the first, of one of version 7, which begins with the time, the last. The database's `letter_code` says the same.
 */
export function letterCode(letterId: string): string {
  const digits = letterId.replaceAll('-', '')
  return digits[12] === '7' ? digits.slice(-12) : digits.slice(0, 12)
}
