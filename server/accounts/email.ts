/**
 * One spelling for an address, so that `Ana@X.es` and `ana@x.es ` are one account. A sign-in may bring any text:
 * what PostgreSQL cannot hold (NUL) becomes what no address holds, and finds nobody.
 */
export const canonicalEmail = (written: string): string =>
  written.trim().normalize('NFC').toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
