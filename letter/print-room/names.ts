/** `1` → `B0001`: a batch's name on files, in the console and on the command line. */
export const batchName = (id: number): string => `B${String(id).padStart(4, '0')}`

/** `B0001`, `b1` or `1` → 1. `undefined` for no batch's name. */
export function batchId(name: string): number | undefined {
  const digits = /^b?(\d{1,9})$/i.exec(name.trim())?.[1]
  return digits ? Number(digits) : undefined
}

/** A letter's code on sheets and in the console: the first twelve digits of its id, `3f2a9c1d7b4e`. */
export const letterCode = (letterId: string): string => letterId.replaceAll('-', '').slice(0, 12)

/** The newest batches on the console's first page. */
export const newestBatchesShown = 10
