import { count } from '@lacre/letter/words/plural.ts'
import { stateNames } from '@lacre/letter/words/state-names.ts'
import { explainLetter } from '../operating/explain-letter.ts'
import { stuckLetters } from '../operating/stuck-letters.ts'
import type { CommandContext } from './context.ts'
import type { CommandResult } from '../ports.ts'

const inMadrid = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** `letters stuck`, `letters explain <id>`: metadata only, never what a letter says or whom it concerns. */
export function letters(context: CommandContext, [action, id]: string[]): Promise<CommandResult> {
  if (action === 'stuck' && !id) return stuck(context)
  if (action === 'explain' && id) return explain(context, id)
  return Promise.resolve({ says: 'Use: letters stuck, o letters explain <carta>.', trouble: true })
}

async function stuck({
  database: { db },
  world: { clock, settings },
}: CommandContext): Promise<CommandResult> {
  const found = await stuckLetters({ db, clock, cutOff: settings.cutOff })
  if (!found.length) return { says: 'Ninguna carta lleva parada más de lo que debe.', trouble: false }
  const lines = found.map(
    ({ id, state, since }) => `  ${id}  ${stateNames[state]} desde ${inMadrid.format(since)}`,
  )
  const says = `${count(found.length, 'carta parada', 'cartas paradas')} sin que nadie lo sepa:`
  return { says: [says, ...lines].join('\n'), trouble: true }
}

async function explain({ database: { db } }: CommandContext, name: string): Promise<CommandResult> {
  const letter = await explainLetter(db, name)
  if (!letter) return { says: `No hay una carta, y solo una, que empiece por ${name}.`, trouble: true }
  const lines = letter.events.map(({ at, says }) => `  ${inMadrid.format(at)}  ${says}`)
  return { says: [`Carta ${letter.id}`, ...letter.facts, ...lines].join('\n'), trouble: false }
}
