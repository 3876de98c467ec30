import type { LetterCard, Scanned } from '@lacre/letter/print-room/calls.ts'
import { stateNames } from '@lacre/letter/words.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import { detailOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { isDialogOpen } from '../ui/dialog.tsx'
import { Form } from '../ui/field.tsx'
import { refetchAll, detailOfAction } from './actions.tsx'
import { encloseCard, scanCode } from './calls.ts'
import styles from './scan.module.css'
import viewStyles from './view.module.css'
import { addressOfLetter, Heading, Part } from './view.tsx'
import { letterName, sheetNumbers } from './words.ts'

/** A USB scanner types a code and Enter as a keyboard, faster than a person. */
const fastMs = 100
const longestCode = 60
const isSheetCode = (text: string) => /^[0-9a-f]{12}\.\d{1,2}\.\d{1,2}$/i.test(text)

/**
 * Collects keys outside fields. Returns the code when one is complete, so that its Enter does not press the focused
 * button. `at` is in milliseconds.
 */
export function createKeyboardScanner(): (key: string, at: number) => string | undefined {
  let typed = ''
  let last = -Infinity
  return (key, at) => {
    if (at - last > fastMs) typed = ''
    last = at
    if (key === 'Enter') {
      const code = typed
      typed = ''
      return isSheetCode(code) ? code : undefined
    }
    if (key.length === 1) typed = (typed + key).slice(-longestCode)
    return undefined
  }
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio], [type=checkbox]), textarea, select')

