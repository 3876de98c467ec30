import { createListeners } from '../storage.ts'
import type { AccountNews } from './sync.ts'
import type { Kept } from './draft.ts'

type StoreTrouble = Exclude<Kept, 'whole'>
/** What a paste, drop or choice of files could not bring in, as a sentence. */
type Message = { message: string }
export type Trouble =
  | Message
  | 'picture-in-version'
  | 'picture-lost'
  | 'not-replaced'
  | StoreTrouble
  | 'other-tab'
  | 'newer-tab'
  | 'shown-older'
  | 'other-device'

/** `apart`: the text is in local storage, the pictures only in the database. */
export type Keeping = 'nothing-yet' | 'kept' | 'in-account' | 'apart' | 'unkept'

/** Where the last change is stored, and the last trouble. */
type Draft = {
  store: Kept
  /** `coming`: not opened yet, so it is unknown whether it stores the letter. */
  database: 'coming' | 'kept' | 'refused'
  hasVersions: boolean
  isInAccount: boolean
  /** Why it is not in the account, as a sentence. */
  accountProblem: string | undefined
  hasWords: boolean
  trouble: Trouble | undefined
}

const keptOnDevice = {
  whole: { coming: 'kept', kept: 'kept', refused: 'kept' },
  'without-pictures': { coming: 'unkept', kept: 'apart', refused: 'unkept' },
  refused: { coming: 'unkept', kept: 'kept', refused: 'unkept' },
} satisfies Record<Kept, Record<Draft['database'], Keeping>>

function summarise({ hasWords, isInAccount, store, database }: Draft): Keeping {
  if (!hasWords) return 'nothing-yet'
  const keeping = keptOnDevice[store][database]
  return isInAccount && keeping !== 'unkept' ? 'in-account' : keeping
}

/** The trouble while no store holds the letter whole; its notice goes once one does. */
const storeTrouble = ({ store, database }: Draft) =>
  store !== 'whole' && database === 'refused' ? store : undefined
function withTrouble(before: Draft, after: Draft): Draft {
  const [old, problem] = [storeTrouble(before), storeTrouble(after)]
  if (old === problem) return after
  return { ...after, trouble: problem ?? (after.trouble === old ? undefined : after.trouble) }
}

/** An observable of where the letter is stored. */
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
    draft = withTrouble(draft, { ...draft, ...changes })
    notify()
  }

  return {
    keeping: () => summarise(draft),
    accountProblem: () => draft.accountProblem,
    trouble: () => draft.trouble,
    hasVersions: () => draft.hasVersions,
    /** The last change did not fit into local storage. */
    isUnkept: () => draft.store !== 'whole',
    onStored: (store: Kept) => change({ store }),
    onKept: (isKept: boolean) => change({ database: isKept ? 'kept' : 'refused' }),
    onAccountNews: (news: AccountNews, detail?: string) =>
      change(
        news === 'other-device'
          ? { trouble: news }
          : { isInAccount: news === 'kept', accountProblem: detail },
      ),
    onOpened: () => change({ hasVersions: true }),
    onWritten: (html: string) => change({ hasWords: html !== '' && html !== '<p></p>' }),
    setTrouble: (trouble: Trouble | undefined) => change({ trouble }),
    subscribe,
  }
}
