import { readHtml } from '@lacre/letter/content/reading/read-html.ts'
import type { Block, Content, Run } from '@lacre/letter/content/tree.ts'
import type { LetterToSet, SetLetter, Typesetter } from '../typesetter.ts'

export const text = (written: string, marks: object = {}): Run => ({ text: written, ...marks })

/** A paragraph of runs or plain words. */
export const paragraph = (...runs: (Run | string)[]): Block => ({
  type: 'paragraph',
  runs: runs.map((run) => (typeof run === 'string' ? text(run) : run)),
})

/** What HTML says, and it must be accepted. */
export function contentOf(html: string): Content {
  const read = readHtml(html)
  if ('refused' in read) throw new Error(read.refused)
  return read.content
}

/** A letter with nothing special but its content. */
export const letterOf = (content: Content, changes: Partial<LetterToSet> = {}): LetterToSet => ({
  content,
  pictures: {},
  sender: ['Begoña Ibáñez Núñez', 'Calle de Alcalá 112, 3.º B', '28009 Madrid'],
  recipient: [
    'CONCEPCIÓN MUÑOZ PEÑALVER',
    'RESIDENCIA LOS ALMENDROS',
    'CALLE DE LA CONSTITUCIÓN 48, 2.º A',
    '06700 VILLANUEVA DE LA SERENA',
    'BADAJOZ',
  ],
  dateLine: 'Madrid, 21 de noviembre de 2026',
  date: new Date('2026-11-21T10:00:00Z'),
  ...changes,
})

const sentence =
  'Aunque la correspondencia parezca anacrónica, sigo convencida de que una carta conserva algo que los mensajes ' +
  'electrónicos desaprovechan: el tiempo de quien la escribe y la paciencia de quien la espera. '

/** Paragraphs of four lines, each different. */
export const paragraphs = (count: number): Content =>
  Array.from(
    { length: count },
    (_, i) => ({ ...paragraph(`${i + 1}. ${sentence}${sentence}`), align: 'justify' }) as Block,
  )

/** Sets it, and it must be accepted. */
export async function setIn(typesetter: Typesetter, letter: LetterToSet): Promise<SetLetter> {
  const answer = await typesetter.set(letter)
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`)
  return answer
}
