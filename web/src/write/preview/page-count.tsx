import { useEffect, useState } from 'react'
import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { maxPages } from '@lacre/letter/content/limits.ts'
import { count } from '@lacre/letter/words/plural.ts'
import { previewFigures } from '../../api.ts'
import { watchLooks } from '../../journal/kept-looks.ts'
import type { Addresses } from '../addresses/kept-addresses.ts'
import { letterBody } from '../addresses/letter-body.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import { blankPictures } from './blank-pictures.ts'
import { follow } from './follow.ts'
import styles from './preview.module.css'

/** Longer than the preview's: nobody waits for it, and every writer asks. */
const pauseMs = 1500
/** Photos travel inside the letter: a number is not worth megabytes at each pause, and blank ones are as large. */
const mostSent = 1_000_000
/** With 503 it is asked again: a picture that is not loaded yet has no size. */
const tooLarge = (letter: Element) => {
  const isLoaded = [...letter.querySelectorAll('img')].every(({ complete }) => complete)
  return { ok: false, status: isLoaded ? 413 : 503 } as const
}

/** `2 de 4 páginas`, as the typesetter counts, while one writes without the preview; then the preview says it. */
export function PageCount({
  session,
  addresses,
  isPreviewed,
  onUnprintable,
}: {
  session: EditorSession
  addresses: Addresses
  isPreviewed: boolean
  /** What the same answer says of signs that no font has; `onUnprintable` stays the same function. */
  onUnprintable: (problems: PreviewProblem[]) => void
}) {
  const [pages, setPages] = useState<number>()
  useEffect(() => {
    if (isPreviewed) return undefined
    const follower = follow({
      ask: (body, stop) =>
        body.content.length > mostSent
          ? Promise.resolve(tooLarge(session.editor.view.dom))
          : previewFigures(body, stop),
      write() {
        const html = session.editor.html()
        const isLarge = html.length > mostSent
        return letterBody(isLarge ? blankPictures(html, session.editor.view.dom) : html, addresses)
      },
      show({ paper, problems }) {
        setPages(paper?.pages)
        onUnprintable(problems.filter(({ code }) => code === 'unprintable-character'))
        return Promise.resolve()
      },
      report: ({ is }) => is === 'waiting' && setPages(undefined),
      pauseMs,
    })
    const stopWatching = session.editor.watchText(follower.changed)
    const stopLooking = watchLooks(follower.changed)
    follower.changed()
    return () => {
      stopWatching()
      stopLooking()
      follower.close()
      onUnprintable([])
    }
  }, [session, addresses, isPreviewed, onUnprintable])

  return (
    <p role="status" className={styles.count} data-too-many={(pages ?? 0) > maxPages || undefined}>
      {!isPreviewed && pages !== undefined && wordsOf(pages)}
    </p>
  )
}

const wordsOf = (pages: number) =>
  pages > maxPages
    ? `${count(pages, 'página', 'páginas')}; caben ${maxPages}`
    : `${pages} de ${maxPages} páginas`
