import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import {
  addDays,
  atHour,
  days,
  earlier,
  hours,
  later,
  longDate,
  madridDay,
  minutes,
  nextCutOff,
  seconds,
} from '@lacre/letter/days.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import type { MoneyMode } from '@lacre/letter/price/money.ts'
import { count, durationWords } from '@lacre/letter/words.ts'
import { type RawBuilder, sql } from 'kysely'
import { foreignKeys, type LetterKeys } from '../database/cipher.ts'
import { migrationNames, migrationsDone } from '../database/open.ts'
import { openRestoration } from '../database/restore.ts'
import type { Db } from '../database/tables.ts'
import { mailFailingSince } from '../mail/send.ts'
import type { Clock } from '../outside/clock.ts'
import type { World } from '../world.ts'
import { isRefused, lastSeen, sameWithin, seenWithin } from './observations.ts'
import { stuckLetters } from './stuck-letters.ts'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A check's result as one Spanish sentence without secrets. */
export type Finding = { well: boolean; says: string }
export type Check = { at: string; look: () => Promise<Finding> }

export const well = (says: string): Finding => ({ well: true, says })
export const ill = (says: string): Finding => ({ well: false, says })

/** `backsUp`: a real installation, backed up by `lacre backup`. */
export type AlarmContext = Pick<World, 'db' | 'clock' | 'cutOff'> & { backsUp: boolean }
type DoctorContext = AlarmContext &
  Pick<World, 'closedDays'> & { keys: LetterKeys | undefined; money: MoneyMode }
/** `keyFile`: undefined when the key is a setting. */
type MachineContext = { dataDir: string; keyFile: string | undefined }

/**
 * `at` and `look`: doctor's heading and sentence. `alarm`: the operator's sentence while `isWrong`; its paragraph is
 * `alarm-<name>` in docs/operating.md. `needs`: any database, one with our tables, or none.
 */
type Row = (
  | { needs: 'server' | 'tables'; at: string; look: (on: DoctorContext) => Promise<Finding> }
  | { needs: 'machine'; at: string; look: (on: MachineContext) => Promise<Finding> }
  | { at?: never }
) &
  ({ alarm: string; isWrong: (on: AlarmContext) => Promise<boolean> } | { alarm?: never })

const oldest = 15
const mayWait = minutes(15)
const lostWithin = days(7)
/** Cut-offs and arrival days look back this far over closed days; one of another year is a typing error. */
const daysLookedBack = 31
/** Nodes check their own machine at each round of the alarms. */
const aFewRounds = minutes(10)

