/** `1` → `B0001`: the name of a batch on its files, in the console and on the command line. */
export const batchName = (id: number): string => `B${String(id).padStart(4, '0')}`

/** `B0001`, `b1` or `1` → 1. `undefined` when it is no name of a batch. */
export function batchId(name: string): number | undefined {
  const digits = /^b?(\d{1,9})$/i.exec(name.trim())?.[1]
  return digits ? Number(digits) : undefined
}

/** What a letter's sheets and the console call it: the first twelve digits of its id, `3f2a9c1d7b4e`. */
export const letterCode = (letterId: string): string => letterId.replaceAll('-', '').slice(0, 12)

/** The newest batches that the console begins with; older ones are asked for. */
export const newestBatchesShown = 10
