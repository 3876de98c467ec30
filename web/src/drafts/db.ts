import type { DraftAddresses } from '@lacre/letter/draft-calls.ts'
import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import { type DBSchema, type IDBPTransaction, openDB } from 'idb'
import { looksToSend } from '../editor/kept-looks.ts'
import { type Pictures, picturesIn, pictureTaker, withPictures } from './pictures.ts'
import { databaseName } from './tabs.ts'
import {
  isBlank,
  isSameText,
  looksLike,
  type Reason,
  reasonForVersion,
  withoutPictures,
} from './version-reason.ts'

/** The revision of a stored text: a counter that every write of any tab increments. */
export type Rev = number
/** `looks` undefined: unknown. */
export type Text = { html: string; looks?: PartialLooks | undefined; addresses?: DraftAddresses | undefined }
/** The letter being written. `id` also names it in the account; `lost`: the last revision that lost a conflict; `sent`: the last one sent. */
export type Current = Text & { rev: Rev; id: string; at: number; lost: Rev; sent?: Rev }
/** A text as it was at `at`, in milliseconds. */
export type Version = {
  id: number
  html: string
  looks?: PartialLooks | undefined
  at: number
  because: Reason
}
/** The copy in the account: the text of `rev`. `version` 0: perhaps not stored yet. `isGone`: another device erased it. */
export type ServerCopy = { id: string; version: number; rev: Rev; isGone?: true }
/** `conflict`: it did not grow from the current text, which is a version now. `erased`: grew from an erased text, not stored. */
export type Put = { rev: Rev; id: string; conflict: boolean } | 'erased'

type KeptCurrent = Current & { settledAt: number }
interface Schema extends DBSchema {
  current: { key: 'letter' | 'server' | 'rev' | 'erased'; value: KeptCurrent | ServerCopy | Rev }
  versions: { key: number; value: Version }
  pictures: { key: string; value: string }
}
const stores = ['current', 'versions', 'pictures'] as const
type Tx<Mode extends IDBTransactionMode = 'readwrite'> = IDBPTransaction<Schema, typeof stores, Mode>

const keptVersions = 20

const plain = ({ html }: Pick<Text, 'html'>) => withoutPictures(html)

const readCurrent = (tx: Tx<IDBTransactionMode>) =>
  tx.objectStore('current').get('letter') as Promise<KeptCurrent | undefined>
const readCopy = (tx: Tx<IDBTransactionMode>) =>
  tx.objectStore('current').get('server') as Promise<ServerCopy | undefined>
const readRev = async (tx: Tx<IDBTransactionMode>, key: 'rev' | 'erased') =>
  ((await tx.objectStore('current').get(key)) as Rev | undefined) ?? 0

/** `crypto.randomUUID` is missing on a page without https. */
const newId = () =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (+digit ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (+digit / 4)))).toString(16),
  )

async function makeWhole(tx: Tx<IDBTransactionMode>, slim: string): Promise<string> {
  const found: Pictures = new Map()
  for (const hash of picturesIn(slim)) {
    const address = await tx.objectStore('pictures').get(hash)
    if (address) found.set(hash, address)
  }
  return withPictures(slim, found)
}

async function keepPictures(tx: Tx, pictures: Pictures) {
  const store = tx.objectStore('pictures')
  for (const [hash, address] of pictures)
    if ((await store.getKey(hash)) === undefined) await store.put(address, hash)
}

/** Adds the newest version; the oldest beyond 20 goes, and the pictures without a text. */
async function addVersion(tx: Tx, version: Omit<Version, 'id'>) {
  const store = tx.objectStore('versions')
  const before = await store.getAll()
  // Local storage is compared at each visit; without this line the same old text would return to the top every time.
  if (version.because === 'older' && before.some((kept) => looksLike(kept, version))) return
  await store.add(version as Version)
  const kept = await store.getAll()
  const same = kept.filter((one) => looksLike(one, version)).slice(0, -1)
  const others = kept.filter((one) => !same.includes(one))
  const dropped = others.slice(0, -keptVersions)
  for (const { id } of [...same, ...dropped]) await store.delete(id)

  const letter = await readCurrent(tx)
  const texts = [...others.slice(-keptVersions), ...(letter ? [letter] : [])]
  const needed = new Set(texts.flatMap(({ html }) => picturesIn(html)))
  for (const hash of await tx.objectStore('pictures').getAllKeys())
    if (!needed.has(hash)) await tx.objectStore('pictures').delete(hash)
}

