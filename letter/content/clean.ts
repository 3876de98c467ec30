/**
 * C0 but for tab and line feed, C1, reversing controls, byte order marks: they print as boxes or turn a line
 * around, and nobody sees them while writing.
 */
// oxlint-disable-next-line no-control-regex -- these characters are the point
const unprintable = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g
const lineEnds = /\r\n?|[\v\f\u2028\u2029]/g

/** Text that a font can print and JSON can carry. Line ends become `\n`; a lone surrogate becomes U+FFFD. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(lineEnds, '\n').replace(unprintable, '')

/** The same on one line, as an address field must be. Spaces are single, none at the ends. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim()
