/** Calls of sign-in, and of an account itself. */
import { z } from 'zod'
import { readEmail } from './written.ts'

const sampleLogin = { email: 'ana@ejemplo.test', password: 'lluvia sobre el tejado' }
const sampleSecret = 'Jm3xZ0kq8V1uYtN5wRfLbC7dPsA2hGeX'

/** The browser's own rule for `type=email`, so that the server accepts what the form accepts. */
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
  .meta({ example: { ...sampleLogin, recaptcha_token: 'eyJj…' } })
/** `recaptcha_token`: only after too many tries, perhaps by strangers. */
export const loginBody = z
  .object({
    email: z.string().max(254),
    password,
    recaptcha_token: z.string().max(10_000).optional(),
  })
  .meta({ example: sampleLogin })
export const requestCodeBody = z
  .object({ email, recaptcha_token: z.string().max(10_000) })
  .meta({ example: { email: sampleLogin.email, recaptcha_token: 'eyJj…' } })
export const codeLoginBody = z
  .object({ email, code: z.string().max(200) })
  .meta({ example: { email: sampleLogin.email, code: '123456' } })
export const socialLoginBody = z.object({ token }).meta({ example: { token: 'eyJh…' } })
export const verifyEmailBody = z
  .object({ token, password: password.optional() })
  .meta({ example: { token: sampleSecret } })
export const requestVerificationBody = z.object({ email }).meta({ example: { email: sampleLogin.email } })
export const forgotPasswordBody = z.object({ email }).meta({ example: { email: sampleLogin.email } })
export const resetPasswordBody = z
  .object({ token, password })
  .meta({ example: { token: sampleSecret, password: sampleLogin.password } })
export const changePasswordBody = z
  .object({ current_password: password, password })
  .meta({ example: { current_password: 'la de antes', password: sampleLogin.password } })
export type ChangePasswordBody = z.infer<typeof changePasswordBody>

/** Sandbox only: the identity to sign in as, and the credential a provider would issue. */
export const sandboxCredentialBody = z
  .object({ email, nonce: z.string().max(100).default('') })
  .meta({ example: { email: sampleLogin.email } })
export const sandboxCredential = z.object({ credential: z.string() })

export const session = z
  .object({
    access_token: z.string(),
    message: z.string().optional(),
    /** For a claim that lost its address: it sees only the letters it paid. */
    only_paid_letters: z.literal(true).optional(),
  })
  .meta({ example: { access_token: sampleSecret, message: 'Sesión iniciada.' } })
/** An open session; `browser` is `Firefox en Windows`. */
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
  /** Whether it has a password, which deleting it requires. */
  hasPassword: z.boolean(),
  /** The operator's name and rank; null for other accounts. */
  operator: z.object({ name: z.string(), isSupervisor: z.boolean() }).nullable(),
})
export type Account = z.infer<typeof account>

/** Typed by the user, to prevent deleting by mistake. */
export const deleteAccountBody = z
  .object({
    confirmation: z.literal('BORRAR', 'Escriba BORRAR para confirmar que quiere borrar su cuenta.'),
    password: password.optional(),
  })
  .meta({ example: { confirmation: 'BORRAR', password: sampleLogin.password } })
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>
