import { count, stateNames } from '@lacre/letter/words.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { stuckLetters } from './stuck-letters.ts'
import { findLetters, findLetterCards } from '../print-room/letter-cards.ts'
import { type CommandResult, done, trouble, writeFiles } from './commands.ts'
import type { World } from '../world.ts'
import { rm } from 'node:fs/promises'
import { exclusively } from '../database/transactions.ts'
import { batchId, batchName } from '@lacre/letter/print-room/names.ts'
import type { PrintRoomDeps } from '../print-room/call.ts'
import { closeBatch } from '../print-room/close-batch.ts'
import { makeBatch, recordDownload, unmadeBatches } from '../print-room/batch-pdf.ts'
import { markBatch } from '../print-room/mark-batch.ts'

type Context = { world: Pick<World, 'db' | 'clock' | 'cutOff'> }

const inMadrid = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** `letters stuck`, `letters explain <id>`: metadata only, never a letter's words or names. */
export function letters(context: Context, [action, id]: string[]): Promise<CommandResult> {
  if (action === 'stuck' && !id) return stuck(context)
  if (action === 'explain' && id) return explain(context, id)
  return Promise.resolve(trouble('Use: letters stuck, o letters explain <carta>.'))
}

async function stuck({ world }: Context): Promise<CommandResult> {
  const found = await stuckLetters(world)
  if (!found.length) return done('Ninguna carta lleva parada más de lo que debe.')
  const lines = found.map(
    ({ id, state, since }) => `  ${id}  ${stateNames[state]} desde ${inMadrid.format(since)}`,
  )
  const says = `${count(found.length, 'carta parada', 'cartas paradas')} sin que nadie lo sepa:`
  return trouble([says, ...lines].join('\n'))
}

/** The letter's card of the console. */
async function explain({ world: { db } }: Context, name: string): Promise<CommandResult> {
  const found = await findLetters(db, name)
  const [card] = found.length === 1 ? await findLetterCards({ db }, found, { isSupervisor: true }) : []
  if (!card) return trouble(`No hay una carta, y solo una, que se llame ${name}.`)
  const { id, hash, state, pages, sheets, postOn, payment, againOf, again } = card
  const at = (instant: string) => inMadrid.format(new Date(instant))
  const lines = [
    `Carta ${id}: ${stateNames[state]}. Páginas: ${pages}, hojas: ${sheets}, código del documento: ${hash}.`,
    postOn && `Día de envío: ${postOn}.`,
    againOf && `Segundo envío de ${againOf}, que volvió.`,
    again && `Volvió y se envió otra vez con ${again}.`,
    payment &&
      `Pago: ${payment.state}, ${inEuros(cents(payment.cents))} por ${count(payment.together, 'carta', 'cartas')}, devueltos ${inEuros(cents(payment.refundedCents))}${payment.refund ? ` (${payment.refund})` : ''}${payment.dispute ? `, reclamación: ${payment.dispute}` : ''}.`,
    ...card.steps.map((step) => `  ${at(step.at)}  ${stateNames[step.to]} (${step.cause})`),
    ...card.attempts.map(
      (job) =>
        `  ${at(job.at)}  impresión ${job.attempt}: ${job.state}${job.batch ? `, tanda ${job.batch}` : ''}${job.reason ? ` (${job.reason})` : ''}`,
    ),
    ...card.issues.map(({ kind, note, at: since }) => `  ${at(since)}  asunto «${kind}»: ${note}`),
  ]
  return done(lines.filter(Boolean).join('\n'))
}

const unknown = (name: string) => trouble(`No existe la tanda ${name}.`)

