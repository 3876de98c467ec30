import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import { completed, openDatabase, stores } from './database.ts'
import { pictureTaker } from './pictures.ts'
import { isBlank, reasonForVersion, type Reason } from './version-reason.ts'
import { tablesOf, type Current, type ServerCopy, type Tables, type Version } from './tables.ts'
import { withoutPictures } from './without-pictures.ts'

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
