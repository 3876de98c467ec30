/** The bare letters of a name, so that `Espana.`, `ESPAÑA` and `España` are one. */
export const fold = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .replace(/[\s,-]+/g, ' ')
    .trim()
    .toLowerCase()
