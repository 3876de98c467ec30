import { looksOf, type PartialLooks } from '@lacre/letter/looks/looks.ts'
import { keptLooks } from '../../journal/kept-looks.ts'
import type { Reason } from '../../journal/version-reason.ts'
import type { EditorSession } from '../draft/editor-session.ts'

/** Another text in the place of the letter, with its looks where they are known: the letter becomes a version, and undoing brings it back. */
export function replaceLetter(
  session: EditorSession,
  { html, looks }: { html: string; looks?: PartialLooks | undefined },
  because: Reason,
): void {
  void session.journal()?.addVersion(because)
  session.editor.replace(html, looks && { before: keptLooks(), after: looksOf(looks) })
}
