import { Fragment, type Node, Slice } from 'prosemirror-model'
import { EditorState, Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Loss } from '@lacre/letter/content/reading/reader.ts'
import { toHtml } from '../document/html.ts'
import { schema } from '../document/schema.ts'
import { readCaret } from '../document/moved-caret.ts'
import { isFromEditor } from '../paste.ts'
import type { PictureRefusal } from './scale.worker.ts'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

const refusalSentences = {
  'not-a-picture': (files, areMany) =>
    `Solo se pueden añadir imágenes PNG o JPEG. ${files} no se ${areMany ? 'han' : 'ha'} incluido en la carta.`,
  heic: (files, areMany) =>
    `${files}: este navegador no sabe leer fotos HEIC. ${areMany ? 'Guárdelas' : 'Guárdela'} como JPEG, o añádal${areMany ? 'as' : 'a'} desde el teléfono, que lo hace solo.`,
  broken: (files, areMany) =>
    `No hemos podido leer ${files}: ${areMany ? 'están incompletas o dañadas. Pruebe a guardarlas' : 'está incompleta o dañada. Pruebe a guardarla'} de nuevo como PNG o JPEG.`,
} satisfies Record<PictureRefusal, (files: string, areMany: boolean) => string>

function refusalWords(refused: { name: string; why: PictureRefusal }[]): string {
  const reasons = Object.keys(refusalSentences) as PictureRefusal[]
  const sentences = reasons.flatMap((reason) => {
    const names = refused.filter(({ why }) => why === reason).map(({ name }) => `«${name}»`)
    return names.length ? [refusalSentences[reason](list.format(names), names.length > 1)] : []
  })
  return sentences.join(' ')
}

const lossNames: Record<Loss, string> = {
  table: 'la tabla ha quedado en líneas',
  revision: 'los comentarios y lo borrado no han pasado',
  reference: 'las llamadas a notas de la página no han pasado',
  drawing: 'falta algún dibujo, fórmula o vídeo',
  picture: 'falta alguna imagen, que no se puede traer (cópiela sola o use Añadir foto)',
}
/** Names what a letter could not take of a paste. */
const lossWords = (losses: Set<Loss>): string =>
  `De lo que ha pegado, ${list.format((Object.keys(lossNames) as Loss[]).filter((loss) => losses.has(loss)).map((loss) => lossNames[loss]))}.`

export type PictureDeps = {
  /** Converts a picture into a PNG or JPEG data URL. */
  pictureSource: (file: File) => Promise<{ src: string } | { refused: PictureRefusal }>
  /** Shows a sentence about refused files or lost content. */
  onMessage: (sentence: string) => void
  /** The document is replaced while pictures are loading. Resolves to the old document with them; undefined if none was readable. */
  onPicturesPending?: (whole: Promise<string | undefined>) => void
}
/** A slice that waits for its pictures, to replace `from`–`to`. */
type Waiting = { from: number; to: number; slice: Promise<Slice | undefined>; isFiles: boolean }

/**
 * Dropped, pasted and chosen pictures (specification, section 2), and pictures inside a paste. Scaling takes a moment in
 * which the writer may type on, so each waiting position is mapped through the changes.
 */
