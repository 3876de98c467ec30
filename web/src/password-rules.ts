import { passwordTooShort, shortestPassword } from '@lacre/letter/words.ts'

/** The first rule of a new password that does not hold, in the specification's words and order (section 5). */
export function checkPassword(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return 'Las contraseñas no coinciden'
  if (password.length < shortestPassword) return passwordTooShort
  return undefined
}

/** Said under the field before anything is wrong. */
export const passwordHint = `Al menos ${shortestPassword} caracteres.`
