import { letterPdf } from '../api.ts'
import { sha256Of } from '../drafts/pictures.ts'
import { openPages, type Opened } from '../pages/open-pages.ts'

export { closePages } from '../pages/open-pages.ts'
export { PagesView } from '../pages/pages-view.tsx'

/** Opens the pages of a frozen letter; in a chunk with their viewer, loaded only for a payment. */
export async function openFrozen(id: string, hash: string): Promise<Opened> {
  const answer = await letterPdf(id)
  if (!answer.ok) throw new Error('the pages did not come')
  if (!(await sha256Of(answer.body)).startsWith(hash)) throw new Error('other pages than those that are paid')
  return openPages(new Uint8Array(await answer.body.arrayBuffer()))
}
