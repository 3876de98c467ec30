import type { CreateLetterBody, Preview } from '@lacre/letter/calls.ts'
import { gramsOf } from '@lacre/letter/content/limits.ts'
import { madridDay } from '@lacre/letter/day.ts'
import type { PaperName } from '@lacre/letter/paper-profile.ts'
import { priceOn } from '@lacre/letter/price/price.ts'
import type { Clock } from '../../outside/clock.ts'
import type { Typesetter } from '../../typesetting/typesetter.ts'
import { letterToSet } from '../freeze/letter-to-set.ts'
import { previewDraft } from './preview-draft.ts'
import { previewPages } from './preview-pages.ts'
import { previewPictures } from './preview-pictures.ts'

/**
 * Vista previa: the pages as they would be printed today, and what stands in the way, told before it matters
 * (design.md#printable, design.md#preview-is-the-print). Nothing is stored or counted, and no outside address is asked.
 * `mark` is for comparing with a print.
 */
export async function previewLetter(
  { typesetter, clock, paper }: { typesetter: Typesetter; clock: Clock; paper?: PaperName },
  body: CreateLetterBody,
  mark?: string,
): Promise<Preview | 'busy'> {
  const day = madridDay(clock.now())
  const { total } = priceOn(day)
  const { draft, problems } = previewDraft(body)
  if (!draft) return { paper: null, total, problems }

  const pictures = await previewPictures(typesetter, draft.content)
  if (!pictures) return 'busy'
  const pages = await previewPages(typesetter, letterToSet(draft, pictures.pictures, { day, mark, paper }))
  if (pages === 'busy') return 'busy'
  return {
    paper: pages.set
      ? {
          pages: pages.set.pages,
          sheets: pages.set.sheets,
          grams: gramsOf(pages.set.sheets),
          pdf: pages.set.pdf.toString('base64'),
        }
      : null,
    total,
    problems: [...problems, ...pictures.problems, ...pages.problems],
  }
}
