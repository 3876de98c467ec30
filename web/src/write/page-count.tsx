import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { maxPages } from '@lacre/letter/content/limits.ts'
import { count } from '@lacre/letter/words.ts'
import { type RefObject, useEffect, useState } from 'react'
import { previewFigures } from '../api.ts'
import type { EditorSession } from '../drafts/editor-session.ts'
import type { Editor } from '../editor/editor.ts'
import { keptLooks, watchLooks } from '../editor/kept-looks.ts'
import { estimatePages } from '../pages/estimate-pages.ts'
import { useSignedIn } from '../session.ts'
import type { Addresses } from '../drafts/kept-addresses.ts'
import { letterBody } from './addresses/letter-body.ts'
import { follow } from './follow.ts'
import type { TooLong } from './use-sending.tsx'
import styles from './preview.module.css'

const blanks = new Map<string, string>()

/** Nothing, as large as that: a few kilobytes. */
function blank({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): string {
  const size = `${width} ${height}`
  const made =
    blanks.get(size) ?? Object.assign(document.createElement('canvas'), { width, height }).toDataURL()
  blanks.set(size, made)
  return made
}

/** The letter with nothing on its pictures: it takes as many pages. As it is while a picture is not loaded yet. */
function blankPictures(html: string, letter: Element): string {
  const pictures = [...letter.querySelectorAll('img')].filter(({ naturalWidth }) => naturalWidth > 0)
  const bySource = new Map(pictures.map((picture) => [picture.getAttribute('src'), picture]))
  return html.replaceAll(/ src="(data:[^"]*)"/g, (as: string, source: string) => {
    const picture = bySource.get(source)
    return picture ? ` src="${blank(picture)}"` : as
  })
}

/** Laying a letter out takes milliseconds; the words are read out, and not after each key. */
const estimatePauseMs = 500
/** Longer than the preview's: nobody waits for it, and every writer asks. */
const pauseMs = 1500
/** Photos travel inside the letter: a number is not worth megabytes at each pause, and blank ones are as large. */
const mostSent = 1_000_000
/** With 503 it is asked again: a picture that is not loaded yet has no size. */
const tooLarge = (letter: Element) => {
  const isLoaded = [...letter.querySelectorAll('img')].every(({ complete }) => complete)
  return { ok: false, status: isLoaded ? 413 : 503 } as const
}

type Counted = {
  session: EditorSession
  addresses: Addresses
  onUnprintable: OnUnprintable
  tooLong: RefObject<TooLong | undefined>
}
/** What the same answer says of signs that no font has; it stays the same function. */
type OnUnprintable = (problems: PreviewProblem[]) => void

/**
 * How long the letter is, while one writes without the preview; then the preview says it. What a visitor writes stays in the
 * browser until they open the preview or sign in: till then it is estimated here (design/writing.md#counted-here).
 */
export function PageCount({ isPreviewed, ...props }: Counted & { isPreviewed: boolean }) {
  const isSignedIn = useSignedIn()
  const [wasPreviewed, setWasPreviewed] = useState(isPreviewed)
  if (isPreviewed && !wasPreviewed) setWasPreviewed(true)
  if (isPreviewed) return <Count />
  return isSignedIn || wasPreviewed ? <TypesetCount {...props} /> : <EstimatedCount {...props} />
}

const Count = ({ isTooMany, children }: { isTooMany?: boolean; children?: string | undefined }) => (
  <p role="status" translate="no" className={`soft ${styles.count}`} data-too-many={isTooMany || undefined}>
    {children}
  </p>
)

/** A letter that is too long shows where its fourth page ends. */
function usePageEnd(editor: Editor, isOver: boolean) {
  useEffect(() => {
    if (!isOver) return undefined
    let stop: (() => void) | undefined
    let isGone = false
    import('./page-end.ts').then(
      ({ followPageEnd }) => {
        if (!isGone) stop = followPageEnd(editor)
      },
      () => undefined,
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [editor, isOver])
}

/** `unas 2 páginas`: nothing is asked of anybody. */
function EstimatedCount({ session: { editor, host } }: Pick<Counted, 'session'>) {
  const [pages, setPages] = useState<number>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const estimate = () => setPages(estimatePages(editor.view.dom, keptLooks()))
    const changed = () => {
      clearTimeout(timer)
      timer = setTimeout(estimate, estimatePauseMs)
    }
    const stopWatching = editor.watchText(changed)
    const looks = new MutationObserver(changed)
    looks.observe(host, { attributeFilter: ['data-looks', 'data-ended'] })
    host.addEventListener('load', changed, true)
    document.fonts.addEventListener('loadingdone', changed)
    estimate()
    return () => {
      clearTimeout(timer)
      stopWatching()
      looks.disconnect()
      host.removeEventListener('load', changed, true)
      document.fonts.removeEventListener('loadingdone', changed)
    }
  }, [editor, host])
  usePageEnd(editor, isClearlyOver(pages))
  return <Count isTooMany={isClearlyOver(pages)}>{pages === undefined ? undefined : aboutWords(pages)}</Count>
}

const isClearlyOver = (pages = 0) => pages > maxPages + 0.15

function aboutWords(pages: number): string {
  if (isClearlyOver(pages)) return 'más de cuatro páginas'
  const whole = Math.min(Math.ceil(pages), maxPages)
  return whole === 1 ? 'una página' : `unas ${whole} páginas`
}

/** `2 de 4 páginas`, as the typesetter counts. */
function TypesetCount({ session, addresses, onUnprintable, tooLong }: Counted) {
  const [pages, setPages] = useState<number>()
  useEffect(() => {
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
        const long = problems.find(({ code }) => code === 'letter-too-long')
        tooLong.current = long && { doc: session.editor.view.state.doc, detail: long.detail }
        return Promise.resolve()
      },
      report: ({ is }) => is === 'waiting' && setPages(undefined),
      pauseMs,
    })
    const stopWatching = session.editor.watchText(follower.changed)
    const stopLooking = watchLooks(() => {
      tooLong.current = undefined
      follower.changed()
    })
    follower.changed()
    return () => {
      stopWatching()
      stopLooking()
      follower.close()
      onUnprintable([])
      tooLong.current = undefined
    }
  }, [session, addresses, onUnprintable, tooLong])

  usePageEnd(session.editor, (pages ?? 0) > maxPages)
  return <Count isTooMany={(pages ?? 0) > maxPages}>{pages === undefined ? undefined : wordsOf(pages)}</Count>
}

const wordsOf = (pages: number) =>
  pages > maxPages
    ? `${count(pages, 'página', 'páginas')}; caben ${maxPages}`
    : `${pages} de ${maxPages} páginas`
