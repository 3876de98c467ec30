import type { LetterCard, Scanned } from '@lacre/letter/print-room/calls.ts'
import { stateNames } from '@lacre/letter/words.ts'
import { letterName, sheetNumbers } from '../words/words.ts'

/** The sheets of one letter, as they come from under the scanner, until all of them are there. */
export type ScanSet =
  { is: 'empty' } | { is: 'collecting' | 'whole'; letter: LetterCard; sheets: number; seen: number[] }
/** `calm` is read out when there is quiet; `loud` is red, and at once. */
export type ScanWords = { tone: 'calm' | 'good' | 'loud'; headline: string; detail: string }

export const emptySet: ScanSet = { is: 'empty' }

const list = new Intl.ListFormat('es', { type: 'conjunction' })
const missingOf = (seen: number[], sheets: number) =>
  sheetNumbers(sheets).filter((sheet) => !seen.includes(sheet))

function missingWords(seen: number[], sheets: number): string {
  const missing = missingOf(seen, sheets)
  const names = list.format(missing.map(String))
  return missing.length === 1 ? `Falta la hoja ${names}.` : `Faltan las hojas ${names}.`
}

/** Why the sheets of a letter must not go into an envelope now; undefined when they may. */
function refusalOf(letter: LetterCard): ScanWords | undefined {
  if (letter.can.includes('enclosed')) return undefined
  const name = letterName(letter)
  if (letter.enclosedAt && (letter.state === 'batched' || letter.state === 'printed'))
    return { tone: 'loud', headline: 'Ya estaba ensobrada', detail: `La carta ${name} ya se ensobró.` }
  return {
    tone: 'loud',
    headline: 'No la ensobre',
    detail: `La carta ${name} no está para ensobrar: ${stateNames[letter.state].toLowerCase()}.`,
  }
}

/**
 * One more sheet. A sheet of another letter changes nothing: it must leave the set before anything goes on. After a
 * whole set the next sheet begins the next one.
 */
export function addSheet(
  set: ScanSet,
  { letter, sheet, sheets }: Scanned,
): { set: ScanSet; words: ScanWords } {
  const name = letterName(letter)
  if (set.is === 'collecting' && set.letter.id !== letter.id) {
    const detail = `Esta es la hoja ${sheet} de ${sheets} de la carta ${name}. Sáquela. De la carta ${letterName(set.letter)}: ${missingWords(set.seen, set.sheets).toLowerCase()}`
    return { set, words: { tone: 'loud', headline: '¡Hoja de otra carta!', detail } }
  }
  const refused = refusalOf(letter)
  if (refused) return { set: set.is === 'collecting' ? set : emptySet, words: refused }

  const before = set.is === 'collecting' ? set.seen : []
  const isAgain = before.includes(sheet)
  const seen = isAgain ? before : [...before, sheet].toSorted((one, other) => one - other)
  const headline = `Hoja ${sheet} de ${sheets} de la carta ${name}`
  if (!missingOf(seen, sheets).length)
    return {
      set: { is: 'whole', letter, sheets, seen },
      words: { tone: 'calm', headline, detail: 'Están todas sus hojas.' },
    }
  const detail = `${isAgain ? 'Esa hoja ya estaba. ' : ''}${missingWords(seen, sheets)}`
  return { set: { is: 'collecting', letter, sheets, seen }, words: { tone: 'calm', headline, detail } }
}
