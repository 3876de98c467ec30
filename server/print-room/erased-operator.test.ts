import { expect, test } from 'vitest'
import { openConsole } from '../testing/console-app.ts'
import { aLetter } from '../testing/factories.ts'
import { verifyAudit } from './audit-log.ts'
import { eraseUser, listOperators } from '../operating/account-commands.ts'
import { pseudonymOf } from '../database/cipher.ts'

test('an operator who erases their account is none any more, also where its letters keep the row (design/accounts.md#own-data)', async () => {
  const house = await openConsole()
  const email = 'olga@ejemplo.test'
  const token = await house.account(email)
  await house.makeOperator(email)
  await house.enrol(token)
  const { account_id } = await house.db.selectFrom('operator').select('account_id').executeTakeFirstOrThrow()
  await aLetter(house.db, { account_id, state: 'posted' })

  const { says, trouble } = await eraseUser(house.world, { email })
  expect([trouble, says]).toEqual([false, 'La cuenta y el contenido de sus cartas se han borrado.'])
  expect((await listOperators(house.world)).says).toBe('Nadie puede entrar todavía en la sala de imprenta.')
  for (const table of ['operator', 'operator_totp', 'operator_session'] as const)
    expect(await house.db.selectFrom(table).selectAll().execute()).toEqual([])
  const subject = pseudonymOf(house.cipher, account_id)
  expect((await house.entries()).at(-1)).toEqual({
    operator: subject,
    act: 'remove-operator',
    subject,
    note: '',
  })
  expect(await verifyAudit(house.db)).toBe('whole')
})