/** `batch`: closes a batch and writes the files of every batch without any. `batch B0001`: writes its files again. */
export async function batch(
  deps: PrintRoomDeps,
  { folder, by, name }: { folder: string; by: string; name?: string | undefined },
): Promise<CommandResult> {
  const write = (id: number) => writeBatch(deps, { id, folder, by })
  if (name !== undefined) return (await write(batchId(name) ?? 0)) ?? unknown(name)
  // Two commands at once would write, and print, the same batches.
  const results = await exclusively(deps.db, 'write-batches', async () => {
    const written: CommandResult[] = []
    for (const id of await closeWaiting(deps, by)) written.push((await write(id)) ?? unknown(batchName(id)))
    return written
  })
  if (results === 'locked') return trouble('Otra persona está cerrando una tanda. Espere a que termine.')
  const says = results.map((result) => result.says).join('\n\n')
  return {
    says: says || 'No hay cartas pagadas en espera: no se ha cerrado ninguna tanda.',
    trouble: results.some((result) => result.trouble),
  }
}

/** Closes what waits now. Answers all batches without a file, including those of a killed command. */
async function closeWaiting(deps: PrintRoomDeps, by: string): Promise<number[]> {
  const until = deps.clock.now() // else letters paid meanwhile would each get their own batch
  while ((await closeBatch(deps, { by, until })) !== 'nothing-waiting');
  return unmadeBatches(deps.db)
}

/** The files are synced before the batch counts as made. Undefined: there is no such batch. */
async function writeBatch(
  deps: PrintRoomDeps,
  { id, folder, by }: { id: number; folder: string; by: string },
): Promise<CommandResult | undefined> {
  const made = await makeBatch(deps, id)
  if (made === 'unknown-batch') return undefined
  const { batch: name, letters, sheets, pdf, csv, sha256, stopped, gone } = made
  const paths = letters ? await writeFiles(folder, { [`${name}.pdf`]: pdf, [`${name}.csv`]: csv }) : []
  const recorded = letters ? await recordDownload(deps, made, { by, why: 'print' }) : 'recorded'
  if (recorded === 'changed') {
    for (const path of paths) await rm(path, { force: true })
    return writeBatch(deps, { id, folder, by })
  }
  const lines = [
    `Tanda ${name}: ${count(letters, 'carta', 'cartas')}, ${count(sheets, 'hoja', 'hojas')}.`,
    ...paths.map((path) => `  ${path}`),
    letters > 0 &&
      `  SHA-256 ${sha256}\nImprima a doble cara (borde largo) y sin ajustar el tamaño, o la dirección saldrá de la ventana.`,
    ...stopped.map((id) => `ATENCIÓN: la carta ${id} no está en la tanda: alguien debe revisarla.`),
    gone.length > 0 &&
      `${count(gone.length, 'carta ya enviada no puede abrirse y no está', 'cartas ya enviadas no pueden abrirse y no están')}.`,
    recorded === 'differs' &&
      'ATENCIÓN: el archivo no es igual al de la primera vez, aunque cada carta sí lo es.',
  ]
  const isEmpty = letters === 0 && stopped.length > 0
  return { says: lines.filter(Boolean).join('\n'), trouble: isEmpty || recorded === 'differs' }
}

/** `posted B0001`: marks the batch as posted. */
export async function posted(
  deps: PrintRoomDeps,
  { name, by }: { name: string; by: string },
): Promise<CommandResult> {
  const id = batchId(name) ?? 0
  const posting = await markBatch(deps, { id, mark: 'posted', by })
  if (posting === 'unknown-batch') return unknown(name)
  if (posting === 'not-made')
    return trouble(`La tanda ${batchName(id)} todavía no tiene archivos. Use primero: batch ${batchName(id)}`)
  const { done, before, held } = posting
  const lines = [
    `Tanda ${batchName(id)}: ${count(done, 'carta marcada como enviada', 'cartas marcadas como enviadas')}.`,
    before > 0 && `${count(before, 'ya lo estaba', 'ya lo estaban')}.`,
    ...held.map(({ place, id, waitsFor }) =>
      waitsFor === 'person'
        ? `ATENCIÓN: no envíe la carta ${place} de la tanda (${id}): alguien debe revisarla antes.`
        : `ATENCIÓN: la carta ${place} de la tanda (${id}) se imprime otra vez: márquela por separado en la consola cuando su nueva copia esté lista.`,
    ),
  ]
  return { says: lines.filter(Boolean).join('\n'), trouble: held.length > 0 }
}
