import { count, stateNames } from '@lacre/letter/words.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { stuckLetters } from './stuck-letters.ts'
import { findLetters, cardsOf } from '../print-room/letter-cards.ts'
import type { CommandResult } from './commands.ts'
import type { World } from '../world.ts'

type Context = { world: Pick<World, 'db' | 'clock' | 'cutOff'> }

const inMadrid = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** `letters stuck`, `letters explain <id>`: metadata only, never what a letter says or whom it concerns. */
export function letters(context: Context, [action, id]: string[]): Promise<CommandResult> {
  if (action === 'stuck' && !id) return stuck(context)
  if (action === 'explain' && id) return explain(context, id)
  return Promise.resolve({ says: 'Use: letters stuck, o letters explain <carta>.', trouble: true })
}

async function stuck({ world }: Context): Promise<CommandResult> {
  const found = await stuckLetters(world)
  if (!found.length) return { says: 'Ninguna carta lleva parada más de lo que debe.', trouble: false }
  const lines = found.map(
    ({ id, state, since }) => `  ${id}  ${stateNames[state]} desde ${inMadrid.format(since)}`,
  )
  const says = `${count(found.length, 'carta parada', 'cartas paradas')} sin que nadie lo sepa:`
  return { says: [says, ...lines].join('\n'), trouble: true }
}

/** What the console's card of the letter says. */
async function explain({ world: { db } }: Context, name: string): Promise<CommandResult> {
  const found = await findLetters(db, name)
  const [card] = found.length === 1 ? await cardsOf({ db }, found, { isSupervisor: true }) : []
  if (!card) return { says: `No hay una carta, y solo una, que se llame ${name}.`, trouble: true }
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
    ...card.concerns.map(({ kind, note, at: since }) => `  ${at(since)}  asunto «${kind}»: ${note}`),
  ]
  return { says: lines.filter(Boolean).join('\n'), trouble: false }
}
