import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import {
  addDays,
  atHour,
  type ClosedDays,
  type CutOff,
  days,
  earlier,
  hours,
  longDate,
  madridDay,
  minutes,
  nextCutOff,
  seconds,
} from '@lacre/letter/days.ts'
import type { MoneyMode } from '@lacre/letter/price/money.ts'
import { count, durationWords } from '@lacre/letter/words.ts'
import { sql } from 'kysely'
import { foreignKeys, type LetterKeys } from '../database/keys.ts'
import { migrationNames, migrationsDone } from '../database/migrate.ts'
import { openRestoration } from '../database/restore.ts'
import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import { openAlarms } from './alarms.ts'
import { backupMayBeOld, driftOf, mayDriftSeconds, roomIn } from './machine.ts'
import { stuckLetters } from './stuck-letters.ts'

const oldest = 15

/** What can be asked of any database, migrated or not. */
export const checksOfDatabaseServer = ({ db, clock }: { db: Db; clock: Clock }): Check[] => [
  {
    at: 'Base de datos',
    async look() {
      const { rows } = await sql<{ version: string }>`
        select current_setting('server_version') as version`.execute(db)
      const version = rows[0]?.version ?? ''
      return Number.parseInt(version, 10) >= oldest
        ? well(`PostgreSQL ${version} responde.`)
        : ill(`PostgreSQL ${version} es anterior al ${oldest}, el más antiguo que sirve.`)
    },
  },
  {
    at: 'Reloj',
    async look() {
      const apart = await driftOf({ db, clock })
      return apart <= mayDriftSeconds
        ? well('el de esta máquina y el de la base de datos van a la par.')
        : ill(`el de esta máquina y el de la base de datos se llevan ${Math.round(apart)} s.`)
    },
  },
  {
    at: 'Versión de los datos',
    async look() {
      const missing = await pendingMigrations(db)
      return missing.length
        ? ill(`faltan ${missing.length} cambios: los hace el servidor al arrancar.`)
        : well('al día.')
    },
  },
]

/** All of them for a database nobody has used yet. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const done = await migrationsDone(db)
  return migrationNames().filter((name) => !done.includes(name))
}

const modes = {
  sandbox: 'de pruebas: ni dinero ni correo de verdad.',
  test: 'con tarjetas de prueba del proveedor: nada se imprime.',
  live: 'en producción, con dinero de verdad.',
} satisfies Record<MoneyMode, string>

/** Whether this is the database these settings belong to. */
export const checksOfInstallation = ({
  db,
  keys,
  mode,
}: {
  db: Db
  keys: LetterKeys | undefined
  mode: MoneyMode
}): Check[] => [
  {
    at: 'Modo',
    async look() {
      const known = await db.selectFrom('house_mode').select('mode').executeTakeFirst()
      if (known && known.mode !== mode)
        return ill(`la base de datos es de otro modo (${known.mode}): el servidor no arrancará.`)
      return well(modes[mode])
    },
  },
  {
    at: 'Llaves de las cartas',
    async look() {
      const foreign = await foreignKeys(db, keys)
      return foreign.length
        ? ill(`hay cartas cerradas con una llave que no está aquí (${foreign.join(', ')}).`)
        : well('están todas las que hacen falta.')
    },
  },
  {
    at: 'Restauración',
    async look() {
      return (await openRestoration(db))
        ? ill('quedó a medias: npm run lacre -- restore --settle')
        : well('ninguna a medias.')
    },
  },
]

/** `keyFile`: undefined when the key is a setting. */
export const checksOfMachine = ({
  dataDir,
  keyFile,
}: {
  dataDir: string
  keyFile: string | undefined
}): Check[] => [
  {
    at: 'Disco',
    async look() {
      const { bytes, isShort } = await roomIn(dataDir)
      const says = `quedan ${(bytes / 2 ** 30).toFixed(1).replace('.', ',')} GiB en DATA_DIR.`
      return isShort ? ill(says) : well(says)
    },
  },
  {
    at: 'Archivo de la llave',
    look: () => Promise.resolve(keyFile ? lookAtKeyFile(keyFile) : well('la llave es un ajuste.')),
  },
]

function lookAtKeyFile(path: string): Finding {
  if (!existsSync(path)) return ill('no existe: se hace al arrancar por primera vez.')
  if (process.platform !== 'win32' && statSync(path).mode & 0o077)
    return ill('lo pueden leer otros usuarios: póngale el modo 600.')
  return well('solo lo lee su dueño.')
}

const mayWait = minutes(15)
const lostWithin = days(7)
/** The newest cut-off and the days of arrival look back to a closed day for so long; of another year it is a slip. */
const daysLookedBack = 31

