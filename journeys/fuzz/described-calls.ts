import { z } from 'zod'

/** As much of a JSON schema as the calls' own use. */
export type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  nullable?: boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}
type Content = Record<string, { schema?: Schema }>
type Described = {
  parameters?: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export type Call = { method: string; path: string } & Described

export async function readCalls(url: string, token: string): Promise<Call[]> {
  const answer = await fetch(`${url}/openapi.json`, { headers: { authorization: `Bearer ${token}` } })
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method, path, ...described })),
  )
}

const checks = new WeakMap<Schema, z.ZodType>()
function checkOf(schema: Schema): z.ZodType {
  const known = checks.get(schema)
  if (known) return known
  const check = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0], {
    defaultTarget: 'openapi-3.0',
  })
  checks.set(schema, check)
  return check
}

const mediaOf = (type: string) => type.split(';')[0]

/** What is off the call's own description in an answer, or nothing. */
export function offSchema(call: Call, status: number, type: string, text: string): string | undefined {
  const described = call.responses[status] ?? call.responses[`${Math.floor(status / 100)}XX`]
  if (!described) return `status ${status}`
  if (!described.content) return text ? 'a body' : undefined
  const [schema] = Object.entries(described.content).flatMap(([of, { schema }]) =>
    mediaOf(of) === mediaOf(type) ? (schema ?? []) : [],
  )
  if (!schema) return `a body of ${type}`
  if (mediaOf(type) !== 'application/json') return undefined
  const { error } = checkOf(schema).safeParse(JSON.parse(text))
  return error?.message
}
