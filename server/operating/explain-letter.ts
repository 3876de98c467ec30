import { longDate } from '@lacre/letter/day.ts'
import { disputeStateNames } from '@lacre/letter/price/dispute-states.ts'
import { codesOfOrderNumber } from '@lacre/letter/order-number.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { batchName } from '@lacre/letter/print-room/batch-name.ts'
import { shortHash } from '@lacre/letter/short-hash.ts'
import { stateNames } from '@lacre/letter/words/state-names.ts'
import { sql } from 'kysely'
import { lettersCalled } from '../database/queries/letters-called.ts'
import type { Db } from '../database/tables.ts'

/** What happened to one thing of a letter, as a line to read. */
export type Event = { at: Date; says: string }
type Explained = { id: string; facts: string[]; events: Event[] }

const beginning = /^[0-9a-f]{8,32}$/

/**
 * Everything the server knows of a letter except what is in it and whom it concerns. `name`: its order number,
 * its code, the first eight digits of it or more, or its id. Undefined when there is none, or more than one.
 */
export async function explainLetter(db: Db, name: string): Promise<Explained | undefined> {
  const digits = codesOfOrderNumber(name) ?? name.replaceAll('-', '')
  if (!beginning.test(digits)) return undefined
  const [found = '', another] = await lettersCalled(db, digits, 2)
  if (!found || another) return undefined
  const letter = await db
    .selectFrom('letter')
    .select([
      'id',
      'state',
      'pages',
      'sheets',
      'total_cents',
      'pdf_sha256',
      'created_at',
      'post_on',
      'again_of',
    ])
    .where('id', '=', found)
    .executeTakeFirst()
  if (!letter) return undefined
  const { id, state, pages, sheets, total_cents, pdf_sha256, post_on } = letter
  const secret = await db
    .selectFrom('letter_secret')
    .select('key_name')
    .where('letter_id', '=', id)
    .executeTakeFirst()
  const facts = [
    `Estado: ${stateNames[state]}. Páginas: ${pages}, hojas: ${sheets}, precio: ${inEuros(cents(total_cents))}, código del documento: ${shortHash(pdf_sha256)}.`,
    ...(post_on ? [`Día de envío: ${longDate(post_on)}.`] : []),
    secret
      ? `Contenido: guardado, con la llave ${secret.key_name}.`
      : 'Contenido: borrado, nadie puede leerla.',
    ...(letter.again_of ? [`Segundo envío de ${letter.again_of}, que volvió.`] : []),
    ...(await sentAgain(db, id)),
  ]
  const parts = await Promise.all([steps, payments, prints, mails, concerns].map((of) => of(db, id)))
  const events = parts.flat().sort((one, other) => one.at.getTime() - other.at.getTime())
  return { id, facts, events }
}

const sentAgain = async (db: Db, id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('letter')
      .select(['id', 'state'])
      .where('again_of', '=', id)
      .orderBy('created_at')
      .execute()
  ).map((second) => `Volvió y se envió otra vez con ${second.id}: ${stateNames[second.state]}.`)

type Part = (db: Db, id: string) => Promise<Event[]>
const event = (at: Date | null, says: string): Event[] => (at ? [{ at, says }] : [])

const steps: Part = async (db, id) =>
  (await db.selectFrom('letter_step').selectAll().where('letter_id', '=', id).orderBy('seq').execute()).map(
    ({ at, to_state, cause }) => ({ at, says: `carta: ${stateNames[to_state]} (${cause})` }),
  )

const payments: Part = async (db, id) => {
  const rows = await db
    .selectFrom('payment')
    .leftJoin('refund', 'refund.payment_id', 'payment.id')
    .select([
      'payment.id',
      'intent_id',
      'payment.amount_cents as cents',
      'payment.state',
      'payment.created_at',
    ])
    .select(['paid_at', 'dispute', 'reason', 'requested_at', 'settled_at'])
    .where('letter_id', '=', id)
    .execute()
  return rows.flatMap((row) => {
    const name = `pago ${row.intent_id ?? row.id}`
    return [
      ...event(
        row.created_at,
        `${name}: abierto, ${inEuros(cents(row.cents))}; hoy ${row.state}${row.dispute ? `, ${disputeStateNames[row.dispute]}` : ''}`,
      ),
      ...event(row.paid_at, `${name}: cobrado`),
      ...event(row.requested_at, `${name}: devolución pedida (${row.reason})`),
      ...event(row.settled_at, `${name}: devuelto`),
    ]
  })
}

const prints: Part = async (db, id) =>
  (await db.selectFrom('print_job').selectAll().where('letter_id', '=', id).execute()).flatMap((job) => {
    const place = job.batch_id ? `, tanda ${batchName(job.batch_id)}, puesto ${job.place}` : ''
    const reason = job.reason ? ` (${job.reason})` : ''
    return [
      ...event(job.created_at, `impresión ${job.attempt}: encargada; hoy ${job.state}${place}${reason}`),
      ...event(job.printed_at, `impresión ${job.attempt}: impresa`),
      ...event(job.posted_at, `impresión ${job.attempt}: entregada a Correos`),
    ]
  })

const mails: Part = async (db, id) =>
  (await mailsOf(db, id)).flatMap((mail) => [
    ...event(
      mail.created_at,
      `correo «${mail.kind}»: en cola, intentos ${mail.attempts}${mail.error ? ` (${mail.error})` : ''}`,
    ),
    ...event(mail.sent_at, `correo «${mail.kind}»: enviado`),
    ...event(mail.given_up_at, `correo «${mail.kind}»: abandonado`),
  ])

/** Its own, and those of its order that tell of a step it took along: such a one has the key of the first of the letters. */
const mailsOf = (db: Db, id: string) =>
  db
    .selectFrom('mail')
    .selectAll()
    .where(
      sql<boolean>`key = ${id} or (kind, key) in (
        select case along.step when 'pay' then 'receipt' when 'post' then 'posted' else 'cancelled' end,
          part.letter_id::text from payment own
        join letter_step taken on taken.letter_id = own.letter_id and taken.step in ('pay', 'post', 'cancel')
        join payment part on part.idempotency_key = own.idempotency_key
        join letter_step along on along.letter_id = part.letter_id and along.step = taken.step
          and (along.at = taken.at or along.step = 'pay')
        where own.letter_id = ${id} and own.paid_at is not null)`,
    )
    .execute()

const concerns: Part = async (db, id) =>
  (await db.selectFrom('concern').selectAll().where('letter_id', '=', id).execute()).flatMap((concern) => [
    ...event(concern.created_at, `asunto «${concern.kind}»: ${concern.note}`),
    ...event(concern.settled_at, `asunto «${concern.kind}»: resuelto`),
  ])