export function pictureDrop({ pictureSource, onMessage, onPicturesPending }: PictureDeps) {
  const waiting = new Set<Waiting>()
  const underWay = new Set<Promise<void>>()
  /** Losses of the paste being read. */
  let losses = new Set<Loss>()

  function insert(view: EditorView, slice: Waiting['slice'], from: number, to = from, isFiles = false) {
    const place = { from, to, slice, isFiles }
    waiting.add(place)
    const putting = put(view, place).finally(() => underWay.delete(putting))
    underWay.add(putting)
  }
  const insertFiles = (view: EditorView, files: File[], at: number) =>
    insert(view, picturesIn(files), at, at, true)

  async function picturesIn(files: File[]): Promise<Slice | undefined> {
    const images: Node[] = []
    const refused: { name: string; why: PictureRefusal }[] = []
    for (const file of files) {
      const read = await sourceOf(file)
      if ('src' in read) images.push(schema.nodes.image.create({ src: read.src, size: 'mediana' }))
      else refused.push({ name: file.name, why: read.refused })
    }
    if (refused.length) onMessage(refusalWords(refused))
    return images.length ? new Slice(Fragment.from(images), 0, 0) : undefined
  }
  const sourceOf = (file: File) => pictureSource(file).catch(() => ({ refused: 'broken' }) as const)

  /** The slice with its pictures scaled, which also removes their EXIF location. */
  async function withScaled(slice: Slice, lost: Set<Loss>): Promise<Slice> {
    const sources = new Map<string, string | undefined>()
    for (const src of sourcesIn(slice)) {
      const file = isData(src) && fileOf(src)
      const read = file && (await sourceOf(file))
      sources.set(src, read && 'src' in read ? read.src : undefined)
      if (isData(src) && !sources.get(src)) lost.add('picture')
    }
    if (lost.size) onMessage(lossWords(lost))
    const scaled = (nodes: Fragment): Fragment => {
      const kept: Node[] = []
      nodes.forEach((node) => {
        const src = String(node.attrs.src)
        const own = sources.get(src)
        if (node.type !== schema.nodes.image || !isData(src)) kept.push(node.copy(scaled(node.content)))
        else if (own) kept.push(node.type.create({ ...node.attrs, src: own }, null, node.marks))
      })
      return Fragment.from(kept)
    }
    return new Slice(scaled(slice.content), slice.openStart, slice.openEnd)
  }

  async function put(view: EditorView, place: Waiting) {
    const slice = await place.slice
    const isStillWanted = waiting.delete(place)
    if (!isStillWanted || !slice) return
    readCaret(view)
    view.dispatch(putIn(view.state.tr, place, slice).setMeta('uiEvent', 'paste').scrollIntoView())
    watchRemote(view, slice)
  }

  /** Removes pictures of other sites that cannot be fetched, with a message; tracking pixels without one. */
  function watchRemote(view: EditorView, slice: Slice) {
    for (const src of sourcesIn(slice).filter((one) => !isData(one))) {
      const probe = new Image()
      probe.referrerPolicy = 'no-referrer'
      const remove = () => view.isDestroyed || view.dispatch(withoutPicture(view.state, src))
      probe.addEventListener('load', () => Math.min(probe.naturalWidth, probe.naturalHeight) <= 2 && remove())
      probe.addEventListener('error', () => {
        if (!navigator.onLine) return
        remove()
        onMessage(lossWords(new Set(['picture'])))
      })
      probe.src = src
    }
  }

  /** Hands pictures still loading to the document that they were dropped into. */
  function leave(doc: Node) {
    const pending = [...waiting].toSorted((one, other) => other.from - one.from)
    waiting.clear()
    if (pending.length) onPicturesPending?.(whole(doc, pending))
  }
  async function whole(doc: Node, places: Waiting[]): Promise<string | undefined> {
    let state = EditorState.create({ doc })
    for (const place of places) {
      const read = await place.slice
      if (read) state = state.apply(putIn(state.tr, place, read))
    }
    return state.doc === doc ? undefined : toHtml(state.doc)
  }

  /** True when the slice is inserted later, once its pictures are ready. */
  function takeIn(
    view: EditorView,
    slice: Slice,
    from: DataTransfer | null,
    at: { from: number; to: number },
  ) {
    const lost = losses
    losses = new Set()
    if (isFromEditor(from)) return false
    if (sourcesIn(slice).some(isData)) {
      insert(view, withScaled(slice, lost), at.from, at.to)
      return true
    }
    if (lost.size) onMessage(lossWords(lost))
    watchRemote(view, slice)
    return false
  }

  /** Inserts files in place of the selection. */
  function add(view: EditorView, files: File[]) {
    const { from, empty } = view.state.selection
    if (!empty) view.dispatch(view.state.tr.deleteSelection())
    insertFiles(view, files, from)
  }

  const plugin = new Plugin({
    state: {
      init: () => waiting.clear(), // another letter: what still waits belongs to an erased one
      apply(change) {
        for (const place of waiting) {
          place.from = change.mapping.map(place.from, -1)
          place.to = Math.max(place.from, change.mapping.map(place.to, -1))
        }
      },
    },
    props: {
      handlePaste(view, { clipboardData }, slice) {
        const files = [...(clipboardData?.files ?? [])]
        // Word processors add a picture of the copied text; the text counts.
        if (!files.length || clipboardData?.getData('text/plain').trim())
          return takeIn(view, slice, clipboardData, view.state.selection)
        losses = new Set()
        add(view, files)
        return true
      },
      handleDrop(view, event, slice, isMoved) {
        const files = [...(event.dataTransfer?.files ?? [])]
        const point = view.posAtCoords({ left: event.clientX, top: event.clientY })
        const at = point?.pos ?? view.state.selection.from
        if (!files.length) return !isMoved && takeIn(view, slice, event.dataTransfer, { from: at, to: at })
        event.preventDefault() // for any file: else the browser leaves the page to show it
        insertFiles(view, files, at)
        return true
      },
    },
  })
  return {
    plugin,
    add,
    leave,
    onLost: (lost: Set<Loss>) => void (losses = lost),
    /** Resolves when all pictures are scaled and inserted. */
    settled: async () => void (await Promise.allSettled(underWay)),
  }
}

