import { passwordTooShort, shortestPassword } from '@lacre/letter/words/short-password.ts'

/** The first rule of a new password that does not hold, in the specification's words and order (section 5). */
export function checkPassword(password: string, confirmation: string): string | undefined {
  if (password !== confirmation) return 'Las contraseñas no coinciden'
  if (password.length < shortestPassword) return passwordTooShort
  return undefined
}

/** The first rule of a registration that does not hold. `answer` is the captcha's. */
export function checkRegistration(
  password: string,
  confirmation: string,
  answer: string | null,
): string | undefined {
  const refused = checkPassword(password, confirmation)
  if (refused) return refused
  return answer ? undefined : 'Por favor, complete la verificación de reCAPTCHA'
}
