import type { Preview, PreviewProblem } from '@lacre/letter/calls.ts'
import { maxPages, sheetsOf } from '@lacre/letter/content/limits.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { count } from '@lacre/letter/words.ts'
import type { Node } from 'prosemirror-model'
import { Decoration, type EditorView } from 'prosemirror-view'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { preview } from '../api.ts'
import type { EditorSession } from '../drafts/editor-session.ts'
import { decorationLayer } from '../editor/decorations.ts'
import { watchLooks } from '../editor/kept-looks.ts'
import { bodyText, closePages, type Opened, openPages } from '../pages/open-pages.ts'
import { PagesView } from '../pages/pages-view.tsx'
import { Button } from '../ui/button.tsx'
import { modalDialog } from '../ui/dialog.tsx'
import type { Addresses } from '../drafts/kept-addresses.ts'
import { letterBody } from './addresses/letter-body.ts'
import { follow, type Following } from './follow.ts'
import { GreyNote } from './grey-note.tsx'
import './marks.css'
import styles from './preview.module.css'
import { type DocumentRange, goToProblem, isNote, Problems, rangesOf, takeOutPicture } from './problems.tsx'
import recipientStyles from './recipients/recipients.module.css'
import { isWide, useWide } from './wide.ts'

const number = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })

/** `2 páginas · 1 hoja · 10,5 g` */
const readFigures = ({ pages, sheets, grams }: NonNullable<Preview['paper']>): string =>
  [count(pages, 'página', 'páginas'), count(sheets, 'hoja', 'hojas'), `${number.format(grams)} g`].join(' · ')

const noNetwork = 'Sin conexión: la vista previa volverá cuando la haya. Su carta sigue guardada aquí.'
const slow = 'La vista previa sigue tardando: el servidor está muy ocupado. Se intentará de nuevo sola.'
const failed = 'No se ha podido preparar la vista previa. Se intentará de nuevo con el próximo cambio.'
const notShown =
  'Este navegador no ha podido mostrar las páginas. Su carta sigue guardada aquí y se imprimirá igual.'

/** Pages, sheets and weight, the limit, and whether an update is under way. */
function Figures({ paper, following }: { paper: Preview['paper'] | undefined; following: Following }) {
  const sentence = sentenceOf(following)
  return (
    <div className={styles.figures} translate="no">
      <p role="status">
        {paper && <strong>{readFigures(paper)}</strong>}
        {paper === null && 'Esta carta no se puede componer todavía.'}
        {!sentence && paper === undefined && 'Preparando las páginas…'}
        {sentence && ` ${sentence}`}
      </p>
      <p className={`soft ${styles.limits}`}>
        Hasta {maxPages} páginas ({sheetsOf(maxPages)} hojas por las dos caras).
        <span className={styles.updating} data-on={following.is === 'following' || undefined}>
          Actualizando…
        </span>
      </p>
      <GreyNote />
    </div>
  )
}

export function sentenceOf(following: Following): string {
  if (following.is === 'not-shown') return notShown
  if (following.is !== 'waiting') return ''
  const { status, detail, code } = following.refused
  if (code === 'slow') return slow
  return status === 0 ? noNetwork : (detail ?? failed)
}

type Frame = { headingId: string; id: string; onClose: () => void; children: ReactNode }

/** Beside the letter on a wide screen, else a drawer over it. */
function PreviewFrame(frame: Frame) {
  return useWide() ? <Beside {...frame} /> : <Drawer {...frame} />
}

const Beside = ({ headingId, id, children }: Frame) => (
  <section id={id} className={styles.beside} aria-labelledby={headingId}>
    <Heading id={headingId} />
    {children}
  </section>
)

