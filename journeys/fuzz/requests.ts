import { joinAddress, sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import fc from 'fast-check'
import type { Call, Schema } from './described-calls.ts'

export type Request = {
  call: Call
  who: 'anonymous' | 'person' | 'operator'
  path: string
  type: string | undefined
  body: string | undefined
}

/** Values that lead deeper than chance would, by the name of the field. */
export type Likely = Record<string, unknown[]>

export const likelyFields: Likely = {
  content: ['<p>Querida Concepción:</p><p>Te escribo desde <b>Málaga</b>.</p>', '<table><tr><td>uno', ''],
  origin: [joinAddress(sampleSender)],
  destination: [joinAddress(sampleRecipient)],
  originAddress: [sampleSender],
  destinationAddress: [sampleRecipient],
  email: ['ana@ejemplo.test', 'eva@ejemplo.test'],
  password: ['lluvia sobre el tejado'],
  basedOn: [null, 1],
  card: ['4242424242424242'],
}

const hostile = [
  '\u0000',
  '\ud800',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '${7*7}',
  '{{7*7}}',
  '\u202e',
  '__proto__',
]
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(...hostile))
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  anyText,
  fc.constantFrom('x'.repeat(70_000), 1e308, -0, null),
)

/** By the schema; now and then something else, or one that is likely to be taken. */
function valueOf(schema: Schema, likely: Likely, name = ''): fc.Arbitrary<unknown> {
  const known = likely[name]
  return fc.oneof(
    { weight: 12, arbitrary: bySchema(schema, likely) },
    { weight: known ? 24 : 0, arbitrary: fc.constantFrom(...(known ?? [null])) },
    { weight: 1, arbitrary: anything },
  )
}

function bySchema(schema: Schema, likely: Likely): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => bySchema(one, likely)))
  if (schema.nullable) return fc.option(bySchema({ ...schema, nullable: false }, likely))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, likely)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, likely), {
        maxLength: Math.min(schema.maxItems ?? 8, 8) + 1,
      })
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -2, -1e9),
        max: Math.min(schema.maximum ?? 1e6, 1e9),
      })
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    default:
      return schema.format === 'uuid' ? fc.uuid() : textOf(schema)
  }
}

function objectOf({ properties = {}, required = [] }: Schema, likely: Likely): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, valueOf(schema, likely, name)] as const,
  )
  const record = fc.record(Object.fromEntries(fields), { requiredKeys: required })
  const more = fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
  return fc.oneof(
    { weight: 12, arbitrary: record },
    { weight: 1, arbitrary: fc.tuple(record, more).map(([given, added]) => ({ ...given, ...added })) },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
  )
}

/** At the edges of its length too. */
function textOf({ minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  const most = Math.min(maxLength, 5_000)
  const lengths = [minLength, most, most + 1].map((length) => 'ñ'.repeat(length))
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(most, 60) }),
    anyText,
    fc.constantFrom(...lengths),
  )
}

/** Bodies that are no JSON, or hardly any. */
const brokenBodies = [
  '',
  '{',
  '{"a":',
  'null',
  '[]',
  '"x"',
  '[['.repeat(20_000),
  '{"__proto__":{"a":1}}',
  '\ufeff{}',
  '\u0000',
]
const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'nonsense',
]

function bodyOf({ requestBody }: Call, likely: Likely): fc.Arbitrary<Pick<Request, 'type' | 'body'>> {
  const schema = requestBody?.content['application/json']?.schema
  const none = fc.constant({ type: undefined, body: undefined })
  const broken = fc.record({
    type: fc.constantFrom(...types, undefined),
    body: fc.constantFrom(...brokenBodies),
  })
  if (!schema) return fc.oneof({ weight: 6, arbitrary: none }, { weight: 1, arbitrary: broken })
  const written = valueOf(schema, likely).map((value) => ({
    type: 'application/json',
    body: JSON.stringify(value) ?? '',
  }))
  return fc.oneof(
    { weight: 20, arbitrary: written },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: none },
  )
}

/** Beyond some 16 kB Node itself ends a request, with 431 and no body. */
const longestInAddress = 1_000

/** An object may have no `toString`, or one that is no function. */
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function addressOf({ path, parameters = [] }: Call, likely: Likely): fc.Arbitrary<string> {
  const given = parameters.map(({ name, schema }) => valueOf(schema, likely, name))
  return fc.tuple(...given).map((values) => {
    const inText = (value: unknown) =>
      encodeURIComponent(asText(value).toWellFormed().slice(0, longestInAddress)) || '%20'
    const query: string[] = []
    let address = path
    for (const [at, { in: place, name }] of parameters.entries())
      if (place === 'path') address = address.replace(`{${name}}`, inText(values[at]))
      else if (place === 'query') query.push(`${name}=${inText(values[at])}`)
    return query.length ? `${address}?${query.join('&')}` : address
  })
}

const everyCaller = ['anonymous', 'person', 'person', 'operator'] as const
/** An operator is made on the command line, which takes long; what ends a session is for the others. */
const fromWhom = ({ method, path }: Call) =>
  method !== 'get' && /^\/(account|auth\/)/.test(path) ? everyCaller.slice(0, 3) : everyCaller

/** Valid and nearly valid requests of every call, from everybody. */
export function requestsOf(calls: Call[], likely: Likely): fc.Arbitrary<Request> {
  return fc.oneof(
    ...calls.map((call) =>
      fc
        .tuple(fc.constantFrom(...fromWhom(call)), addressOf(call, likely), bodyOf(call, likely))
        .map(([who, path, body]) => ({ call, who, path, ...body })),
    ),
  )
}
