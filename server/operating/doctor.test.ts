import { hours, milliseconds, seconds, day, type Day } from '@lacre/letter/days.ts'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { databaseMode } from '../database/open.ts'
import { makeKeyFileOnce, fixedKeys } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import { type Clock, systemClock } from '../outside/clock.ts'
import { aLetter } from '../testing/factories.ts'
import { ownFolder } from '../testing/own-folder.ts'
import { testClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { runChecks, well, type Finding, type Check, doctorChecks, driftOf, machineChecks } from './checks.ts'

let db: Db
beforeEach(async () => {
  db = (await testDatabase()).db
})
const clock = testClock()
const hourAgo = new Date(clock.now().getTime() - hours(1))

async function finding(looks: Check[], at: string): Promise<Finding> {
  const found = (await runChecks(looks.filter((look) => look.at === at)))[0]
  if (!found) throw new Error(`no check of ${at}`)
  return found
}
const on = () => ({
  db,
  clock,
  cutOff: { hour: 17, minute: 30 },
  closedDays: [] as Day[],
  backsUp: false,
  keys: fixedKeys(Buffer.alloc(32, 1)),
  money: 'sandbox' as const,
})
const atServer = (at: string, clock: Clock) => finding(doctorChecks('server', { ...on(), clock }), at)
const atTables = (at: string, changes: { backsUp?: boolean; closedDays?: Day[] } = {}) =>
  finding(doctorChecks('tables', { ...on(), ...changes }), at)

test('a healthy app is well in everything', async () => {
  const looks = [...doctorChecks('server', { ...on(), clock: systemClock }), ...doctorChecks('tables', on())]
  const findings = await runChecks(looks)
  expect(findings.filter((one) => !one.well)).toEqual([])
  expect(findings.map(({ says }) => says)).toContain(
    'Cierre de la tanda: el próximo, el 23 de noviembre de 2026 a las 17:30.',
  )
})

test('the clock of another day, tables of another version', async () => {
  expect(await atServer('Reloj', { now: () => new Date(0) })).toMatchObject({ well: false })
  await sql`delete from migration`.execute(db)
  expect(await atServer('Versión de los datos', clock)).toEqual({
    well: false,
    says: 'Versión de los datos: faltan 1 cambios: los hace el servidor al arrancar.',
  })
})

test('the clock of a database that takes seconds to answer is not off', async () => {
  const turns = [-3, 3].map((wait) => new Date(Date.now() + seconds(wait)))
  expect(await driftOf({ db, clock: { now: () => turns.shift()! } })).toBe(0)
})

test('a database of the other mode, of other keys, out of a backup', async () => {
  await databaseMode(db, 'live')
  expect((await atTables('Modo')).well).toBe(false)
  const letter_id = await aLetter(db)
  const bytes = Buffer.from('x')
  await db
    .insertInto('letter_secret')
    .values({ letter_id, wrapped_key: bytes, key_name: 'abc', addresses: bytes, content: bytes, pdf: bytes })
    .execute()
  expect(await atTables('Llaves de las cartas')).toEqual({
    well: false,
    says: 'Llaves de las cartas: hay cartas cerradas con una llave que no está aquí (abc).',
  })
  await sql`insert into restoration values (now(), now())`.execute(db)
  expect((await atTables('Restauración')).well).toBe(false)
})

test('reports mail and jobs that rest, and those that were given up', async () => {
  const mail = {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'posted',
    key: 'a',
    recipient: 'r',
    data: '{}',
  }
  await db
    .insertInto('mail')
    .values({ ...mail, next_at: hourAgo, created_at: hourAgo })
    .execute()
  expect((await atTables('Correo en espera')).says).toBe(
    'Correo en espera: 1, el más antiguo desde hace 60 minutos.',
  )
  await db
    .updateTable('mail')
    .set({ given_up_at: sql<Date>`now()` })
    .execute()
  expect((await atTables('Correo en espera')).says).toContain('1 abandonados')
  await sql`insert into job (kind, key, run_at) values ('k', 'a', ${hourAgo})`.execute(db)
  expect((await atTables('Trabajos en espera')).well).toBe(false)
  await sql`update job set dead_at = now()`.execute(db)
  expect((await atTables('Trabajos en espera')).says).toContain('1 abandonados')
})

test('letters past their cut-off, a backup that was never made', async () => {
  await aLetter(db, { created_at: new Date('2026-11-20T10:00:00Z') })
  expect((await atTables('Cartas paradas')).well).toBe(false)
  expect((await atTables('Copia de seguridad')).well).toBe(true)
  expect((await atTables('Copia de seguridad', { backsUp: true })).well).toBe(false)
  await db.insertInto('backup_made').values({ taken_at: hourAgo, bytes: 1 }).execute()
  expect(await atTables('Copia de seguridad', { backsUp: true })).toEqual({
    well: true,
    says: 'Copia de seguridad: la última es del 21 de noviembre de 2026 a las 9:00.',
  })
})

test('a key file that is not there, or that others can read', async () => {
  const dataDir = ownFolder()
  const keyFile = join(dataDir, 'letter-key')
  const look = () => finding(machineChecks({ dataDir, keyFile }), 'Archivo de la llave')
  expect((await look()).says).toContain('no existe')
  makeKeyFileOnce(keyFile, () => Buffer.alloc(32, 1))
  expect((await look()).well).toBe(true)
  chmodSync(keyFile, 0o640)
  expect((await look()).says).toContain('modo 600')
})

test('what does not answer in time, or fails, is told by its code alone, and the next is looked at', async () => {
  const failing = Object.assign(new Error('password geheim of ana@example.org'), { code: 'EAUTH' })
  const findings = await runChecks(
    [
      { at: 'A', look: () => new Promise(() => {}) },
      { at: 'B', look: () => Promise.reject(failing) },
      { at: 'C', look: () => Promise.reject(new Error('geheim')) },
      { at: 'D', look: () => Promise.resolve(well('va.')) },
    ],
    milliseconds(10),
  )
  expect(findings).toEqual([
    { well: false, says: 'A: no responde en 0.01 s.' },
    { well: false, says: 'B: no funciona (EAUTH).' },
    { well: false, says: 'C: no funciona (sin código).' },
    { well: true, says: 'D: va.' },
  ])
})

test('closed days: the next one, and those of a month ago or of another year, which are a slip', async () => {
  const at = async (...closedDays: Day[]) => atTables('Días sin envíos', { closedDays })
  expect((await at()).says).toMatch(/solo los fines de semana y las fiestas nacionales\.$/)
  expect(await at(day('2027-01-05'), day('2026-12-24'), day('2026-11-20'))).toEqual({
    well: true,
    says: 'Días sin envíos: el próximo, el 24 de diciembre de 2026.',
  })
  expect(await at(day('2026-12-24'), day('2025-12-24'))).toMatchObject({
    well: false,
    says: expect.stringContaining('24 de diciembre de 2025') as string,
  })
})
