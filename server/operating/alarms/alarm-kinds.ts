import { type CutOff, earlier, hours, minutes } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import { backupMayBeOld } from '../backup-age.ts'
import { stuckLetters } from '../stuck-letters.ts'
import { unbalancedLetters } from './unbalanced-letters.ts'
import { isRefused, seenWithin } from './observations-table.ts'
import { isWebhookWrong } from './webhook-wrong.ts'

export type AlarmLook = {
  db: Db
  clock: Clock
  cutOff: CutOff | undefined
  /** Whether backups are made by `lacre backup`, of a real installation. */
  backsUp: boolean
  /** Since when no mail gets through; the mail room knows. */
  mailFailingSince: (db: Db) => Promise<Date | undefined>
}
type Kind = { says: string; isWrong: (look: AlarmLook) => Promise<boolean> }

/** Nodes look at their own machine at each round of the alarms. */
const aFewRounds = minutes(10)

/** What whoever runs the site is called for. Each has a paragraph in docs/operating.md under `alarm-<kind>`. */
const kinds = {
  concerns: {
    says: 'Hay asuntos que solo puede resolver una persona: están en la imprenta, en «Necesitan a una persona».',
    isWrong: async ({ db }) =>
      (await db.selectFrom('concern').select('id').where('settled_at', 'is', null).executeTakeFirst()) !==
      undefined,
  },
  mail: {
    says: 'Desde hace más de quince minutos no sale ningún correo.',
    async isWrong({ db, clock, mailFailingSince }) {
      const since = await mailFailingSince(db)
      return since !== undefined && since <= earlier(clock.now(), minutes(15))
    },
  },
  webhook: {
    says: 'Llegan avisos de pago cuya firma no vale, y se paga sin que llegue ninguno bueno: puede que STRIPE_WEBHOOK_SECRET no sea el del proveedor.',
    isWrong: ({ db, clock }) => isWebhookWrong(db, clock.now()),
  },
  'card-key': {
    says: 'El proveedor de pago no acepta STRIPE_SECRET_KEY: nadie puede pagar.',
    isWrong: ({ db }) => isRefused(db, 'cards'),
  },
  chores: {
    says: 'Un trabajo del servidor ha fallado dos veces seguidas: el registro dice cuál (chore failed).',
    isWrong: ({ db, clock }) => seenWithin(db, 'chore-failed:', hours(3), clock.now()),
  },
  backup: {
    says: 'Hace más de un día que no se hace una copia de seguridad.',
    isWrong: ({ db, clock, backsUp }) =>
      backsUp ? isBackupMissing(db, earlier(clock.now(), backupMayBeOld)) : Promise.resolve(false),
  },
  disk: {
    says: 'Queda poco sitio en el disco de un servidor.',
    isWrong: ({ db, clock }) => seenWithin(db, 'disk-short', aFewRounds, clock.now()),
  },
  clock: {
    says: 'El reloj de un servidor y el de la base de datos no van a la par.',
    isWrong: ({ db, clock }) => seenWithin(db, 'clock-off', aFewRounds, clock.now()),
  },
  letters: {
    says: 'Hay cartas paradas más tiempo del que deben: npm run lacre -- letters stuck',
    isWrong: async ({ db, clock, cutOff }) => (await stuckLetters({ db, clock, cutOff })).length > 0,
  },
  money: {
    says: 'El dinero de alguna carta no cuadra con su estado: npm run lacre -- reconcile',
    isWrong: async ({ db, clock }) => (await unbalancedLetters(db, clock.now())).length > 0,
  },
  proxies: {
    says: 'TRUST_PROXY no es el número de proxys por los que llegan las peticiones: los límites cuentan a quien no es.',
    isWrong: ({ db, clock }) => seenWithin(db, 'proxies-mistaken', hours(1), clock.now()),
  },
  database: {
    says: 'El PostgreSQL incorporado se paró y se ha vuelto a arrancar solo.',
    isWrong: ({ db, clock }) => seenWithin(db, 'database-restarted', hours(1), clock.now()),
  },
} as const satisfies Record<string, Kind>

export type AlarmKind = keyof typeof kinds
export const isAlarmKind = (kind: string): kind is AlarmKind => Object.hasOwn(kinds, kind)
export const alarmKinds: readonly AlarmKind[] = Object.keys(kinds).filter(isAlarmKind)
export const alarmSays = (kind: AlarmKind): string => kinds[kind].says
export const isWrong = (kind: AlarmKind, look: AlarmLook): Promise<boolean> => kinds[kind].isWrong(look)

/** None since then, of an installation that is older. */
async function isBackupMissing(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    select (select min(timestamp)::timestamptz from kysely_migration) <= ${since}
      and not exists (select 1 from backup_made where taken_at > ${since}) as missing`.execute(db)
  return rows[0]?.missing ?? false
}
