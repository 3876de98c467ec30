import type { Message } from '@lacre/letter/calls.ts'
import type { OwnFactors, RemoveFactorBody, TotpBegun } from '@lacre/letter/print-room/console-calls.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useSyncExternalStore } from 'react'
import { type Answer, ask, type Refused } from '../api.ts'
import { createListeners } from '../storage.ts'

/** Why the server wants the second factor: none is there yet, a new working day, or letters are to be taken out. */
const demands = ['factor-missing', 'factor-needed', 'factor-again'] as const
export type Demand = (typeof demands)[number]
const demandOf = (code: string | undefined) => demands.find((demand) => demand === code)

let open: { demand: Demand; given: Promise<boolean>; settle: (given: boolean) => void } | undefined
const { notify, subscribe } = createListeners()

/** What the dialog asks for; undefined: nothing. */
export const useDemand = (): Demand | undefined =>
  useSyncExternalStore(
    subscribe,
    () => open?.demand,
    () => undefined,
  )

/** The dialog is done: every call that waited goes on, or is refused as it was. */
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

/** A call of the console: where the second factor is asked for it waits for it, and then goes on as pressed. */
export async function askProven<T>(...call: Parameters<typeof ask<T>>): Promise<Answer<T>> {
  const answer = await ask(...call)
  const demand = answer.ok ? undefined : demandOf(answer.code)
  return demand && (await demandFactor(demand)) ? ask(...call) : answer
}

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
export const removeFactor = ({ id }: RemoveFactorBody) =>
  askProven<Message>({ path: '/operator/factors/remove', body: { id }, bearer: true })

/** With a question of its own, since each is good for one answer. */
export async function givePasskey(): Promise<Answer<Message>> {
  const asked = await askedFactors()
  if (!asked.ok) return asked
  const { startAuthentication } = await browser()
  const optionsJSON = asked.body.passkey
  const passkey = optionsJSON && (await startAuthentication({ optionsJSON }).catch(() => undefined))
  return passkey ? post('factor', { passkey }) : unusable
}
