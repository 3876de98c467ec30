import { letterPdf } from '../../api.ts'
import { openPages, type Opened } from '../pages/open-pages.ts'

export { closePages } from '../pages/open-pages.ts'
export { PagesView } from '../pages/pages-view.tsx'

/** The pages of a frozen letter, with all it takes to show them: loaded only when there is something to pay. */
export async function openFrozen(id: string, hash: string): Promise<Opened> {
  const answer = await letterPdf(id)
  if (!answer.ok) throw new Error('the pages did not come')
  const bytes = new Uint8Array(await answer.body.arrayBuffer())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  if (!digest.toHex().startsWith(hash)) throw new Error('other pages than those that are paid')
  return openPages(bytes)
}
