/** The calls by which one enters, and those of one's own account. */
import { z } from 'zod'
import { readEmail } from './written.ts'

const somebody = { email: 'ana@ejemplo.test', password: 'lluvia sobre el tejado' }
const someSecret = 'Jm3xZ0kq8V1uYtN5wRfLbC7dPsA2hGeX'

/** The browser's own rule for `type=email`: what the form lets through, the server takes. */
export const email = z
  .string()
  .max(1000)
  .overwrite(readEmail)
  .max(254)
  .regex(z.regexes.html5Email, 'Escriba una dirección de correo válida.')
const password = z.string().max(200)
const token = z.string().min(1).max(4000)

export const registerBody = z
  .object({ email, password, recaptcha_token: z.string().max(10_000) })
  .meta({ example: { ...somebody, recaptcha_token: 'eyJj…' } })
/** `recaptcha_token`: only after too many tries, of which somebody else may have made some. */
export const loginBody = z
  .object({
    email: z.string().max(254),
    password,
    recaptcha_token: z.string().max(10_000).optional(),
  })
  .meta({ example: somebody })
export const requestCodeBody = z
  .object({ email, recaptcha_token: z.string().max(10_000) })
  .meta({ example: { email: somebody.email, recaptcha_token: 'eyJj…' } })
export const codeLoginBody = z
  .object({ email, code: z.string().max(200) })
  .meta({ example: { email: somebody.email, code: '123456' } })
export const socialLoginBody = z.object({ token }).meta({ example: { token: 'eyJh…' } })
export const verifyEmailBody = z
  .object({ token, password: password.optional() })
  .meta({ example: { token: someSecret } })
export const requestVerificationBody = z.object({ email }).meta({ example: { email: somebody.email } })
export const forgotPasswordBody = z.object({ email }).meta({ example: { email: somebody.email } })
export const resetPasswordBody = z
  .object({ token, password })
  .meta({ example: { token: someSecret, password: somebody.password } })
export const changePasswordBody = z
  .object({ current_password: password, password })
  .meta({ example: { current_password: 'la de antes', password: somebody.password } })
export type ChangePasswordBody = z.infer<typeof changePasswordBody>

/** Only in the sandbox: who one would like to be, and the credential a provider would have given. */
export const sandboxCredentialBody = z
  .object({ email, nonce: z.string().max(100).default('') })
  .meta({ example: { email: somebody.email } })
export const sandboxCredential = z.object({ credential: z.string() })

export const session = z
  .object({
    access_token: z.string(),
    message: z.string().optional(),
    /** Of a claim that has lost its address: it opens what it has paid, and nothing else. */
    only_paid_letters: z.literal(true).optional(),
  })
  .meta({ example: { access_token: someSecret, message: 'Sesión iniciada.' } })
/** Where somebody is signed in; `browser` is `Firefox en Windows`. */
export const sessionId = z.object({ id: z.uuid() })
export const sessionList = z.object({
  sessions: z.array(
    z.object({ id: z.string(), browser: z.string(), since: z.string(), isCurrent: z.boolean() }),
  ),
})
export type SessionList = z.infer<typeof sessionList>
export type RegisterBody = z.infer<typeof registerBody>
export type LoginBody = z.infer<typeof loginBody>
export type Session = z.infer<typeof session>

export const account = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string(),
  joinedAt: z.string(),
  lettersWritten: z.number().int(),
  lastLetterAt: z.string().nullable(),
  /** Whether a password opens it, and must be given to delete it. */
  hasPassword: z.boolean(),
  /** Whoever may enter the print room; null for everybody else. */
  operator: z.object({ name: z.string(), isSupervisor: z.boolean() }).nullable(),
})
export type Account = z.infer<typeof account>

/** Typed by the person, so that nobody deletes an account by a slip of the finger. */
export const deleteAccountBody = z
  .object({
    confirmation: z.literal('BORRAR', 'Escriba BORRAR para confirmar que quiere borrar su cuenta.'),
    password: password.optional(),
  })
  .meta({ example: { confirmation: 'BORRAR', password: somebody.password } })
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>
