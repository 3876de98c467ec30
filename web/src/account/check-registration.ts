import { checkPassword } from '../password-rules.ts'

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