/** `base`: the revision the text grew from. With `because` the replaced text always becomes a version. `id` 'new': another letter. */
type Change = { base: Rev | undefined; at: number; because?: Reason | undefined; id?: string }

async function put(tx: Tx, text: Text, { base, at, because, id: given }: Change): Promise<Put> {
  if (base !== undefined && base <= (await readRev(tx, 'erased'))) return 'erased'
  const before = await readCurrent(tx)
  const id = given === 'new' ? newId() : (given ?? before?.id ?? newId())
  if (before && id === before.id && isSameText(before, text)) return { rev: before.rev, id, conflict: false }
  const isOther = before !== undefined && before.html !== text.html && !isBlank(before.html)
  const conflict = isOther && !because && before.rev !== base
  const reason =
    (isOther && (because ?? (conflict && 'other-tab'))) ||
    (before && reasonForVersion(before, { ...text, at }))
  const rev = (await readRev(tx, 'rev')) + 1
  const store = tx.objectStore('current')
  await store.put(rev, 'rev')
  const settledAt = reason ? at : (before?.settledAt ?? at)
  const kept: KeptCurrent = {
    ...text,
    rev,
    id,
    at,
    lost: conflict ? before.rev : (before?.lost ?? 0),
    settledAt,
  }
  if (id === before?.id && before.sent !== undefined) kept.sent = before.sent
  await store.put(kept, 'letter')
  if (id !== before?.id) await store.delete('server')
  if (before && reason)
    await addVersion(tx, { at: before.at, html: before.html, looks: before.looks, because: reason })
  return { rev, id, conflict }
}

export type Letters = Awaited<ReturnType<typeof openLetters>>

/**
 * The letters in IndexedDB: the one being written, its last 20 versions, and each picture once
 * (design/writing.md#no-word-is-lost). A write that the browser refuses rejects and changes nothing.
 * @throws where the browser forbids IndexedDB, as some private windows do.
 */
