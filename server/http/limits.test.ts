import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { days, hours, minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { atOnce, limitTable, megabyte } from './limits.ts'

const page = join(import.meta.dirname, '../../docs/limits.md')
const units = [
  ['day', days(1)],
  ['hour', hours(1)],
  ['minute', minutes(1)],
] as const

function spell(within: number): string {
  const [unit, length] = units.find(([, length]) => within % length === 0)!
  return within === length ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${within / length} ${unit}s`
}
const size = (amount: number) => (amount < megabyte ? String(amount) : `${amount / megabyte} MB`)
const row = (cells: string[]) => `| ${cells.join(' | ')} |\n`
const table = (head: string[], rows: string[][]) => [head, head.map(() => '---'), ...rows].map(row).join('')

/** `logins 60 in 15 minutes`; kilobytes as `letterKilobytes 1 GB an hour`. */
const amount = (name: string, points: number) =>
  !name.includes('Kilobytes')
    ? String(points)
    : points < 1024 * 1024
      ? `${points / 1024} MB`
      : `${points / 1024 / 1024} GB`
const within = (time: number) => spell(time).replace(/^(?=\d)/, 'in ')

const list = Object.entries(Object.groupBy(Object.entries(limitTable), ([, { per }]) => per))
  .map(
    ([per, limits]) =>
      `- **${per}**: ${limits.map(([name, limit]) => `${name} ${amount(name, limit.points)} ${within(limit.within)}`).join(', ')}\n`,
  )
  .join('')

const parts = [
  list,
  table(
    ['Name', 'Of one', 'In all'],
    Object.entries(atOnce).map(([name, share]) => [
      name,
      size(share.perKey),
      'total' in share ? size(share.total) : '',
    ]),
  ),
]

/** Prettier pads the cells of the page. */
const unpadded = (text: string) => text.replace(/ *\| */g, '|').replace(/-{3,}/g, '---')
const part = /(?:^[|-].*\n)+/gm

// UPDATE_LIMITS=1 writes the page.
test('docs/limits.md says what the table of limits says', () => {
  let text = readFileSync(page, 'utf8')
  if (process.env['UPDATE_LIMITS']) {
    text = text
      .split(part)
      .map((prose, at) => prose + (parts[at] ?? ''))
      .join('')
    writeFileSync(page, text)
  }
  expect(unpadded(text).match(part)).toEqual(parts.map(unpadded))
})

test.each(['client_body_timeout', 'limit_conn', 'limit_req', 'client_max_body_size 17m'])(
  'the proxy in front has the first line of limits: %s',
  (directive) => {
    const nginx = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
    expect(nginx).toMatch(new RegExp(`^  ${directive}`, 'm'))
  },
)
