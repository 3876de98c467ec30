import {
  days,
  earlier,
  hours,
  minutes,
  nextCutOff,
  type CutOff,
  addDays,
  atHour,
  longDate,
  madridDay,
  type ClosedDays,
} from '@lacre/letter/days.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import { stuckLetters } from '../stuck-letters.ts'
import { openAlarms } from '../alarms/raise-alarms.ts'
import { backupMayBeOld } from '../backup-age.ts'
import { ill, well, type Check } from './finding.ts'

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
