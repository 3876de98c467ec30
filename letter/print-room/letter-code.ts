/** The beginning of a letter's id, as its sheets carry it and the console shows it: `3f2a9c1d7b4e`. */
export const letterCode = (letterId: string): string => letterId.replaceAll('-', '').slice(0, 12)
