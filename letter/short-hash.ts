/** The first 12 hex digits: what the receipt shows and a person can compare. */
export const shortHash = (sha256: string): string => sha256.slice(0, 12)
