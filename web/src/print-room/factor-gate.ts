import type { Message } from '@lacre/letter/calls.ts'
import type { OwnFactors, RemoveFactorBody, TotpBegun } from '@lacre/letter/print-room/console-calls.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'
import { type Answer, ask, type Refused } from '../api.ts'
import { createListeners } from '../storage.ts'

/** Why the server requires a second factor: none is enrolled, a new working day, or letters leave the print room. */
const demands = ['factor-missing', 'factor-needed', 'factor-again'] as const
export type Demand = (typeof demands)[number]
const readDemand = (code: string | undefined) => demands.find((demand) => demand === code)

let open: { demand: Demand; given: Promise<boolean>; settle: (given: boolean) => void } | undefined
const { notify, subscribe } = createListeners()

/** The open demand, for the dialog. */
export const useDemand = (): Demand | undefined =>
  useSyncExternalStore(
    subscribe,
    () => open?.demand,
    () => undefined,
  )

/** Ends the demand: waiting calls are retried, or refused. */
export function settleDemand(given: boolean): void {
  open?.settle(given)
  open = undefined
  notify()
}

function demandFactor(demand: Demand): Promise<boolean> {
  if (!open) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    open = { demand, given: promise, settle: resolve }
    notify()
  }
  return open.given
}

/** A call of the console. Where the server demands the second factor, waits for it and retries. */
export async function askWithFactor<T>(...call: Parameters<typeof ask<T>>): Promise<Answer<T>> {
  const answer = await ask(...call)
  const demand = answer.ok ? undefined : readDemand(answer.code)
  return demand && (await demandFactor(demand)) ? ask(...call) : answer
}

const post = <T>(path: string, body: object = {}) => ask<T>({ path: `/operator/${path}`, body, bearer: true })

type FactorOptions = { passkey: PublicKeyCredentialRequestOptionsJSON | null; hasTotp: boolean }
export const readFactorOptions = () => post<FactorOptions>('factor/options')
export const beginCodes = () => post<TotpBegun>('totp/options')
export const giveCode = (code: string) => post<Message>('factor', { code })
export const confirmCodes = (code: string) => post<Message>('totp', { code })

/** Lazy: most of the console does not need it. */
const browser = () => import('@simplewebauthn/browser')
/** The browser's dialog was closed, or the key is missing. */
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
/** Enrols the first factor, in the dialog that demands it. */
export const makePasskey = async () => keepPasskey(await post('passkeys/options'))
/** Enrols a further one. */
export const addPasskey = async () =>
  keepPasskey(await askWithFactor({ path: '/operator/passkeys/options', body: {}, bearer: true }))

export const ownFactors = () =>
  askWithFactor<OwnFactors>({ method: 'GET', path: '/operator/factors', bearer: true })
export const removeFactor = ({ id }: RemoveFactorBody) =>
  askWithFactor<Message>({ path: '/operator/factors/remove', body: { id }, bearer: true })

/** Requests a new challenge, since each is valid for one answer. */
export async function givePasskey(): Promise<Answer<Message>> {
  const options = await readFactorOptions()
  if (!options.ok) return options
  const { startAuthentication } = await browser()
  const optionsJSON = options.body.passkey
  const passkey = optionsJSON && (await startAuthentication({ optionsJSON }).catch(() => undefined))
  return passkey ? post('factor', { passkey }) : unusable
}
