/** What an order prints; `trouble` ends it with an error code. */
export type CommandResult = { says: string; trouble: boolean }

/** `3 cartas`, `1 carta`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`
