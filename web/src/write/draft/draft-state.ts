import type { PictureProblem } from '../editor/pictures/picture-drop.ts'
import type { Kept } from './storage/draft.ts'
import type { AccountNews } from './draft-account.ts'
import type { News } from './draft-journal.ts'

type KeepingTrouble = Exclude<Kept, 'whole'>
export type Trouble =
  PictureProblem | KeepingTrouble | Exclude<News | AccountNews, 'kept' | 'refused' | 'not-kept' | 'overtook'>

/** `apart`: the words in local storage, the pictures only in the journal. */
export type Keeping = 'nothing-yet' | 'kept' | 'in-account' | 'apart' | 'unkept'

/** How the letter is kept, from what local storage and the journal say of each change; and what went wrong last. */
export function draftState() {
  const listeners = new Set<() => void>()
  let stored: Kept = 'whole'
  let journal: 'coming' | 'kept' | 'refused' = 'coming'
  let hasWords = false
  let problem: KeepingTrouble | undefined
  let trouble: Trouble | undefined
  let hasJournal = false
  let isInAccount = false
  let told = ''

  const keeping = (): Keeping => {
    if (!hasWords) return 'nothing-yet'
    if (isInAccount && (stored === 'whole' || journal === 'kept')) return 'in-account'
    if (stored === 'whole') return 'kept'
    if (journal === 'kept') return stored === 'refused' ? 'kept' : 'apart'
    return 'unkept'
  }
  function tell() {
    const now = `${keeping()} ${trouble} ${hasJournal}`
    if (now === told) return
    told = now
    listeners.forEach((listener) => listener())
  }
  function judge() {
    // While the journal is on its way nobody knows yet whether it keeps what local storage does not.
    const next = stored !== 'whole' && journal === 'refused' ? stored : undefined
    if (next !== problem) {
      if (next) trouble = next
      else if (trouble === problem) trouble = undefined
      problem = next
    }
    tell()
  }

  return {
    keeping,
    trouble: () => trouble,
    /** The storage holds less than the editor: the last change did not fit. */
    isUnkept: () => stored !== 'whole',
    storeSaid: (kept: Kept) => {
      stored = kept
      judge()
    },
    journalSaid: (news: News) => {
      if (news === 'kept' || news === 'refused') journal = news
      else if (news !== 'overtook') trouble = news
      else if (trouble === 'other-tab') trouble = 'newer-tab'
      judge()
    },
    onAccountNews: (news: AccountNews) => {
      if (news === 'other-device') trouble = news
      else isInAccount = news === 'kept'
      tell()
    },
    /** Its versions can be listed from now on. */
    journalCame: () => {
      hasJournal = true
      tell()
    },
    wrote: (html: string) => {
      hasWords = html !== '' && html !== '<p></p>'
      tell()
    },
    setTrouble: (what: Trouble | undefined) => {
      trouble = what
      tell()
    },
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
