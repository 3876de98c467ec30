/**
 * C0 but for tab and line feed, C1, reversing controls, byte order marks: they print as boxes or turn a line
 * around, and nobody sees them while writing.
 */
// oxlint-disable-next-line no-control-regex -- these characters are the point
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

/** Text that a font can print and JSON can carry. Line ends become `\n`; a lone surrogate becomes U+FFFD. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(unprintable, '')

/** The same on one line: what an address field or a picture's description may be. Spaces are single, none at the ends. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim()
