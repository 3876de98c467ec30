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

/** A blank picture of the same size: a few kilobytes. */
function blank({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): string {
  const size = `${width} ${height}`
  const made =
    blanks.get(size) ?? Object.assign(document.createElement('canvas'), { width, height }).toDataURL()
  blanks.set(size, made)
  return made
}

/** The letter with blank pictures of the same size, which take as many pages; unloaded pictures stay. */
function blankPictures(html: string, letter: Element): string {
  const pictures = [...letter.querySelectorAll('img')].filter(({ naturalWidth }) => naturalWidth > 0)
  const bySource = new Map(pictures.map((picture) => [picture.getAttribute('src'), picture]))
  return html.replaceAll(/ src="(data:[^"]*)"/g, (attribute: string, source: string) => {
    const picture = bySource.get(source)
    return picture ? ` src="${blank(picture)}"` : attribute
  })
}

/** The layout takes milliseconds, but the result is announced, so not after each key. */
const estimatePauseMs = 500
/** Longer than for the preview: not urgent, and every signed-in writer sends it. */
const pauseMs = 1500
/** Above this size the pictures are sent blank: a page count is not worth megabytes at each pause. */
const mostSent = 1_000_000
/** 503 makes it retry while a picture is not loaded and has no size. */
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
/** Gets the problems with signs that no font has. Must be a stable function. */
type OnUnprintable = (problems: PreviewProblem[]) => void

/**
 * The number of pages, while the preview is closed. The text of a visitor stays in the browser until they open the preview
 * or sign in, so until then it is estimated here (design/writing.md#counted-here).
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

/** Marks the end of page four in a letter that is too long. */
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

/** `unas 2 páginas`, without a call. */
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

/** `2 de 4 páginas`, counted by the typesetter. */
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
