/** The bare letters of a name, so that `Espana.`, `ESPAÑA` and `España` are one; `km 7.5` is not `km 75`. */
export const fold = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}|(?<!\d)\.|\.(?!\d)/gu, '')
    .replace(/[\s,-]+/g, ' ')
    .trim()
    .toLowerCase()
