import { useRef, useState } from 'react'
import type { LetterCard, Scanned } from '@lacre/letter/print-room/calls.ts'
import { encloseCard, scanCode } from '../data/calls.ts'
import { detailOf } from '../../api.ts'
import { detailOfAction, type ConsoleContext } from '../data/console-context.ts'
import { addSheet, emptySet, type ScanSet, type ScanWords } from './scan-set.ts'
import { letterName } from '../words/words.ts'

/** A set that came to an end; the newest first. */
export type Ended = { key: number; letter: LetterCard; isEnclosed: boolean; words: string }
export type Scanning = { set: ScanSet; words: ScanWords | undefined; isBusy: boolean; ended: Ended[] }

export type Scanner = ReturnType<typeof useScanner>

const longestList = 12
const nothing: Scanning = { set: emptySet, words: undefined, isBusy: false, ended: [] }

/**
 * What comes from under the scanner, one sheet after the other, however fast. A whole set is marked enclosed.
 */
export function useScanner({
  redirectIfUnauthorized,
  refresh,
}: Pick<ConsoleContext, 'redirectIfUnauthorized' | 'refresh'>) {
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
    if (!answer.ok && redirectIfUnauthorized(answer)) return
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
    refresh()
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
    else if (redirectIfUnauthorized(answer)) return
    else change({ words: { tone: 'loud', headline: 'No se ha leído', detail: detailOf(answer) } })
    change({ isBusy: false })
  }

  return {
    scanning,
    scan: (code: string) => {
      queue.current = queue.current.then(() => look(code))
    },
    /** Leaves a set that will not become whole. */
    startAgain: () => change({ set: emptySet, words: undefined }),
  }
}
