import { bearerSecurity } from '../http/bearer.ts'

const tags = ['sala de imprenta']

/** What the schemas of all calls of the console have in common. */
export const call = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags,
  security: bearerSecurity,
})
