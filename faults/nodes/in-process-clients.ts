import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { App } from '../../server/http/app.ts'
import { days } from '@lacre/letter/days.ts'
import { createOperator, type Operator } from '../client/operator.ts'
import { createCustomer, type Call, type Customer } from '../client/customer.ts'
import type { AckEntry } from '../client/acks.ts'
import type { Ledger } from '../ledger.ts'
import type { Seed } from '../seed.ts'
import { confirmCard } from '../stand-in/card-api.ts'
import type { CardBooks } from '../stand-in/card-books.ts'
import type { Failpoints } from './failpoints.ts'

type Deps = {
  app: () => App
  failpoints: Failpoints
  own: pg.Pool
  books: CardBooks
  acks: Ledger<AckEntry>
  clock: { now: () => number; pass: (ms: number) => void }
}

/** Customers and operators with accounts, who call a server in this process as over HTTP. */
export function createClients({ app, failpoints, own, books, acks, clock }: Deps) {
  /** Inserts a new session. */
  async function signIn(account: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(token).digest()
    await own.query(
      'insert into login_session (token_hash, account_id, created_at, expires_at) values ($1, $2, $3, $4)',
      [hash, account, new Date(clock.now()), new Date(clock.now() + days(30))],
    )
    return token
  }
  async function newAccount(): Promise<string> {
    const id = randomUUID()
    await own.query(
      'insert into account (id, email, email_verified_at, created_at) values ($1, $2, $3, $3)',
      [id, `${id.slice(0, 8)}@ejemplo.test`, new Date(clock.now())],
    )
    return id
  }
  const callWith =
    (token: () => string): Call =>
    (method, url, body) =>
      failpoints.run(async () => {
        clock.pass(50) // two calls never have the same time
        const headers = { authorization: `Bearer ${token()}` }
        const answer = await app().inject({ method, url, headers, ...(body && { payload: body }) })
        if (failpoints.isDead()) return 'no-answer'
        const isJson = String(answer.headers['content-type']).includes('json')
        return {
          status: answer.statusCode,
          json: isJson ? answer.json<Record<string, unknown>>() : {},
          bytes: answer.rawPayload,
        }
      })

  return {
    async customer(seed: Seed): Promise<Customer> {
      const account = await newAccount()
      let token = await signIn(account)
      return createCustomer({
        account,
        acks,
        now: clock.now,
        seed,
        patience: () => 0,
        payCard: async (secret, card) => confirmCard(books, secret, card).status,
        call: callWith(() => token),
        signInAgain: async () => void (token = await signIn(account)),
      })
    },
    /** An operator who settles alerts. */
    async operator(): Promise<Operator> {
      const account = await newAccount()
      await own.query(
        'insert into operator (account_id, name, is_supervisor, added_at) values ($1, $2, true, $3)',
        [account, `Operaria ${account.slice(0, 4)}`, new Date(clock.now())],
      )
      let token = ''
      return createOperator({
        acks,
        now: clock.now,
        call: callWith(() => token),
        async signInAgain() {
          token = await signIn(account)
          await own.query(
            `insert into operator_session (session_id, proven_at)
             select id, created_at from login_session where account_id = $1 on conflict do nothing`,
            [account],
          )
        },
      })
    },
  }
}
