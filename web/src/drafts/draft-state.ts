import { createListeners } from '../storage.ts'
import type { AccountNews } from './draft-account.ts'
import type { News } from './tab.ts'
import type { Kept } from './draft.ts'

type StoreTrouble = Exclude<Kept, 'whole'>
/** Of what was pasted, dropped or chosen: what could not come in, in a sentence. */
type Told = { told: string }
export type Trouble =
  | Told
  | 'picture-in-version'
  | 'picture-lost'
  | 'not-replaced'
  | StoreTrouble
  | Exclude<News | AccountNews, 'kept' | 'refused' | 'not-kept' | 'overtook'>

/** `apart`: the words in local storage, the pictures only in the journal. */
export type Keeping = 'nothing-yet' | 'kept' | 'in-account' | 'apart' | 'unkept'

/** What local storage, the journal and the account say of the last change; and what went wrong last. */
type Draft = {
  store: Kept
  /** While it is `coming` nobody knows yet whether it keeps what local storage does not. */
  journal: 'coming' | 'kept' | 'refused'
  hasJournal: boolean
  isInAccount: boolean
  /** Why it is not, in a sentence. */
  accountProblem: string | undefined
  hasWords: boolean
  trouble: Trouble | undefined
}

const keptOnDevice = {
  whole: { coming: 'kept', kept: 'kept', refused: 'kept' },
  'without-pictures': { coming: 'unkept', kept: 'apart', refused: 'unkept' },
  refused: { coming: 'unkept', kept: 'kept', refused: 'unkept' },
} satisfies Record<Kept, Record<Draft['journal'], Keeping>>

function keepingOf({ hasWords, isInAccount, store, journal }: Draft): Keeping {
  if (!hasWords) return 'nothing-yet'
  const keeping = keptOnDevice[store][journal]
  return isInAccount && keeping !== 'unkept' ? 'in-account' : keeping
}

/** What nothing keeps whole; gone from the notice as soon as it is kept again. */
const unkept = ({ store, journal }: Draft) => (store !== 'whole' && journal === 'refused' ? store : undefined)
function judged(before: Draft, after: Draft): Draft {
  const [old, problem] = [unkept(before), unkept(after)]
  if (old === problem) return after
  return { ...after, trouble: problem ?? (after.trouble === old ? undefined : after.trouble) }
}

/** What each report of the journal changes. */
const afterNews = {
  kept: { journal: 'kept' },
  refused: { journal: 'refused' },
  overtook: {},
  'shown-older': { trouble: 'shown-older' },
  'other-tab': { trouble: 'other-tab' },
  'newer-tab': { trouble: 'newer-tab' },
} satisfies Record<News, Partial<Draft>>

/** How the letter is kept; it can be subscribed to. */
export function draftState() {
  const { notify, subscribe } = createListeners()
  let draft: Draft = {
    store: 'whole',
    journal: 'coming',
    hasJournal: false,
    isInAccount: false,
    accountProblem: undefined,
    hasWords: false,
    trouble: undefined,
  }
  function change(changes: Partial<Draft>) {
    draft = judged(draft, { ...draft, ...changes })
    notify()
  }

  return {
    keeping: () => keepingOf(draft),
    accountProblem: () => draft.accountProblem,
    trouble: () => draft.trouble,
    hasJournal: () => draft.hasJournal,
    /** The storage holds less than the editor: the last change did not fit. */
    isUnkept: () => draft.store !== 'whole',
    onStored: (store: Kept) => change({ store }),
    onJournalNews: (news: News) =>
      change(
        news === 'overtook' && draft.trouble === 'other-tab' ? { trouble: 'newer-tab' } : afterNews[news],
      ),
    onAccountNews: (news: AccountNews, detail?: string) =>
      change(
        news === 'other-device'
          ? { trouble: news }
          : { isInAccount: news === 'kept', accountProblem: detail },
      ),
    /** Its versions can be listed from now on. */
    onJournalOpened: () => change({ hasJournal: true }),
    onWritten: (html: string) => change({ hasWords: html !== '' && html !== '<p></p>' }),
    setTrouble: (trouble: Trouble | undefined) => change({ trouble }),
    subscribe,
  }
}
