import { AsyncLocalStorage } from 'node:async_hooks'
import { TransactionBuilder, type Transaction } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { World } from '../world.ts'

const inTransaction = new AsyncLocalStorage<true>()
// oxlint-disable-next-line typescript/unbound-method
const { execute } = TransactionBuilder.prototype
TransactionBuilder.prototype.execute = function <Outcome>(
  this: TransactionBuilder<unknown>,
  work: (tx: Transaction<unknown>) => Promise<Outcome>,
) {
  return execute.call(this, (tx) => inTransaction.run(true, () => work(tx))) as Promise<Outcome>
}

/** Fails the test when a call to the outside was made by an open transaction (design/trust.md#no-call-in-a-transaction). */
export function watchCalls(broken: string[] = []): (call: string) => void {
  onTestFinished(() => expect(broken, 'calls to the outside by an open transaction').toEqual([]))
  return (call) => {
    if (inTransaction.getStore()) broken.push(call)
  }
}

type Call<Given extends unknown[], Answer> = (...given: Given) => Promise<Answer>

/** The world with every call to the outside watched; cards are watched where their requests leave. */
export function watchedWorld<Whole extends World>(world: Whole, watch: (call: string) => void): Whole {
  const watched =
    <Given extends unknown[], Answer>(name: string, call: Call<Given, Answer>): Call<Given, Answer> =>
    (...given) => {
      watch(name)
      return call(...given)
    }
  const { captcha, social, mailCarrier, fetchPicture, sendAlarm, typesetter, passwords } = world
  return {
    ...world,
    captcha: { ...captcha, verify: watched('captcha', (...given) => captcha.verify(...given)) },
    social: social && { identify: watched('social sign-in', (...given) => social.identify(...given)) },
    mailCarrier: { carry: watched('mail', (...given) => mailCarrier.carry(...given)) },
    fetchPicture: watched('picture', fetchPicture),
    sendAlarm: sendAlarm && watched('alarm', sendAlarm),
    typesetter: { ...typesetter, prepare: watched('typesetter', (...given) => typesetter.prepare(...given)) },
    passwords: {
      hash: watched('password', (...given) => passwords.hash(...given)),
      inTurn: (ip, work) => passwords.inTurn(ip, (matches) => work(watched('password', matches))),
    },
  }
}