type Waiting = { count: number; oldest: Date | null; lost: number }

/** Whether what nobody waits for gets done: mail, jobs, batches, backups. */
export function checksOfWaiting(deps: {
  db: Db
  clock: Clock
  cutOff: CutOff | undefined
  closedDays: ClosedDays
  /** Whether backups are made by `lacre backup`, of a real installation. */
  backsUp: boolean
}): Check[] {
  const { db, clock, cutOff, closedDays, backsUp } = deps
  const age = (since: Date | null) => (since ? clock.now().getTime() - since.getTime() : 0)
  function findingOf(
    [{ count, oldest, lost } = { count: 0, oldest: null, lost: 0 }]: Waiting[],
    lostWords: string,
  ) {
    if (age(oldest) > mayWait) return ill(`${count}, el más antiguo desde hace ${spoken(age(oldest))}.`)
    return lost ? ill(`${lost} ${lostWords}`) : well(`${count}.`)
  }
  return [
    {
      at: 'Correo en espera',
      async look() {
        const { rows } = await sql<Waiting>`
          select count(*) filter (where given_up_at is null)::int as count,
            min(created_at) filter (where given_up_at is null) as oldest,
            count(*) filter (where given_up_at > ${earlier(clock.now(), lostWithin)})::int as lost
          from mail where sent_at is null`.execute(db)
        return findingOf(rows, `abandonados en los últimos ${durationWords(lostWithin)}.`)
      },
    },
    {
      at: 'Trabajos en espera',
      async look() {
        const { rows } = await sql<Waiting>`
          select count(*) filter (where dead_at is null)::int as count,
            min(run_at) filter (where dead_at is null) as oldest,
            count(*) filter (where dead_at is not null)::int as lost
          from job where done_at is null`.execute(db)
        return findingOf(rows, 'abandonados: alguien debe mirarlos.')
      },
    },
    {
      at: 'Cartas paradas',
      async look() {
        const stuck = await stuckLetters({ db, clock, cutOff })
        return stuck.length ? ill(`${stuck.length}: npm run lacre -- letters stuck`) : well('ninguna.')
      },
    },
    {
      at: 'Avisos abiertos',
      async look() {
        const open = await openAlarms(db)
        return open.length ? ill(`${open.join(', ')}: docs/operating.md#alarms`) : well('ninguno.')
      },
    },
    {
      at: 'Cierre de la tanda',
      look: () =>
        Promise.resolve(
          well(cutOff ? `el próximo, el ${spokenInstant(nextCutOff(clock.now(), cutOff))}.` : 'a mano.'),
        ),
    },
    {
      at: 'Días sin envíos',
      look() {
        const today = madridDay(clock.now())
        const past = closedDays.filter((day) => day < addDays(today, -daysLookedBack)).map(longDate)
        const next = closedDays.filter((day) => day >= today).toSorted()[0]
        return Promise.resolve(
          past.length
            ? ill(`CLOSED_DAYS nombra días que ya pasaron (${past.join(', ')}): quítelos, o corrija el año.`)
            : well(
                next
                  ? `el próximo, el ${longDate(next)}.`
                  : 'solo los fines de semana y las fiestas nacionales.',
              ),
        )
      },
    },
    {
      at: 'Copia de seguridad',
      async look() {
        const { rows } = await sql<{ at: Date | null }>`select max(taken_at) as at from backup_made`.execute(
          db,
        )
        const at = rows[0]?.at ?? null
        const says = at ? `la última es del ${spokenInstant(at)}.` : 'no se ha hecho ninguna.'
        return backsUp && (!at || age(at) > backupMayBeOld) ? ill(says) : well(says)
      },
    },
  ]
}

const spokenInstant = (instant: Date) => `${longDate(madridDay(instant))} ${atHour(instant)}`
const spoken = (ms: number) =>
  ms < hours(2) ? `${Math.round(ms / minutes(1))} minutos` : `${Math.round(ms / hours(1))} horas`

/** Whatever renews it does so a month before its end: by then it has failed for a week. */
const warnsUnder = 21
const answersWithin = seconds(10)

/** How long browsers will still trust the address that people type. */
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

/** As it is shown to browsers, which ask for it by name, also when they would refuse it; undefined: no answer in time. */
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

/** What was found out about one thing, as one Spanish sentence that shows no secret. */
export type Finding = { well: boolean; says: string }
export type Check = { at: string; look: () => Promise<Finding> }

export const well = (says: string): Finding => ({ well: true, says })
export const ill = (says: string): Finding => ({ well: false, says })

const longest = seconds(20)

/** One after the other; what does not answer in time, or fails, is a finding too. Only its code is shown. */
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
