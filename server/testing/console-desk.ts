import type { NeedsPerson } from '@lacre/letter/print-room/calls.ts'
import type { ConsoleHouse } from './console-house.ts'

/** Somebody at the console, and what they press. */
export async function openDesk(house: ConsoleHouse, name = 'Olga', isSupervisor = false) {
  const token = await house.operator(name, isSupervisor)
  const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
    house.call(token, method, path, payload)
  const post = (path: string, body: object) => call('POST', path, body)
  return {
    token,
    call,
    post,
    resume: (id: string) => post(`letters/${id}/resume`, { note: 'hablado con el banco' }),
    cancel: (id: string) => post(`letters/${id}/cancel`, { note: 'lo pide quien escribe' }),
    giveBack: (id: string) => post(`letters/${id}/give-back`, { note: 'se le debe' }),
    refund: (id: string, note = 'se perdió en el reparto') => post(`letters/${id}/refund`, { note }),
    nameRefund: (id: string) => post(`letters/${id}/name-refund`, { note: 'visto en el panel' }),
    needsPerson: async () => (await call('GET', 'needs-person')).json<NeedsPerson>(),
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A letter paid by card, as the provider's books say too. Answers its id. */
export async function paidByCard(house: ConsoleHouse, card?: string): Promise<string> {
  const id = await house.put({ state: 'frozen', job: false })
  await house.pay(id, card)
  await house.tell()
  return id
}

/** What a sender was told of a cancelled letter's money. */
export async function toldOfMoney({ db }: ConsoleHouse, letterId: string) {
  const mail = db
    .selectFrom('mail')
    .select('data')
    .where('kind', '=', 'cancelled')
    .where('key', '=', letterId)
  const { refunded, money } = (await mail.executeTakeFirstOrThrow()).data
  return [refunded, money]
}
