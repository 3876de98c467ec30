import { recipientBlock, senderBlock } from '@lacre/letter/address/printed-block.ts'
import { replyFragment } from '@lacre/letter/address/reply-code.ts'
import { longDate, type Day } from '@lacre/letter/day.ts'
import { papers, type PaperName } from '@lacre/letter/paper-profile.ts'
import type { LetterToSet } from '../../typesetting/typesetter.ts'
import type { Pictures } from './pictures.ts'
import type { Draft } from './read-draft.ts'

/**
 * What goes on paper on `day`, for a preview and for the print alike. `pictures` must hold every picture of the letter;
 * `sheetCode` begins the codes of its sheets; `paper` is whoever's who prints it. The same arguments give the same bytes.
 */
export const letterToSet = (
  { content, origin, destination, looks }: Draft,
  pictures: Pictures,
  { day, sheetCode, paper, publicUrl }: { day: Day; sheetCode?: string; paper: PaperName; publicUrl: URL },
): LetterToSet => ({
  content,
  pictures: Object.fromEntries(pictures),
  sender: senderBlock(origin),
  recipient: withCountry(recipientBlock(destination), papers[paper].countryLine),
  dateLine: [origin.city, longDate(day)].filter(Boolean).join(', '),
  date: new Date(`${day}T00:00:00Z`),
  looks,
  paper,
  ...(looks.replyCode && {
    replyLink: `${new URL('/write', publicUrl).href}#${replyFragment({ origin, destination })}`,
  }),
  ...(sheetCode !== undefined && { sheetCode }),
})

const withCountry = (block: string[], country: string | null): string[] =>
  country && block.length ? [...block, country] : block
