import { useEffect, useRef, useState } from 'react'
import type { Preview } from '@lacre/letter/calls.ts'
import { maxPages } from '@lacre/letter/content/limits.ts'
import { preview } from '../../api.ts'
import { watchLooks } from '../../journal/kept-looks.ts'
import type { Addresses } from '../addresses/kept-addresses.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import { letterBody } from '../addresses/letter-body.ts'
import { follow, type Following } from './follow.ts'
import { markProblems } from './marks.ts'
import { overflowAt } from './overflow.ts'
import { closePages, openPages, type Opened } from '../pages/open-pages.ts'
import { bodyText } from '../pages/read-page-text.ts'
import { isNote } from './problems.tsx'
import { rangesOf } from './problem-ranges.ts'

/** `opened` stays the last good one when a letter cannot be set; `overflow` is where its fifth page begins. */
export type Shown = { preview: Preview; opened: Opened | undefined; overflow: number | undefined }

/** The pages of the letter being written, a moment after each change of its text or addresses. */
export function useFollowing(session: EditorSession, addresses: Addresses) {
  const [shown, setShown] = useState<Shown>()
  const [following, setFollowing] = useState<Following>({ is: 'following' })
  const newest = useRef(addresses)
  const keepsMarks = useRef(false)
  const follower = useRef<ReturnType<typeof follow>>(undefined)
  const opened = shown?.opened

  useEffect(() => {
    const { view } = session.editor
    const started = follow({
      ask: preview,
      write: () => letterBody(session.editor.html(), newest.current),
      report: setFollowing,
      async show(answer, isOld) {
        const pages = answer.paper && (await openPages(Uint8Array.fromBase64(answer.paper.pdf)))
        if (isOld()) return closePages(pages ?? undefined)
        const overflow = pages ? overflowIn(pages, view.state.doc) : undefined
        setShown((before) => ({ preview: answer, opened: pages ?? before?.opened, overflow }))
        markProblems(
          view,
          answer.problems
            .filter((problem) => !isNote(problem))
            .map((problem) => ({
              problem,
              ranges: rangesOf(problem, view.state.doc, overflow),
            })),
        )
      },
    })
    follower.current = started
    const stopWatching = session.editor.watchText(started.changed)
    const stopLooking = watchLooks(started.changed)
    started.now()
    return () => {
      stopWatching()
      stopLooking()
      started.close()
      if (!keepsMarks.current) markProblems(view, [])
    }
  }, [session])

  useEffect(() => {
    if (newest.current === addresses) return
    newest.current = addresses
    follower.current?.changed()
  }, [addresses])

  // A document is closed when another one is on the screen, never before.
  useEffect(() => () => closePages(opened), [opened])

  return {
    shown,
    following,
    /** The marks go with the preview, unless a drawer is left to mend what they mark. */
    keepMarks: () => void (keepsMarks.current = true),
  }
}

function overflowIn({ pages }: Opened, doc: Parameters<typeof overflowAt>[0]): number | undefined {
  const texts = pages.map(({ text }) => bodyText(text))
  const after = texts[maxPages]
  return after === undefined
    ? undefined
    : overflowAt(doc, { before: texts.slice(0, maxPages).join('\n'), after })
}
