import { looksOf, type PartialLooks } from '@lacre/letter/looks/looks.ts'
import { keptLooks } from '../editor/kept-looks.ts'
import type { Reason } from '../drafts/version-reason.ts'
import type { EditorSession } from '../drafts/editor-session.ts'

/** Replaces the letter, and its looks where known; undo restores it. False: it could not be stored as a version, so it stays. */
export async function replaceLetter(
  session: EditorSession,
  { html, looks }: { html: string; looks?: PartialLooks | undefined },
  because: Reason,
): Promise<boolean> {
  if (!(await session.keepVersion(because))) return false
  session.editor.replace(html, looks && { before: keptLooks(), after: looksOf(looks) })
  return true
}