/** Receives scans while the focus is in no field. */
export function useKeyboardScanner(onSheetCode: (code: string) => void): void {
  const handleSheetCode = useEffectEvent(onSheetCode)
  useEffect(() => {
    const scanner = createKeyboardScanner()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const hasDialog = isDialogOpen()
      const code = isField(event.target) && !hasDialog ? undefined : scanner(event.key, event.timeStamp)
      if (code === undefined) return
      event.preventDefault()
      event.stopPropagation()
      // An open dialog must be answered first; the scanner's Enter is no answer.
      if (!hasDialog) handleSheetCode(code)
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

/** The scanned sheets of one letter. */
export type ScanSet =
  { is: 'empty' } | { is: 'collecting' | 'whole'; letter: LetterCard; sheets: number; seen: number[] }
/** `calm` is announced politely; `loud` at once, in red. */
type ScanWords = { tone: 'calm' | 'good' | 'loud'; headline: string; detail: string }

export const emptySet: ScanSet = { is: 'empty' }

const list = new Intl.ListFormat('es', { type: 'conjunction' })
const findMissing = (seen: number[], sheets: number) =>
  sheetNumbers(sheets).filter((sheet) => !seen.includes(sheet))

function missingWords(seen: number[], sheets: number): string {
  const missing = findMissing(seen, sheets)
  const names = list.format(missing.map(String))
  return missing.length === 1 ? `Falta la hoja ${names}.` : `Faltan las hojas ${names}.`
}

/** Why the letter must not be enclosed now, if so. */
function findRefusal(letter: LetterCard): ScanWords | undefined {
  if (letter.can.includes('enclosed')) return undefined
  const name = letterName(letter)
  if (letter.enclosedAt && (letter.state === 'batched' || letter.state === 'printed'))
    return { tone: 'loud', headline: 'Ya estaba ensobrada', detail: `La carta ${name} ya se ensobró.` }
  return {
    tone: 'loud',
    headline: 'No la ensobre',
    detail: `La carta ${name} no está para ensobrar: ${stateNames[letter.state].toLowerCase()}.`,
  }
}

/**
 * Adds a sheet. A sheet of another letter leaves the set unchanged: it must be taken out first. After a whole set the next
 * sheet begins a new one.
 */
export function addSheet(
  set: ScanSet,
  { letter, sheet, sheets }: Scanned,
): { set: ScanSet; words: ScanWords } {
  const name = letterName(letter)
  if (set.is === 'collecting' && set.letter.id !== letter.id) {
    const detail = `Esta es la hoja ${sheet} de ${sheets} de la carta ${name}. Sáquela. De la carta ${letterName(set.letter)}: ${missingWords(set.seen, set.sheets).toLowerCase()}`
    return { set, words: { tone: 'loud', headline: '¡Hoja de otra carta!', detail } }
  }
  const refused = findRefusal(letter)
  if (refused) return { set: set.is === 'collecting' ? set : emptySet, words: refused }

  const before = set.is === 'collecting' ? set.seen : []
  const isAgain = before.includes(sheet)
  const seen = isAgain ? before : [...before, sheet].toSorted((one, other) => one - other)
  const headline = `Hoja ${sheet} de ${sheets} de la carta ${name}`
  if (!findMissing(seen, sheets).length)
    return {
      set: { is: 'whole', letter, sheets, seen },
      words: { tone: 'calm', headline, detail: 'Están todas sus hojas.' },
    }
  const detail = `${isAgain ? 'Esa hoja ya estaba. ' : ''}${missingWords(seen, sheets)}`
  return { set: { is: 'collecting', letter, sheets, seen }, words: { tone: 'calm', headline, detail } }
}

type Ended = { key: number; letter: LetterCard; isEnclosed: boolean; words: string }
type Scanning = { set: ScanSet; words: ScanWords | undefined; isBusy: boolean; ended: Ended[] }

type Scanner = ReturnType<typeof useScanner>

const longestList = 12
const nothing: Scanning = { set: emptySet, words: undefined, isBusy: false, ended: [] }

/**
 * Processes scans one after the other, however fast they come. Marks a whole set as enclosed.
 */
export function useScanner() {
  const [scanning, setScanning] = useState(nothing)
  const now = useRef(nothing)
  const queue = useRef(Promise.resolve())
  const change = (part: Partial<Scanning>) => {
    now.current = { ...now.current, ...part }
    setScanning(now.current)
  }
  const end = (letter: LetterCard, isEnclosed: boolean, words: string) => {
    const ended = { key: (now.current.ended[0]?.key ?? 0) + 1, letter, isEnclosed, words }
    return [ended, ...now.current.ended].slice(0, longestList)
  }

  async function enclose({ letter, seen }: { letter: LetterCard; seen: number[] }) {
    const answer = await encloseCard(letter.id, { sheets: seen })
    const name = letterName(letter)
    const detail = answer.ok ? 'Todas las hojas están: al sobre.' : detailOfAction(answer)
    change({
      set: emptySet,
      words: answer.ok
        ? { tone: 'good', headline: `Carta ${name}: ensobrada`, detail }
        : {
            tone: 'loud',
            headline: `Carta ${name}: no se ha marcado`,
            detail: `${detail} Vuelva a escanearla.`,
          },
      ended: end(answer.ok ? answer.body : letter, answer.ok, answer.ok ? 'Ensobrada' : detail),
    })
    refetchAll()
  }

  async function take(scanned: Scanned) {
    const { set, words } = addSheet(now.current.set, scanned)
    change({ set, words })
    if (set.is === 'whole') await enclose(set)
  }

  async function look(code: string) {
    change({ isBusy: true })
    const answer = await scanCode(code)
    if (answer.ok) await take(answer.body)
    else {
      change({ words: { tone: 'loud', headline: 'No se ha leído', detail: detailOf(answer) } })
      if (answer.status === 403) refetchAll()
    }
    change({ isBusy: false })
  }

  return {
    scanning,
    scan: (code: string) => {
      queue.current = queue.current.then(() => look(code))
    },
    /** Abandons an incomplete set. */
    startAgain: () => change({ set: emptySet, words: undefined }),
  }
}

/** `Escanear`: every sheet is scanned before the envelope is closed (design/print-room.md#every-sheet-is-scanned). */
export function Scan({ scanner: { scanning, scan, startAgain } }: { scanner: Scanner }) {
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)

  // Keeps the focus here, also after a scan with the focus elsewhere.
  useEffect(() => {
    if (!scanning.isBusy) field.current?.focus()
  }, [scanning.isBusy])

  function submit() {
    const read = code.trim().toLowerCase()
    setCode('')
    if (read) scan(read)
  }
  function again() {
    startAgain()
    field.current?.focus()
  }
  return (
    <>
      <Heading title="Escanear" takesFocus={false} />
      <Form className={`group ${styles.form}`} onSubmit={submit}>
        <label htmlFor="codigo" className="strong">
          Código de la hoja
        </label>
        <div className={`row ${styles.field}`}>
          <input
            ref={field}
            id="codigo"
            value={code}
            onChange={({ target }) => setCode(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && again()}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={60}
            aria-describedby="codigo-ayuda"
            placeholder="3f2a9c1d7b4e.1.2"
          />
          <Button type="submit" kind="secondary">
            Leer
          </Button>
        </div>
        <p id="codigo-ayuda" className="soft">
          Escanee todas las hojas de una carta, una tras otra. Cuando están todas, la carta queda ensobrada y
          la siguiente hoja empieza la siguiente.
        </p>
      </Form>
      <ScanMessage scanning={scanning} onAgain={again} />
      {scanning.ended.length > 0 && <EndedSets ended={scanning.ended} />}
    </>
  )
}

/** In large letters, readable from the packing table; errors are announced at once. */
function ScanMessage({
  scanning: { set, words, isBusy },
  onAgain,
}: {
  scanning: Scanning
  onAgain: () => void
}) {
  const tone = words?.tone ?? 'calm'
  const text = words && (
    <>
      <strong className={`strong serif wrap ${styles.headline}`}>{words.headline}</strong>
      <span className={`serif wrap ${styles.detail}`}>{words.detail}</span>
    </>
  )
  return (
    <div className={`stack start ${styles.message} ${styles[tone]}`} aria-busy={isBusy}>
      <div role="status">{tone !== 'loud' && (text ?? <Ready />)}</div>
      <div role="alert">{tone === 'loud' && text}</div>
      {set.is === 'collecting' && (
        <>
          <ol className={`row ${styles.sheets}`} aria-label={`Hojas de la carta ${letterName(set.letter)}`}>
            {sheetNumbers(set.sheets).map((sheet) => (
              <li key={sheet} data-seen={set.seen.includes(sheet) || undefined}>
                {sheet}
                <span className="visually-hidden">{set.seen.includes(sheet) ? ' está' : ' falta'}</span>
              </li>
            ))}
          </ol>
          <Button kind="secondary" onClick={onAgain}>
            Dejarla y empezar otra (Esc)
          </Button>
        </>
      )}
    </div>
  )
}

const Ready = () => <span className={`serif wrap ${styles.detail}`}>Listo para la primera hoja.</span>

const EndedSets = ({ ended }: { ended: Ended[] }) => (
  <Part id="hechas" title="Últimas">
    <ul className="group">
      {ended.map(({ key, letter, isEnclosed, words }) => (
        <li key={key}>
          <Link href={addressOfLetter(letter.id)}>{letterName(letter)}</Link>{' '}
          <span className={isEnclosed ? viewStyles.done : viewStyles.refused}>{words}</span>
        </li>
      ))}
    </ul>
  </Part>
)
