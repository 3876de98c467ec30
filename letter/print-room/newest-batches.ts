/** The newest batches that the console begins with; older ones are asked for. */
export const newestBatchesShown = 10
