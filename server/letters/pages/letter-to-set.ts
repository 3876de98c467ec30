import { recipientBlock, senderBlock } from '@lacre/letter/address/address.ts'
import { replyFragment } from '@lacre/letter/address/reply-code.ts'
import { longDate, type Day } from '@lacre/letter/days.ts'
import type { LetterToSet } from '../../typesetting/typesetter.ts'
import type { Pictures } from './pictures.ts'
import type { Draft } from './read-draft.ts'

/**
 * What goes on paper on `day`, for a preview and for the print alike. `pictures` must hold every picture of the letter;
 * `sheetCode` begins the codes of its sheets. The same arguments give the same bytes.
 */
export const letterToSet = (
  { content, origin, destination, looks }: Draft,
  pictures: Pictures,
  { day, sheetCode, publicUrl }: { day: Day; sheetCode?: string; publicUrl: URL },
): LetterToSet => ({
  content,
  pictures: Object.fromEntries(pictures),
  sender: senderBlock(origin),
  recipient: recipientBlock(destination),
  dateLine: [origin.city, longDate(day)].filter(Boolean).join(', '),
  date: new Date(`${day}T00:00:00Z`),
  looks,
  ...(looks.replyCode && {
    replyLink: `${new URL('/write', publicUrl).href}#${replyFragment({ origin, destination })}`,
  }),
  ...(sheetCode !== undefined && { sheetCode }),
})
