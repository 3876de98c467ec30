/** The keys of a table that has no others than its type names. */
export const keysOf = <K extends string>(table: Record<K, unknown>): K[] => Object.keys(table) as K[]