/** Read by `doctor`, by the alarms (mail and webhook) and by /metrics (`lacre_check`). */
const table = {
  version: {
    needs: 'server',
    at: 'Base de datos',
    async look({ db }) {
      const { rows } = await sql<{ version: string }>`
        select current_setting('server_version') as version`.execute(db)
      const version = rows[0]?.version ?? ''
      return Number.parseInt(version, 10) >= oldest
        ? well(`PostgreSQL ${version} responde.`)
        : ill(`PostgreSQL ${version} es anterior al ${oldest}, el más antiguo que sirve.`)
    },
  },
  clock: {
    needs: 'server',
    at: 'Reloj',
    async look({ db, clock }) {
      const apart = await driftOf({ db, clock })
      return apart <= mayDriftSeconds
        ? well('el de esta máquina y el de la base de datos van a la par.')
        : ill(`el de esta máquina y el de la base de datos se llevan ${Math.round(apart)} s.`)
    },
    alarm: 'El reloj de un servidor y el de la base de datos no van a la par.',
    isWrong: ({ db, clock }) => seenWithin(db, 'clock-off', aFewRounds, clock.now()),
  },
  schema: {
    needs: 'server',
    at: 'Versión de los datos',
    async look({ db }) {
      const missing = await pendingMigrations(db)
      return missing.length
        ? ill(`faltan ${missing.length} cambios: los hace el servidor al arrancar.`)
        : well('al día.')
    },
  },
  mode: {
    needs: 'tables',
    at: 'Modo',
    async look({ db, money }) {
      const known = await db.selectFrom('installation_mode').select('mode').executeTakeFirst()
      if (known && known.mode !== money)
        return ill(`la base de datos es de otro modo (${known.mode}): el servidor no arrancará.`)
      return well(modes[money])
    },
  },
  keys: {
    needs: 'tables',
    at: 'Llaves de las cartas',
    async look({ db, keys }) {
      const foreign = await foreignKeys(db, keys)
      return foreign.length
        ? ill(`hay cartas cerradas con una llave que no está aquí (${foreign.join(', ')}).`)
        : well('están todas las que hacen falta.')
    },
  },
  restoration: {
    needs: 'tables',
    at: 'Restauración',
    async look({ db }) {
      return (await openRestoration(db))
        ? ill('quedó a medias: npm run lacre -- restore --settle')
        : well('ninguna a medias.')
    },
  },
  mail: {
    needs: 'tables',
    at: 'Correo en espera',
    look: (on) =>
      lookAtWaiting(
        on,
        sql`select count(*) filter (where given_up_at is null)::int as count,
            min(created_at) filter (where given_up_at is null) as oldest,
            count(*) filter (where given_up_at > ${earlier(on.clock.now(), lostWithin)})::int as lost
          from mail where sent_at is null`,
        `abandonados en los últimos ${durationWords(lostWithin)}.`,
      ),
    alarm: 'Desde hace más de quince minutos no sale ningún correo.',
    async isWrong({ db, clock }) {
      const since = await mailFailingSince(db)
      return since !== undefined && since <= earlier(clock.now(), minutes(15))
    },
  },
  jobs: {
    needs: 'tables',
    at: 'Trabajos en espera',
    look: (on) =>
      lookAtWaiting(
        on,
        sql`select count(*) filter (where dead_at is null)::int as count,
            min(run_at) filter (where dead_at is null) as oldest,
            count(*) filter (where dead_at is not null)::int as lost
          from job where done_at is null`,
        'abandonados: alguien debe mirarlos.',
      ),
  },
  letters: {
    needs: 'tables',
    at: 'Cartas paradas',
    async look(on) {
      const stuck = await stuckLetters(on)
      return stuck.length ? ill(`${stuck.length}: npm run lacre -- letters stuck`) : well('ninguna.')
    },
    alarm: 'Hay cartas paradas más tiempo del que deben: npm run lacre -- letters stuck',
    isWrong: async (on) => (await stuckLetters(on)).length > 0,
  },
  alarms: {
    needs: 'tables',
    at: 'Avisos abiertos',
    async look({ db }) {
      const open = await openAlarms(db)
      return open.length ? ill(`${open.join(', ')}: docs/operating.md#alarms`) : well('ninguno.')
    },
  },
  'cut-off': {
    needs: 'tables',
    at: 'Cierre de la tanda',
    look: async ({ clock, cutOff }) =>
      well(cutOff ? `el próximo, el ${spokenInstant(nextCutOff(clock.now(), cutOff))}.` : 'a mano.'),
  },
  'closed-days': {
    needs: 'tables',
    at: 'Días sin envíos',
    async look({ clock, closedDays }) {
      const today = madridDay(clock.now())
      const past = closedDays.filter((day) => day < addDays(today, -daysLookedBack)).map(longDate)
      const next = closedDays.filter((day) => day >= today).toSorted()[0]
      if (past.length)
        return ill(`CLOSED_DAYS nombra días que ya pasaron (${past.join(', ')}): quítelos, o corrija el año.`)
      return well(
        next ? `el próximo, el ${longDate(next)}.` : 'solo los fines de semana y las fiestas nacionales.',
      )
    },
  },
  backup: {
    needs: 'tables',
    at: 'Copia de seguridad',
    async look({ db, clock, backsUp }) {
      const { rows } = await sql<{ at: Date | null }>`select max(taken_at) as at from backup_made`.execute(db)
      const at = rows[0]?.at
      const says = at ? `la última es del ${spokenInstant(at)}.` : 'no se ha hecho ninguna.'
      return backsUp && (!at || at < earlier(clock.now(), backupMayBeOld)) ? ill(says) : well(says)
    },
    alarm: 'Hace más de un día que no se hace una copia de seguridad.',
    isWrong: async ({ db, clock, backsUp }) =>
      backsUp && (await isBackupMissing(db, earlier(clock.now(), backupMayBeOld))),
  },
  disk: {
    needs: 'machine',
    at: 'Disco',
    async look({ dataDir }) {
      const { bytes, isShort } = await roomIn(dataDir)
      const says = `quedan ${(bytes / 2 ** 30).toFixed(1).replace('.', ',')} GiB en DATA_DIR.`
      return isShort ? ill(says) : well(says)
    },
    alarm: 'Queda poco sitio en el disco de un servidor.',
    isWrong: ({ db, clock }) => seenWithin(db, 'disk-short', aFewRounds, clock.now()),
  },
  'key-file': {
    needs: 'machine',
    at: 'Archivo de la llave',
    look: async ({ keyFile }) => (keyFile ? lookAtKeyFile(keyFile) : well('la llave es un ajuste.')),
  },
  issues: {
    alarm: 'Hay asuntos que solo puede resolver una persona: están en la imprenta, en «Incidencias».',
    isWrong: async ({ db }) =>
      (await db.selectFrom('issue').select('id').where('settled_at', 'is', null).executeTakeFirst()) !==
      undefined,
  },
  webhook: {
    alarm:
      'Llegan avisos de pago cuya firma no vale, y se paga sin que llegue ninguno bueno: puede que STRIPE_WEBHOOK_SECRET no sea el del proveedor.',
    isWrong: ({ db, clock }) => isWebhookWrong(db, clock.now()),
  },
  'card-key': {
    alarm: 'El proveedor de pago no acepta STRIPE_SECRET_KEY: nadie puede pagar.',
    isWrong: ({ db }) => isRefused(db, 'cards'),
  },
  chores: {
    alarm: 'Un trabajo del servidor ha fallado dos veces seguidas: el registro dice cuál (chore failed).',
    isWrong: ({ db, clock }) => seenWithin(db, 'chore-failed:', hours(3), clock.now()),
  },
  money: {
    alarm: 'El dinero de alguna carta no cuadra con su estado: npm run lacre -- reconcile',
    isWrong: async ({ db, clock }) => (await unbalancedLetters(db, clock.now())).length > 0,
  },
  proxies: {
    alarm:
      'TRUST_PROXY no es el número de proxys por los que llegan las peticiones: los límites cuentan a quien no es.',
    isWrong: ({ db, clock }) => seenWithin(db, 'proxies-mistaken', hours(1), clock.now()),
  },
  database: {
    alarm: 'El PostgreSQL incorporado se paró y se ha vuelto a arrancar solo.',
    isWrong: ({ db, clock }) => seenWithin(db, 'database-restarted', hours(1), clock.now()),
  },
} satisfies Record<string, Row>

