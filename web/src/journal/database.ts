/** The answer of one IndexedDB request. */
export const answerOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((done, fail) => {
    request.addEventListener('success', () => done(request.result))
    request.addEventListener('error', () => fail(request.error ?? new Error('no answer')))
  })

/** A full disk aborts a transaction without an error event, so only `complete` means kept. */
export const completed = (transaction: IDBTransaction) =>
  new Promise<void>((done, fail) => {
    transaction.addEventListener('complete', () => done())
    transaction.addEventListener('abort', () => fail(transaction.error ?? new Error('not kept')))
  })

export const stores = ['current', 'versions', 'pictures'] as const

/** The one database of this browser's letters. */
export const journalName = 'lacre'

/** @throws where the browser forbids IndexedDB, as some private windows do. */
export async function openDatabase(): Promise<IDBDatabase> {
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