const putIn = (tr: Transaction, { from, to, isFiles }: Waiting, slice: Slice): Transaction =>
  isFiles ? putPhotos(tr, from, slice) : tr.replaceRange(from, to, slice)

/** Puts photos centred into a paragraph of their own; a caret at that position moves below them. */
function putPhotos(tr: Transaction, at: number, photos: Slice): Transaction {
  const { parent, parentOffset } = tr.doc.resolve(at)
  const { paragraph } = schema.nodes
  if (parent.type !== paragraph) return tr.replaceRange(at, at, photos)
  const wasThere = tr.selection.empty && tr.selection.from === at
  let start = at - parentOffset - 1
  if (parent.textContent) {
    if (parentOffset) start = at + 1
    if (parentOffset && parentOffset < parent.content.size) tr.split(at)
    tr.insert(start, paragraph.create({ align: 'center' }, photos.content))
  } else tr.insert(at, photos.content).setNodeMarkup(start, null, { align: 'center' })
  const end = start + (tr.doc.nodeAt(start)?.nodeSize ?? 0)
  if (!tr.doc.resolve(end).nodeAfter?.isTextblock) tr.insert(end, paragraph.create())
  return wasThere ? tr.setSelection(TextSelection.create(tr.doc, end + 1)) : tr
}

const isData = (src: string) => /^data:/i.test(src)

function sourcesIn(slice: Slice): string[] {
  const sources = new Set<string>()
  slice.content.descendants((node) => {
    if (node.type === schema.nodes.image) sources.add(String(node.attrs.src))
  })
  return [...sources]
}

function withoutPicture({ doc, tr }: EditorState, src: string) {
  doc.descendants((node, at) => {
    if (node.type === schema.nodes.image && node.attrs.src === src)
      tr.delete(tr.mapping.map(at), tr.mapping.map(at + node.nodeSize))
  })
  return tr.setMeta('addToHistory', false)
}

/** A data URL as a file; the content policy forbids `fetch` on it. */
function fileOf(address: string): File | undefined {
  const comma = address.indexOf(',')
  try {
    const body = decodeURIComponent(address.slice(comma + 1))
    const text = /;\s*base64\s*$/i.test(address.slice(0, comma)) ? atob(body) : body
    return new File([Uint8Array.from(text, (one) => one.charCodeAt(0))], 'imagen')
  } catch {
    return undefined
  }
}
