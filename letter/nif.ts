const dniLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const companyLetters = 'JABCDEFGHI'

/**
 * Whether a Spanish tax number is valid: a DNI, an NIE or a company's, by its check digit (Real Decreto 1553/2005, art.
 * 11; Orden EHA/451/2008). Spaces, hyphens and case are ignored.
 */
export function isNif(written: string): boolean {
  const nif = written.toUpperCase().replace(/[\s.-]/g, '')
  if (/^[\dXYZKLM]\d{7}[A-Z]$/.test(nif)) return nif.at(-1) === dniLetter(nif)
  if (!/^[ABCDEFGHJNPQRSUVW]\d{7}[\dA-J]$/.test(nif)) return false
  const control = companyDigit(nif.slice(1, 8))
  const letter = companyLetters[control]
  if (/^[PQRSNW]/.test(nif)) return nif.at(-1) === letter
  if (/^[ABEH]/.test(nif)) return nif.at(-1) === String(control)
  return nif.at(-1) === letter || nif.at(-1) === String(control)
}

/** K, L and M are for people without their own number: the check letter covers the seven digits. */
function dniLetter(nif: string): string | undefined {
  const digits = nif.slice(0, 8).replace(/^[XYZ]/, (first) => String('XYZ'.indexOf(first)))
  return dniLetters[Number(digits.replace(/^[KLM]/, '')) % dniLetters.length]
}

function companyDigit(digits: string): number {
  const sum = Array.from(digits).reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}
