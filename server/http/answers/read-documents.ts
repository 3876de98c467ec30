import { minutes } from '@lacre/letter/days.ts'
import { Failure } from '../failure.ts'
import type { Limits } from '../limits.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { megabyte } from '../storage-budget.ts'

/** From here on an answer counts: a letter with pictures, its pages. */
export const largeAnswer = megabyte / 4

/** Reads a letter, its pages, a draft or a template for its owner. `bytesOf`: how long what was read is. */
export type ReadDocument = <Document>(
  accountId: string,
  read: () => Promise<Document>,
  bytesOf: (document: Document) => number,
) => Promise<Document>

/**
 * Long documents are opened and written into an answer on the main loop, so that an account reads two at a time and 128
 * MB in a minute (design.md#answers). What goes over that is still answered; `read` is not called before it is over.
 */
export function createDocumentReader(limits: Limits): ReadDocument {
  const limitConcurrency = createConcurrencyLimit({ perKey: 2 })
  const kilobytes = limits({
    name: 'read-kb',
    points: 128 * 1024,
    within: minutes(1),
    refusal: {
      code: 'too-many-bytes',
      detail: (wait) => `Ha pedido mucho en poco tiempo. Vuelva a intentarlo dentro de ${wait}.`,
    },
  })
  return (accountId, read, bytesOf) =>
    limitConcurrency(accountId, async () => {
      await kilobytes.check(accountId)
      const document = await read()
      const bytes = bytesOf(document)
      if (bytes >= largeAnswer) await kilobytes.take(accountId, Math.ceil(bytes / 1024)).catch(refuseTheNext)
      return document
    })
}

function refuseTheNext(error: unknown) {
  if (!(error instanceof Failure)) throw error
}
