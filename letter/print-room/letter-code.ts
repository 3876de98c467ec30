/** What a letter's sheets and the console call it: the first twelve digits of its id, `3f2a9c1d7b4e`. */
export const letterCode = (letterId: string): string => letterId.replaceAll('-', '').slice(0, 12)
