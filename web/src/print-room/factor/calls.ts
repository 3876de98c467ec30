import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Message } from '@lacre/letter/calls.ts'
import type { OwnFactors, RemoveFactorBody, TotpBegun } from '@lacre/letter/print-room/console-calls.ts'
import { ask, type Answer, type Refused } from '../../api.ts'
import { askProven } from './factor-gate.ts'

const post = <T>(path: string, body: object = {}) => ask<T>({ path: `/operator/${path}`, body, bearer: true })

type Asked = { passkey: PublicKeyCredentialRequestOptionsJSON | null; hasTotp: boolean }
export const askedFactors = () => post<Asked>('factor/options')
export const beginCodes = () => post<TotpBegun>('totp/options')
export const giveCode = (code: string) => post<Message>('factor', { code })
export const confirmCodes = (code: string) => post<Message>('totp', { code })

/** Loaded when somebody has one: most of the console does without. */
const browser = () => import('@simplewebauthn/browser')
/** Somebody has closed the browser's window, or has no such key. */
const unusable: Refused = {
  ok: false,
  status: 0,
  detail: 'No se ha podido usar la llave de acceso. Inténtelo de nuevo o de otro modo.',
}

type Made = Answer<PublicKeyCredentialCreationOptionsJSON>
async function keepPasskey(options: Made): Promise<Answer<Message>> {
  if (!options.ok) return options
  const { startRegistration } = await browser()
  const passkey = await startRegistration({ optionsJSON: options.body }).catch(() => undefined)
  return passkey ? post('passkeys', { passkey }) : unusable
}
/** The first factor, in the dialog that asks for it. */
export const makePasskey = async () => keepPasskey(await post('passkeys/options'))
/** Another one. */
export const addPasskey = async () =>
  keepPasskey(await askProven({ path: '/operator/passkeys/options', body: {}, bearer: true }))

export const ownFactors = () =>
  askProven<OwnFactors>({ method: 'GET', path: '/operator/factors', bearer: true })
export const removeFactor = ({ id, kind }: RemoveFactorBody) =>
  askProven<Message>({ path: '/operator/factors/remove', body: { id, kind }, bearer: true })

/** With a question of its own, since each is good for one answer. */
export async function givePasskey(): Promise<Answer<Message>> {
  const asked = await askedFactors()
  if (!asked.ok) return asked
  const { startAuthentication } = await browser()
  const optionsJSON = asked.body.passkey
  const passkey = optionsJSON && (await startAuthentication({ optionsJSON }).catch(() => undefined))
  return passkey ? post('factor', { passkey }) : unusable
}
