import { createListeners } from '../storage.ts'
import type { AccountNews } from './sync.ts'
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
  | 'other-tab'
  | 'newer-tab'
  | 'shown-older'
  | 'other-device'

/** `apart`: the words in local storage, the pictures only in the database. */
export type Keeping = 'nothing-yet' | 'kept' | 'in-account' | 'apart' | 'unkept'

/** What local storage, the database and the account say of the last change; and what went wrong last. */
type Draft = {
  store: Kept
  /** While it is `coming` nobody knows yet whether it keeps what local storage does not. */
  database: 'coming' | 'kept' | 'refused'
  hasVersions: boolean
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
} satisfies Record<Kept, Record<Draft['database'], Keeping>>

function keepingOf({ hasWords, isInAccount, store, database }: Draft): Keeping {
  if (!hasWords) return 'nothing-yet'
  const keeping = keptOnDevice[store][database]
  return isInAccount && keeping !== 'unkept' ? 'in-account' : keeping
}

/** What nothing keeps whole; gone from the notice as soon as it is kept again. */
const unkept = ({ store, database }: Draft) =>
  store !== 'whole' && database === 'refused' ? store : undefined
function judged(before: Draft, after: Draft): Draft {
  const [old, problem] = [unkept(before), unkept(after)]
  if (old === problem) return after
  return { ...after, trouble: problem ?? (after.trouble === old ? undefined : after.trouble) }
}

/** How the letter is kept; it can be subscribed to. */
export function draftState() {
  const { notify, subscribe } = createListeners()
  let draft: Draft = {
    store: 'whole',
    database: 'coming',
    hasVersions: false,
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
    hasVersions: () => draft.hasVersions,
    /** The storage holds less than the editor: the last change did not fit. */
    isUnkept: () => draft.store !== 'whole',
    onStored: (store: Kept) => change({ store }),
    onKept: (isKept: boolean) => change({ database: isKept ? 'kept' : 'refused' }),
    onAccountNews: (news: AccountNews, detail?: string) =>
      change(
        news === 'other-device'
          ? { trouble: news }
          : { isInAccount: news === 'kept', accountProblem: detail },
      ),
    /** Its versions can be listed from now on. */
    onOpened: () => change({ hasVersions: true }),
    onWritten: (html: string) => change({ hasWords: html !== '' && html !== '<p></p>' }),
    setTrouble: (trouble: Trouble | undefined) => change({ trouble }),
    subscribe,
  }
}