const rows: Record<string, Row> = table

export const doctorChecks = (needs: 'server' | 'tables', on: DoctorContext): Check[] =>
  Object.values(rows).flatMap((row) =>
    row.at !== undefined && row.needs === needs ? { at: row.at, look: () => row.look(on) } : [],
  )
export const machineChecks = (on: MachineContext): Check[] =>
  Object.values(rows).flatMap((row) =>
    row.at !== undefined && row.needs === 'machine' ? { at: row.at, look: () => row.look(on) } : [],
  )

type Alarming = {
  [Name in keyof typeof table]: (typeof table)[Name] extends { alarm: string } ? Name : never
}
/** The checks that can raise an alarm. */
export type AlarmKind = Alarming[keyof typeof table]
export const isAlarmKind = (name: string): name is AlarmKind =>
  Object.hasOwn(rows, name) && rows[name]?.alarm !== undefined
export const alarmKinds: readonly AlarmKind[] = keysOf(table).filter(isAlarmKind)
export const alarmSays = (kind: AlarmKind): string => table[kind].alarm
export const isWrong = (kind: AlarmKind, on: AlarmContext): Promise<boolean> => table[kind].isWrong(on)

/** Alarms raised and not over. */
async function openAlarms(db: Db): Promise<string[]> {
  const open = await db.selectFrom('alarm').select('kind').orderBy('since').execute()
  return open.map(({ kind }) => kind)
}

