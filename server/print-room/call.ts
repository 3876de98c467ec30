import { bearerSecurity } from '../http/bearer.ts'

const tags = ['sala de imprenta']

/** What the schemas of all calls of the console have in common. */
export const call = (summary: string) => ({ summary, tags, security: bearerSecurity })
