/** The texts of letters that were paid, kept in this browser after the drafts are cleared (design, 2.5). */
const database = 'lacre-archive'
const store = 'sent'

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(database, 1)
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(store, { autoIncrement: true }),
    )
    request.addEventListener('success', () => done(request.result))
    request.addEventListener('error', () => fail(request.error ?? new Error('no database')))
    request.addEventListener('blocked', () => fail(new Error('the database is in use')))
  })
}

/** Adds a letter's HTML. @throws when the browser cannot keep it: then nothing may be cleared. */
export async function archiveLetter(content: string, at: Date): Promise<void> {
  const opened = await open()
  try {
    await new Promise<void>((done, fail) => {
      const transaction = opened.transaction(store, 'readwrite')
      transaction.objectStore(store).add({ content, at })
      transaction.addEventListener('complete', () => done())
      // A full disk aborts without an error event.
      transaction.addEventListener('abort', () => fail(transaction.error ?? new Error('not kept')))
    })
  } finally {
    opened.close()
  }
}