/** All of them for a new database. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const done = await migrationsDone(db)
  return migrationNames().filter((name) => !done.includes(name))
}

const modes = {
  sandbox: 'de pruebas: ni dinero ni correo de verdad.',
  test: 'con tarjetas de prueba del proveedor: nada se imprime.',
  live: 'en producción, con dinero de verdad.',
} satisfies Record<MoneyMode, string>

function lookAtKeyFile(path: string): Finding {
  if (!existsSync(path)) return ill('no existe: se hace al arrancar por primera vez.')
  if (process.platform !== 'win32' && statSync(path).mode & 0o077)
    return ill('lo pueden leer otros usuarios: póngale el modo 600.')
  return well('solo lo lee su dueño.')
}

async function lookAtWaiting({ db, clock }: AlarmContext, waiting: RawBuilder<unknown>, lostWords: string) {
  const { rows } = await sql<{ count: number; oldest: Date | null; lost: number }>`${waiting}`.execute(db)
  const { count, oldest, lost } = rows[0] ?? { count: 0, oldest: null, lost: 0 }
  const age = oldest ? clock.now().getTime() - oldest.getTime() : 0
  if (age > mayWait) return ill(`${count}, el más antiguo desde hace ${spoken(age)}.`)
  return lost ? ill(`${lost} ${lostWords}`) : well(`${count}.`)
}

const spokenInstant = (instant: Date) => `${longDate(madridDay(instant))} ${atHour(instant)}`
const spoken = (ms: number) =>
  ms < hours(2) ? `${Math.round(ms / minutes(1))} minutos` : `${Math.round(ms / hours(1))} horas`

/** No backup since then, in an installation older than that. */
async function isBackupMissing(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    select (select min(done_at) from migration) <= ${since}
      and not exists (select 1 from backup_made where taken_at > ${since}) as missing`.execute(db)
  return rows[0]?.missing ?? false
}

/** A letter that ended earlier was checked for that long. */
const endedWithin = days(40)

/** Impossible by the rules of payments; this checks the rules. */
export async function unbalancedLetters(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from letter where state in ('paid', 'batched', 'printed') and not exists (
      select 1 from payment_money where letter_id = letter.id and paid_at is not null
        and (received_cents - refunded_cents >= letter.total_cents or asked_because = 'refunded-by-operator'))
    union all
    select letter.id from letter join payment_money on letter_id = letter.id
    where letter.state in ('cancelled', 'expired') and letter.state_since > ${earlier(now, endedWithin)}
      and left_cents > 0 and dispute is null and (asked is null or asked not in ('asked', 'pending'))
      and not exists (select 1 from issue where letter_id = letter.id and settled_at is null)`.execute(db)
  return rows.map(({ id }) => id)
}

/** The longest an event usually takes after a payment. */
const eventTakes = minutes(2)

/**
 * Events are refused, and payments arrive without events. A stranger can send false events, but cannot suppress real
 * ones.
 */
async function isWebhookWrong(db: Db, now: Date): Promise<boolean> {
  if (!(await isRefused(db, 'webhook'))) return false
  const accepted = (await lastSeen(db, 'webhook-accepted')) ?? new Date(0)
  const untold = await db
    .selectFrom('letter_step')
    .select('letter_id')
    .where('step', '=', 'pay')
    // Repeats within a minute were not stored.
    .where('at', '>', later(accepted, sameWithin))
    .where('at', '<=', earlier(now, eventTakes))
    .limit(1)
    .executeTakeFirst()
  return untold !== undefined
}

