/** An address alone, in angle brackets, or after a colon; two words or two addresses do not match. */
const copied = /(?:^|<|: *)([^\s<>()[\]{},;:"«»“”]+@[^\s<>()[\]{},;:"«»“”?]*)(?:[?>]|[\s,;]*$)/

/**
 * The address in text copied from a mail, a list or a browser: `Ana Cal <ana@correo.example>,`. Text without an @ is
 * returned unchanged.
 */
export function readEmail(written: string): string {
  const visible = written
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  const isOne = visible.split('@').length === 2
  return (isOne && copied.exec(visible)?.[1]) || visible
}

/** The six digits in `123 456`, `１２３４５６`, or the mail's sentence. */
export function readCode(written: string): string {
  const plain = written
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
  return /(?<!\d)\d{6}(?!\d)/.exec(plain)?.[0] ?? plain.replace(/\D/g, '')
}
