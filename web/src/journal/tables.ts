import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import { answerOf, stores } from './database.ts'
import { picturesIn, withPictures, type Pictures } from './pictures.ts'
import type { Reason } from './version-reason.ts'

/** The letter being written. Without `looks` they are not known, as of what was kept before they were. */
export type Current = { at: number; html: string; looks?: PartialLooks | undefined }
/** A text as it was; `at` is when it was last changed, in milliseconds. */
export type Version = Current & { id: number; because: Reason }
/**
 * Where the account's copy of the letter stands on the server. `version` 0: perhaps it has not come there yet.
 * `isGone`: it was erased there, by another device.
 */
export type ServerCopy = { id: string; version: number; at: number; isGone?: true }

type KeptCurrent = Current & { settledAt: number }
type NewVersion = Omit<Version, 'id'>

const keptVersions = 20

/** Whether somebody would see no difference. */
export const looksLike = (one: Omit<Current, 'at'>, other: Omit<Current, 'at'>): boolean =>
  one.html === other.html &&
  (!one.looks || !other.looks || JSON.stringify(one.looks) === JSON.stringify(other.looks))

export type Tables = ReturnType<typeof tablesOf>

/** The stores inside one transaction. Only their own requests may be awaited there: anything else would end it. */
export function tablesOf(transaction: IDBTransaction) {
  const [current, versions, pictures] = stores.map((name) => transaction.objectStore(name)) as [
    IDBObjectStore,
    IDBObjectStore,
    IDBObjectStore,
  ]
  const read = <Value>(store: IDBObjectStore, key: IDBValidKey) =>
    answerOf(store.get(key) as IDBRequest<Value | undefined>)
  const all = () => answerOf(versions.getAll() as IDBRequest<Version[]>)

  return {
    current: () => read<KeptCurrent>(current, 'letter'),
    putCurrent: (letter: KeptCurrent) => void current.put(letter, 'letter'),
    /** What was erased stays erased. */
    dropCurrent() {
      current.delete('letter')
      current.delete('server')
    },
    serverCopy: () => read<ServerCopy>(current, 'server'),
    putServerCopy: (copy: ServerCopy) => void current.put(copy, 'server'),
    versions: all,

    async whole(slim: string): Promise<string> {
      const found: Pictures = new Map()
      for (const hash of picturesIn(slim)) {
        const address = await read<string>(pictures, hash)
        if (address) found.set(hash, address)
      }
      return withPictures(slim, found)
    },

    async keepPictures(taken: Pictures) {
      for (const [hash, address] of taken)
        if ((await answerOf(pictures.getKey(hash))) === undefined) pictures.put(address, hash)
    },

    /** The newest version; the oldest beyond 20 goes, and with it the pictures nobody refers to any more. */
    async addVersion(version: NewVersion) {
      // Found again at each visit, it would push itself to the top for ever.
      if (version.because === 'older' && (await all()).some((kept) => looksLike(kept, version))) return
      versions.add(version)
      const kept = await all()
      const same = kept.filter((one) => looksLike(one, version)).slice(0, -1)
      for (const { id } of same) versions.delete(id)
      const others = kept.filter((one) => !same.includes(one))
      for (const { id } of others.slice(0, -keptVersions)) versions.delete(id)

      const letter = await read<KeptCurrent>(current, 'letter')
      const texts = [...others.slice(-keptVersions), ...(letter ? [letter] : [])]
      const needed = new Set(texts.flatMap(({ html }) => picturesIn(html)))
      for (const hash of (await answerOf(pictures.getAllKeys())) as string[])
        if (!needed.has(hash)) pictures.delete(hash)
    },

    /** When the letter was last erased: a text that was made from one of until then was made from an erased one. */
    erasedAt: async (): Promise<number> => (await read<number>(current, 'erased')) ?? 0,
    /** `now`: nothing that was changed until then comes back. */
    clear(now: number) {
      for (const store of [current, versions, pictures]) store.clear()
      current.put(now, 'erased')
    },
  }
}
