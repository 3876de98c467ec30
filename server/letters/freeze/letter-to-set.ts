import { createHash } from 'node:crypto'
import { recipientBlock, senderBlock } from '@lacre/letter/address/printed-block.ts'
import { longDate, type Day } from '@lacre/letter/day.ts'
import { papers, usualPaper, type PaperName } from '@lacre/letter/paper-profile.ts'
import type { LetterToSet } from '../../typesetting/typesetter.ts'
import type { Pictures } from './pictures.ts'
import type { Draft } from './read-draft.ts'
import { renamePictures } from './rename-pictures.ts'

/** What a letter's pages depend on besides what was written. */
export type When = { day: Day; mark?: string | undefined; paper?: PaperName | undefined }

/**
 * What goes on paper on `day`, for a preview and for the print alike. `pictures` must hold every picture of the letter;
 * `mark` begins the sheet mark; `paper` is whoever's who prints it. The same arguments give the same bytes.
 */
export const letterToSet = (
  { content, origin, destination }: Draft,
  pictures: Pictures,
  { day, mark, paper = usualPaper }: When,
): LetterToSet => ({
  content: renamePictures(content, nameOf),
  pictures: Object.fromEntries([...pictures].map(([address, picture]) => [nameOf(address), picture])),
  sender: senderBlock(origin),
  recipient: withCountry(recipientBlock(destination), papers[paper].countryLine),
  dateLine: [origin.city, longDate(day)].filter(Boolean).join(', '),
  date: new Date(`${day}T00:00:00Z`),
  paper,
  ...(mark !== undefined && { mark }),
})

const withCountry = (block: string[], country: string | null): string[] =>
  country && block.length ? [...block, country] : block

/** Addresses may be megabytes long, and the typesetter lives in another process. */
const nameOf = (address: string) => createHash('sha256').update(address).digest('hex')
