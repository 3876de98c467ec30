import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import { isBlank, type Reason, reasonForVersion, withoutPictures } from './version-reason.ts'

/** The answer of one IndexedDB request. */
const answerOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((done, fail) => {
    request.addEventListener('success', () => done(request.result))
    request.addEventListener('error', () => fail(request.error ?? new Error('no answer')))
  })

/** A full disk aborts a transaction without an error event, so only `complete` means kept. */
const completed = (transaction: IDBTransaction) =>
  new Promise<void>((done, fail) => {
    transaction.addEventListener('complete', () => done())
    transaction.addEventListener('abort', () => fail(transaction.error ?? new Error('not kept')))
  })

const stores = ['current', 'versions', 'pictures'] as const

/** The one database of this browser's letters. */
export const journalName = 'lacre'

/** @throws where the browser forbids IndexedDB, as some private windows do. */
async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(journalName, 1)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('current')
    opening.result.createObjectStore('versions', { keyPath: 'id', autoIncrement: true })
    opening.result.createObjectStore('pictures')
  })
  const database = await answerOf(opening)
  // Else another tab's newer program, or a deletion, would wait for ever.
  database.addEventListener('versionchange', () => database.close())
  return database
}

/** Whether this browser holds letters; where it forbids to ask, it holds none. */
export async function holdsLetters(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === journalName)
  } catch {
    return false
  }
}

/** A picture's bytes by the hash that stands for them in a kept letter. */
type Pictures = Map<string, string>

const inside = / src="(data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=]+)"/g
const referred = / src="picture:([0-9a-f]{64})"/g

async function hashOf(address: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address)))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Takes pictures out of letters, each hashed once. Where the browser gives no hashes (a page without https) they
 * stay inside.
 */
function pictureTaker() {
  const hashes = new Map<string, string>()
  return async (html: string): Promise<{ html: string; pictures: Pictures }> => {
    const pictures: Pictures = new Map()
    if (!(globalThis.crypto.subtle as SubtleCrypto | undefined)) return { html, pictures }
    const addresses = new Set([...html.matchAll(inside)].map(([, address = '']) => address))
    for (const known of hashes.keys()) if (!addresses.has(known)) hashes.delete(known)
    if (!addresses.size) return { html, pictures }
    for (const address of addresses) {
      const hash = hashes.get(address) ?? (await hashOf(address))
      hashes.set(address, hash)
      pictures.set(hash, address)
    }
    const slim = html.replace(inside, (_, address: string) => ` src="picture:${hashes.get(address) ?? ''}"`)
    return { html: slim, pictures }
  }
}

const picturesIn = (slim: string): string[] => [...slim.matchAll(referred)].map(([, hash = '']) => hash)

/** The letter whole again. A picture that is gone leaves its reference, which the editor does not show. */
const withPictures = (slim: string, pictures: Pictures): string =>
  slim.replace(referred, (reference, hash: string) => {
    const address = pictures.get(hash)
    return address === undefined ? reference : ` src="${address}"`
  })

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

type Tables = ReturnType<typeof tablesOf>

