import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { goodPassword, openAccounts } from '../testing/test-app.ts'
import { aLetter } from '../testing/factories.ts'

const erasure = { confirmation: 'BORRAR', password: goodPassword }
const change = { current_password: goodPassword, password: 'una contraseña que nadie adivina' }

/** Somebody whose account is erased, from another device, once the session of a call has been looked up. */
async function erasedMeanwhile({ hasLetter }: { hasLetter: boolean }) {
  const other = await openAccounts()
  const { access_token: token = '' } = await other.register('ana@ejemplo.test')
  const { id: account_id = '' } = await other.account(token)
  // The row of an account that has letters stays, without a name.
  if (hasLetter) await aLetter(other.db, { account_id, state: 'posted' })

  let isErased = false
  const erasing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isErased || !result.rows.some((row) => 'sessionId' in row)) return result
      isErased = true
      const headers = { authorization: `Bearer ${token}` }
      const erased = await other.app.inject({ method: 'DELETE', url: '/account', headers, payload: erasure })
      expect(erased.statusCode).toBe(200)
      return result
    },
  }
  const { app } = await openAccounts({ database: { ...other, db: other.db.withPlugin(erasing) } })
  return { app, token }
}

describe.each([{ hasLetter: false }, { hasLetter: true }])(
  'an account with a letter: $hasLetter',
  (account) => {
    test.each([
      ['GET', '/account', undefined],
      ['GET', '/account/export', undefined],
      ['POST', '/auth/change-password', change],
      ['DELETE', '/account', erasure],
    ] as const)(
      '%s %s beside its erasure is answered as for nobody signed in',
      async (method, url, payload) => {
        const { app, token } = await erasedMeanwhile(account)
        const headers = { authorization: `Bearer ${token}` }
        const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
        expect([answer.statusCode, answer.body]).toEqual([
          401,
          JSON.stringify({ detail: 'Inicie sesión para continuar.', code: 'unauthenticated' }),
        ])
      },
    )
  },
)