/** Modal, because it covers nearly all of a small screen. */
function Drawer({ headingId, id, onClose, children }: Frame) {
  return (
    <dialog {...modalDialog(true, onClose)} id={id} className={styles.drawer} aria-labelledby={headingId}>
      <div className={styles.inside}>
        <div className={styles.head}>
          <Heading id={headingId} />
          <Button kind="quiet" onClick={onClose}>
            Cerrar
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

const Heading = ({ id }: { id: string }) => (
  <h2 id={id} className={styles.title}>
    Vista previa
  </h2>
)

type Marked = { problem: PreviewProblem; ranges: DocumentRange[] }

const setMarks = decorationLayer('preview-problems')

/** Marks the ranges of the problems by decorations; an empty list removes them. */
export function markProblems(view: EditorView, marked: Marked[]): void {
  const decorations = marked.flatMap(({ problem, ranges }) =>
    ranges.map(({ from, to, isNode }) => {
      const look = {
        class: problem.code === 'letter-too-long' ? 'is-beyond' : 'has-problem',
        title: problem.detail,
      }
      return isNode ? Decoration.node(from, to, look) : Decoration.inline(from, to, look)
    }),
  )
  setMarks(view, decorations)
}

const isLetter = /[\p{L}\p{N}]/u
const needleLength = 40

/** Letters and digits only: hyphens and spaces differ between editor and paper. */
const lettersOf = (text: string) => Array.from(text).filter((one) => isLetter.test(one))

/**
 * The position in the document of the first text after the last page allowed. Found by its words; among repeated
 * sentences by the amount of text before.
 */
export function overflowAt(doc: Node, printed: { before: string; after: string }): number {
  const letters: string[] = []
  const positions: number[] = []
  doc.descendants((node, at) => {
    const caption = (node.attrs['caption'] as string | null | undefined) ?? ''
    let offset = 0
    for (const one of node.text ?? caption) {
      if (isLetter.test(one)) {
        letters.push(one)
        positions.push(at + (node.isText ? offset : 0))
      }
      offset += one.length
    }
  })
  const expected = lettersOf(printed.before).length
  const needle = lettersOf(printed.after).slice(0, needleLength)
  const found = nearest(letters, needle, expected)
  return positions[found ?? Math.min(expected, positions.length - 1)] ?? 0
}

function nearest(letters: string[], needle: string[], expected: number): number | undefined {
  if (needle.length === 0) return undefined
  let best: number | undefined
  for (let at = letters.indexOf(needle[0]!); at >= 0; at = letters.indexOf(needle[0]!, at + 1)) {
    const isBetter = best === undefined || Math.abs(at - expected) < Math.abs(best - expected)
    if (isBetter && needle.every((one, offset) => letters[at + offset] === one)) best = at
  }
  return best
}

/** `opened`: the last good pages, also when the letter cannot be typeset now. `overflow`: where page five begins. */
type Shown = { preview: Preview; opened: Opened | undefined; overflow: number | undefined }

/** Follows changes of text, looks and addresses with previews. */
function useFollowing(session: EditorSession, addresses: Addresses) {
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

  // A document is closed only once the next one is on the screen.
  useEffect(() => () => closePages(opened), [opened])

  return {
    shown,
    following,
    /** Keeps the marks when the drawer closes so that the writer can correct a problem. */
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

/** Previous and next recipient of the preview. */
const ChooseRecipient = ({
  name,
  at,
  of,
  onChoose,
}: {
  name: string
  at: number
  of: number
  onChoose: (at: number) => void
}) => (
  <div className={recipientStyles.shown} role="group" aria-label="Destinatario de la vista previa">
    <Button kind="quiet" disabled={at === 0} onClick={() => onChoose(at - 1)}>
      Anterior
    </Button>
    <p role="status">
      {at + 1} de {of}: <strong>{name}</strong>
    </p>
    <Button kind="quiet" disabled={at + 1 === of} onClick={() => onChoose(at + 1)}>
      Siguiente
    </Button>
  </div>
)

/** Vista previa: the pages as they will be printed, updated while typing (design/writing.md#preview-is-the-print). */
export default function PreviewPanel({
  id,
  session,
  addresses,
  others,
  onClose,
}: {
  id: string
  session: EditorSession
  addresses: Addresses
  /** The further recipients; each has pages of their own. */
  others: readonly Recipient[]
  onClose: () => void
}) {
  const [chosen, choose] = useState(0)
  const at = Math.min(chosen, others.length)
  const one = useMemo(() => {
    const other = others[at - 1]
    return other ? { ...addresses, destinationAddress: other } : addresses
  }, [addresses, others, at])
  const { shown, following, keepMarks } = useFollowing(session, one)
  const [hasOverlays, showOverlays] = useState(true)
  const [isLarge, enlarge] = useState(false)
  const headingId = useId()

  function go(problem: PreviewProblem) {
    const act = () => goToProblem(session, problem, shown?.overflow)
    if (isWide()) return act()
    keepMarks()
    flushSync(onClose) // the page behind the drawer is inert until it is closed
    act()
  }

  return (
    <PreviewFrame headingId={headingId} id={id} onClose={onClose}>
      {others.length > 0 && (
        <ChooseRecipient
          name={one.destinationAddress.name}
          at={at}
          of={1 + others.length}
          onChoose={choose}
        />
      )}
      <Figures paper={shown?.preview.paper} following={following} />
      <Problems
        problems={shown?.preview.problems ?? []}
        onGo={go}
        onTakeOut={(problem) => takeOutPicture(session, problem)}
      />
      {shown?.opened && (
        <>
          <div className={styles.switches}>
            <Switch isOn={hasOverlays} onChange={showOverlays}>
              Ver pliegues y ventana
            </Switch>
            <Switch isOn={isLarge} onChange={enlarge}>
              Ver a tamaño real
            </Switch>
          </div>
          <PagesView opened={shown.opened} isLarge={isLarge} hasOverlays={hasOverlays} />
        </>
      )}
    </PreviewFrame>
  )
}

const Switch = ({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: string
}) => (
  <label>
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
    {children}
  </label>
)