/** The stores inside one transaction. Only their own requests may be awaited there: anything else would end it. */
function tablesOf(transaction: IDBTransaction) {
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

/**
 * `overtook`: meanwhile another tab had changed the letter; its text is a version now. `isErased`: it was made from a
 * letter that another tab has erased, and is not kept.
 */
export type Recorded = { at: number; overtook: boolean; isErased?: true }

export type Journal = Awaited<ReturnType<typeof openJournal>>

/**
 * The letters of this browser, beside its small local storage: the one being written, its last 20 versions, and
 * each picture once (design.md#no-word-is-lost). Every action rejects when the browser cannot keep it; nothing is lost
 * then.
 */
export async function openJournal() {
  const database = await openDatabase()
  const takePictures = pictureTaker()

  /** Opens all stores to write; what `work` does in them happens together or not at all. */
  async function change<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result> {
    // Relaxed: handed to the system, which a killed browser does not undo; waiting for the disk would cost each key.
    const transaction = database.transaction(stores, 'readwrite', { durability: 'relaxed' })
    const kept = completed(transaction)
    kept.catch(() => {})
    try {
      const result = await work(tablesOf(transaction))
      await kept
      return result
    } catch (failure) {
      abort(transaction)
      throw failure
    }
  }
  const read = <Result>(work: (tables: Tables) => Promise<Result>) =>
    work(tablesOf(database.transaction(stores, 'readonly')))

  return {
    /**
     * Keeps a change of the letter. `base` is the `at` of what it was made from: when that is no longer the current
     * text, another tab's work becomes a version first; with a `reason`, whatever is there.
     */
    async record(
      html: string,
      now: number,
      base: number | undefined,
      reason?: Reason,
      looks?: PartialLooks,
    ): Promise<Recorded> {
      const slim = await takePictures(html)
      return change(async (tables) => {
        const erasedAt = await tables.erasedAt()
        if (base !== undefined && base <= erasedAt) return { at: 0, overtook: false, isErased: true }
        const before = await tables.current()
        // What was written before an erasure and comes after it, as from the account, is not of the erased letter.
        const at = Math.max(now, (before?.at ?? erasedAt) + 1)
        const isOther = before !== undefined && before.html !== slim.html && !isBlank(before.html)
        const overtook = isOther && (reason !== undefined || before.at !== base)
        const because =
          before && (overtook ? (reason ?? 'other-tab') : reasonForVersion(before, { at, html: slim.html }))
        await tables.keepPictures(slim.pictures)
        tables.putCurrent({ at, html: slim.html, looks, settledAt: because ? at : (before?.settledAt ?? at) })
        if (before && because)
          await tables.addVersion({ at: before.at, html: before.html, looks: before.looks, because })
        return { at, overtook }
      })
    },

    async current(): Promise<Current | undefined> {
      return read(async (tables) => {
        const current = await tables.current()
        return current && { at: current.at, html: await tables.whole(current.html), looks: current.looks }
      })
    },

    /**
     * Makes a text a version; a blank one is none, one that is there already only moves to the top, and one that was
     * made from a letter that is erased stays so.
     */
    async addVersion(
      html: string,
      because: Reason,
      at: number,
      base?: number,
      looks?: PartialLooks,
    ): Promise<void> {
      if (isBlank(html)) return
      const slim = await takePictures(html)
      await change(async (tables) => {
        if (base !== undefined && base <= (await tables.erasedAt())) return
        await tables.keepPictures(slim.pictures)
        await tables.addVersion({ at, html: slim.html, looks, because })
      })
    },

    /** Newest first, whole. */
    versions: (): Promise<Version[]> =>
      read(async (tables) => {
        const versions = await tables.versions()
        const whole = versions.map(async (version) => ({
          ...version,
          html: await tables.whole(version.html),
        }))
        return (await Promise.all(whole)).reverse()
      }),

    /** The letter is sent: it and `texts` become versions, the next begins empty (design.md#success-archives-first). */
    async archive(texts: string[], at: number): Promise<void> {
      const slim = await Promise.all(texts.filter((text) => !isBlank(text)).map(takePictures))
      await change(async (tables) => {
        const current = await tables.current()
        if (current && !isBlank(current.html))
          await tables.addVersion({ at, html: current.html, looks: current.looks, because: 'sent' })
        for (const { html, pictures } of slim) {
          // The same letter, kept without its pictures where there was no room.
          if (current && withoutPictures(current.html) === withoutPictures(html)) continue
          await tables.keepPictures(pictures)
          await tables.addVersion({ at, html, because: 'sent' })
        }
        tables.dropCurrent()
      })
    },

    /**
     * Forgets every text and picture (Borrar borrador), and whatever another tab makes from them. Says what copy there
     * is in the account.
     */
    forget: (now: number) =>
      change(async (tables) => {
        const copy = await tables.serverCopy()
        tables.clear(now)
        return copy
      }),

    serverCopy: () => read((tables) => tables.serverCopy()),
    /**
     * Says where the letter's copy stands, or, with `of`, that the text of then has one.
     * @throws when there is another letter meanwhile
     */
    putServerCopy: (copy: ServerCopy, of?: number) =>
      change(async (tables) => {
        const isSame =
          of === undefined ? (await tables.serverCopy())?.id === copy.id : (await tables.current())?.at === of
        if (!isSame) throw new Error('another letter')
        tables.putServerCopy(copy)
      }),
    /** When the letter was last erased; 0 = never. */
    erasedAt: () => read((tables) => tables.erasedAt()),
    close: () => database.close(),
  }
}

function abort(transaction: IDBTransaction) {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
}