export async function openLetters() {
  const database = await openDB<Schema>(databaseName, 1, {
    upgrade(opened) {
      opened.createObjectStore('current')
      opened.createObjectStore('versions', { keyPath: 'id', autoIncrement: true })
      opened.createObjectStore('pictures')
    },
    // An open connection would block another tab's upgrade or deletion for ever.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  const takePictures = pictureTaker()

  /** One transaction. `work` may await its requests only, else it commits early. */
  async function change<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    // Relaxed: safe when the browser is killed, without waiting for the disk at each key.
    const tx = database.transaction(stores, 'readwrite', { durability: 'relaxed' })
    tx.done.catch(() => {})
    try {
      const result = await work(tx)
      await tx.done // on a full disk only the transaction fails, no request
      return result
    } catch (failure) {
      try {
        tx.abort()
      } catch {
        // It has already ended.
      }
      throw failure
    }
  }
  const read = <Result>(work: (tx: Tx<'readonly'>) => Promise<Result>) =>
    work(database.transaction(stores, 'readonly'))
  const readWhole = async (tx: Tx<IDBTransactionMode>): Promise<Current | undefined> => {
    const current = await readCurrent(tx)
    return current && { ...current, html: await makeWhole(tx, current.html) }
  }

  return {
    /** Stores a change (compare-and-swap): a current text other than its base becomes a version. */
    async put(text: Text, of: Change): Promise<Put> {
      const { html, pictures } = await takePictures(text.html)
      return change(async (tx) => {
        await keepPictures(tx, pictures)
        return put(tx, { ...text, html }, of)
      })
    },
    /** Replaces the text of `base` by the account's; the old one becomes a version. False: `base` is no longer current. */
    async take(
      text: Text,
      { id, version, base, at }: { id: string; version: number; base: Rev | undefined; at: number },
    ) {
      const { html, pictures } = await takePictures(text.html)
      return change(async (tx) => {
        if ((await readCurrent(tx))?.rev !== base) return false
        await keepPictures(tx, pictures)
        const kept = await put(tx, { ...text, html }, { base, at, id, because: 'account' })
        if (kept === 'erased') return false
        await tx.objectStore('current').put({ id, version, rev: kept.rev }, 'server')
        return true
      })
    },
    /** Marks the present revision as sent; later changes are not part of it. Returns whether it was sent before. */
    markSent: () =>
      change(async (tx) => {
        const current = await readCurrent(tx)
        if (current) await tx.objectStore('current').put({ ...current, sent: current.rev }, 'letter')
        return current?.sent !== undefined
      }),
    current: () => read(readWhole),
    /** For a page that opens. `erased`: texts that grew from this revision or an older one are erased. */
    open: () => read(async (tx) => ({ current: await readWhole(tx), erased: await readRev(tx, 'erased') })),

    /** Skips a blank text and one that grew from an erased text; an equal version moves to the top. */
    async addVersion({ html, looks }: Text, because: Reason, at: number, base?: Rev): Promise<void> {
      if (isBlank(html)) return
      const slim = await takePictures(html)
      await change(async (tx) => {
        if (base !== undefined && base <= (await readRev(tx, 'erased'))) return
        await keepPictures(tx, slim.pictures)
        await addVersion(tx, { at, html: slim.html, looks, because })
      })
    },
    /** Newest first, with references instead of pictures. */
    versions: async (): Promise<Version[]> => (await database.getAll('versions')).toReversed(),
    slim: async (html: string) => (await takePictures(html)).html,
    whole: (slim: string) => read((tx) => makeWhole(tx, slim)),

    /**
     * After sending: the letter and `texts` become versions, and the next letter begins empty
     * (design/writing.md#success-archives-first). With `id` only that letter; false: another one is being written. Returns
     * the copy in the account.
     */
    async archive(texts: string[], at: number, id?: string): Promise<ServerCopy | undefined | false> {
      const slim = await Promise.all(texts.filter((text) => !isBlank(text)).map(takePictures))
      return change(async (tx) => {
        const current = await readCurrent(tx)
        if (id !== undefined && current?.id !== id) {
          const versions = await tx.objectStore('versions').getAll()
          const sent = versions.filter(({ because }) => because === 'sent').map(plain)
          // The page was closed after this and before it cleared local storage.
          const isAgain = !current && slim.length > 0 && slim.map(plain).every((text) => sent.includes(text))
          return isAgain && { id, version: 0, rev: 0 }
        }
        const copy = await readCopy(tx)
        if (current && !isBlank(current.html))
          await addVersion(tx, { at, html: current.html, looks: current.looks, because: 'sent' })
        for (const { html, pictures } of slim) {
          // The same letter, stored without pictures for lack of room.
          if (current && withoutPictures(current.html) === withoutPictures(html)) continue
          await keepPictures(tx, pictures)
          await addVersion(tx, { at, html, because: 'sent' })
        }
        await tx.objectStore('current').delete('letter')
        await tx.objectStore('current').delete('server')
        return copy
      })
    },

    /** Erases every text and picture, also those that other tabs write later from them. Returns the copy in the account. */
    forget: () =>
      change(async (tx) => {
        const [copy, rev] = [await readCopy(tx), await readRev(tx, 'rev')]
        for (const store of stores) await tx.objectStore(store).clear()
        await tx.objectStore('current').put(rev, 'rev')
        await tx.objectStore('current').put(rev, 'erased')
        return copy
      }),

    copy: () => read(readCopy),
    /** @throws when another letter is being written. */
    putCopy: (copy: ServerCopy) =>
      change(async (tx) => {
        if ((await readCurrent(tx))?.id !== copy.id) throw new Error('another letter')
        await tx.objectStore('current').put(copy, 'server')
      }),
    /** Gives the letter a new id: the account has the old one for another letter, or erased it. */
    rename: () =>
      change(async (tx) => {
        const current = await readCurrent(tx)
        if (current) await tx.objectStore('current').put({ ...current, id: newId() }, 'letter')
        await tx.objectStore('current').delete('server')
      }),
    close: () => database.close(),
  }
}

/**
 * Makes texts versions before they are replaced. Opens a database of its own, as the page's may be closed. False: the
 * browser cannot store them, so they must not be replaced. `base`: texts erased meanwhile stay erased.
 */
export async function keepVersions(
  texts: string[],
  because: Reason,
  { base, looks = looksToSend() }: { base?: Rev | undefined; looks?: PartialLooks } = {},
): Promise<boolean> {
  if (texts.every(isBlank)) return true
  try {
    const letters = await openLetters()
    try {
      for (const html of texts) await letters.addVersion({ html, looks }, because, Date.now(), base)
    } finally {
      letters.close()
    }
    return true
  } catch {
    return false
  }
}
