import { writeHtml } from '@lacre/letter/content/write-html.ts'
import type { LetterToSet } from '../../server/typesetting/typesetter.ts'

/** A letter as a page for the peers: the same words in the same places, with letters that every system has. */
export const letterPage = (
  { sender, recipient, dateLine, content }: LetterToSet,
  hyphens: 'auto' | 'manual',
): string => `<!doctype html><html lang="es"><meta charset="utf-8"><title>Carta</title><style>
@page { size: A4; margin: 25mm }
body { font: 12pt/1.4 serif; text-align: justify; hyphens: ${hyphens}; margin: 0 }
.sender { height: 36mm; white-space: pre } .recipient { height: 45mm; white-space: pre } .date { text-align: right }
</style><div class="sender">${sender.join('\n')}</div><div class="recipient">${recipient.join('\n')}</div>
<p class="date">${dateLine}</p>${writeHtml(content)}</html>`
