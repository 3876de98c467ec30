import { readEmail } from '@lacre/letter/accounts/written.ts'

/**
 * One spelling for an address, so that `Ana@X.es` and `ana@x.es ` are one account. A sign-in may bring any text:
 * what PostgreSQL cannot hold (NUL) becomes what no address holds, and finds nobody.
 */
export const canonicalEmail = (written: string): string =>
  readEmail(written).toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