/** Renewal usually runs a month before the end, so it has failed for a week by then. */
const warnsUnder = 21
const answersWithin = seconds(10)

/** How long browsers will trust the site's certificate. */
export const certificateCheck = ({ publicUrl, clock }: { publicUrl: URL; clock: Clock }): Check => ({
  at: 'Certificado',
  async look() {
    if (publicUrl.protocol !== 'https:') return well('PUBLIC_URL no es https: no hace falta.')
    const shown = await certificateAt(publicUrl)
    if (!shown) return ill('nadie contesta con uno en PUBLIC_URL.')
    const left = Math.floor((shown.until.getTime() - clock.now().getTime()) / days(1))
    if (left < 0)
      return ill('ha caducado: los navegadores no entran. Renuévelo (docs/operating.md#certificate).')
    if (shown.refusedFor)
      return ill(`los navegadores no se fían de él (${shown.refusedFor}); docs/operating.md#certificate`)
    const says = left ? `caduca dentro de ${count(left, 'día', 'días')}` : 'caduca hoy'
    return left < warnsUnder
      ? ill(`${says}: nadie lo ha renovado (docs/operating.md#certificate).`)
      : well(`${says}.`)
  },
})

/** The certificate browsers get, by SNI, even an invalid one; undefined: no answer in time. */
function certificateAt({ hostname: host, port }: URL) {
  return new Promise<{ until: Date; refusedFor: string | undefined } | undefined>((answer) => {
    const address = { host, port: Number(port || 443), ...(!isIP(host) && { servername: host }) }
    const socket = connect({ ...address, rejectUnauthorized: false }, () => {
      const until = new Date(socket.getPeerCertificate().valid_to)
      answer({ until, refusedFor: socket.authorized ? undefined : String(socket.authorizationError) })
      socket.destroy()
    })
    socket.setTimeout(answersWithin, () => socket.destroy())
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => answer(undefined))
  })
}

const longest = seconds(20)

/** Runs checks one by one; a timeout or failure is a finding too. Errors show their code only. */
export async function runChecks(looks: Check[], limitMs = longest): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { at, look } of looks) {
    const { well: isWell, says } = await inTime(look, limitMs)
    findings.push({ well: isWell, says: `${at}: ${says}` })
  }
  return findings
}

async function inTime(look: Check['look'], limitMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((answer) => {
    timer = setTimeout(() => answer(ill(`no responde en ${limitMs / seconds(1)} s.`)), limitMs)
  })
  try {
    return await Promise.race([look(), late])
  } catch (error) {
    const { code, responseCode, type } = error as { code?: string; responseCode?: number; type?: string }
    const known = String(responseCode ?? code ?? type ?? '')
    return ill(`no funciona (${/^[\w-]{2,40}$/.test(known) ? known : 'sin código'}).`)
  } finally {
    clearTimeout(timer)
  }
}

const leastFree = { share: 0.05, bytes: 2 ** 30 }
export const mayDriftSeconds = 2

/** Seconds between this machine's clock and the database's, without the time that the database takes to answer. */
export async function driftOf({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const before = clock.now().getTime()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const theirs = rows[0]?.now.getTime() ?? 0
  return Math.max(0, before - theirs, theirs - clock.now().getTime()) / 1000
}

/** Free space in the data folder. */
export async function roomIn(dataDir: string): Promise<{ bytes: number; isShort: boolean }> {
  const { bavail, blocks, bsize } = await statfs(existingFolder(dataDir))
  const bytes = bavail * bsize
  return { bytes, isShort: bavail / blocks < leastFree.share || bytes < leastFree.bytes }
}

const existingFolder = (path: string): string => (existsSync(path) ? path : existingFolder(dirname(path)))

/** One a day, plus two hours for a late timer. */
const backupMayBeOld = hours(26)
