/** Folds a name for comparing: `Espana.`, `ESPAÑA` and `España` are equal; `km 7.5` is not `km 75`. */
export const fold = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}|(?<!\d)\.|\.(?!\d)/gu, '')
    .replace(/[\s,-]+/g, ' ')
    .trim()
    .toLowerCase()
