import { expect, test } from 'vitest'
import { firstPrices, priceOn } from '@lacre/letter/price/price.ts'
import { day } from '@lacre/letter/days.ts'
import { returnReasons } from '@lacre/letter/print-room/reasons.ts'
import { compose } from './messages.ts'
import type { Branding } from './layout.ts'
import type { MailData, MailKind } from './outbox.ts'

const branding: Branding = {
  publicUrl: new URL('https://lacre.example'),
  operator: { name: 'Imprenta <Ñ> S.L.', nif: 'B00000000', address: null, email: 'hola@lacre.example' },
}
const letterId = '3f2a9c1d-7b4e-4c55-9d0a-1b2c3d4e5f60'
const price = priceOn(day('2026-11-21'), firstPrices)

const asked = { browser: 'Firefox en <Windows>', askedAt: '2026-11-21T23:30:00Z' }
const data: MailData = {
  verification: { link: 'https://lacre.example/verify-email?token=a&b="><script>', ...asked },
  'password-reset': { link: 'https://lacre.example/reset-password?token=b', ...asked },
  'password-changed': asked,
  'password-ended': asked,
  'password-guesses': { at: asked.askedAt },
  'sign-in-code': { code: '042917', ...asked },
  receipt: {
    letterId,
    hash: '0123456789ab',
    pages: '3',
    sheets: '2',
    total: String(price.total),
    lines: JSON.stringify(price.lines),
    paidAt: '2026-11-21T23:30:00Z', // already the 22nd in Madrid
    cancelUntil: '2026-11-23T16:30:00Z',
  },
  alarm: {
    news: 'began',
    since: '2026-11-21T23:30:00Z',
    says: 'Desde hace más de quince minutos no sale ningún correo.',
    runbook: 'alarm-mail',
  },
  posted: { letterId, arrival: '2026-11-26' },
  cancelled: { letterId, refunded: '329' },
  refunded: { letterId, refunded: '329' },
  'given-back': { letterId, refunded: '329' },
  returned: { letterId, reason: 'Dirección <incompleta> & "vieja"' },
}

const kinds = Object.keys(data) as MailKind[]
const written = (kind: MailKind, change: object = {}) => compose(kind, { ...data[kind], ...change }, branding)

test.each(kinds)('%s says what it should, word for word', (kind) => {
  const { subject, text } = written(kind)
  expect(`${subject}\n\n${text}`).toMatchSnapshot()
})

test.each(kinds)('the HTML of %s says the same as its text, and every value in it is escaped', (kind) => {
  const { text, html } = written(kind)
  const markup = html.replaceAll(
    /<(!doctype|\/?(html|head|body|title|div|p|table|tbody|tr|th|td))\b[^>]*>/g,
    ' ',
  )
  expect(markup.replaceAll(/<(meta|a href="[^"<>]*")[^>]*>|<\/a>/g, ' ')).not.toMatch(/[<>]/)
  const readable = html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
  const words = (of: string) => new Set(of.split(/[\s:]+/).filter((word) => word && word !== '--'))
  expect([...words(text)].filter((word) => !words(readable).has(word))).toEqual([])
})

test('a message loads nothing from outside: opening it reports to no server', () => {
  for (const kind of kinds)
    expect(written(kind).html).not.toMatch(/\b(src|background)=|url\(|<link|<img|@import/i)
})

test('no subject holds personal data (design/privacy.md#letters-are-secret)', () => {
  expect(kinds.map((kind) => written(kind).subject)).toEqual([
    'Confirme su correo',
    'Elija una contraseña nueva',
    'Su contraseña ha cambiado',
    'Su contraseña ya no vale',
    'Alguien está intentando entrar en su cuenta',
    '042 917 es su código',
    'Recibo de su carta (pedido 1059-757-085)',
    'Aviso: algo no va bien en Lacre',
    'Su carta ya está en camino',
    'Su carta se ha cancelado',
    'Le devolvemos el dinero de su carta',
    'Le devolvemos el dinero de su carta',
    'El correo nos ha devuelto su carta',
  ])
})

test('a letter of one page on one sheet is told in the singular', () => {
  expect(written('receipt', { pages: '1', sheets: '1' }).text).toContain('Carta: 1 página, 1 hoja\n')
})

test('the receipt says how long one may cancel, also when no day is planned (design/letter.md#cancel-until-closed)', () => {
  expect(written('receipt').text).toContain(
    'está previsto para el 23 de noviembre de 2026 a las 17:30 (hora peninsular).',
  )
  expect(written('receipt', { cancelUntil: undefined }).text).toContain('hasta que empecemos a imprimirla.')
})

test('the receipt names the day on which the letter should arrive, counted from that of the payment in Spain', () => {
  expect(written('receipt').text).toContain('Fecha estimada de llegada: 26 de noviembre de 2026\n')
})

test('the receipt of a letter for a day says when it leaves, and counts the arrival from then (design/letter.md#posting-day)', () => {
  const { text } = written('receipt', { postOn: '2026-12-25' })
  expect(text).toContain('Sale: 28 de diciembre de 2026\nFecha estimada de llegada: 1 de enero de 2027\n')
  expect(text).toContain('la llevaremos al correo el día que ha elegido.')
  expect(text).not.toContain('26 de noviembre')
})

test('the receipt counts with the days that were closed when it was paid (design/letter.md#closed-days)', () => {
  const closedDays = '2026-12-28,2026-12-29'
  expect(written('receipt', { postOn: '2026-12-25', closedDays }).text).toContain(
    'Sale: 30 de diciembre de 2026\nFecha estimada de llegada: 6 de enero de 2027\n',
  )
})

test('a mail about a dead recipient asks for no correction (design/letter.md#came-back)', () => {
  const { text } = written('returned', { reason: returnReasons.deceased })
  expect(text).toContain('el destinatario ha fallecido. Lo sentimos mucho.')
  expect(text).toContain('Ver la carta:')
  expect(text).not.toMatch(/corríja|corregir|dirección mejor|Motivo/i)
})

test.each(['receipt', 'posted', 'refunded', 'returned'] as const)(
  '%s leads to the letter it tells of: of an order each has its own',
  (kind) => expect(written(kind).text).toContain(`https://lacre.example/my-letters?carta=${letterId}`),
)

test('several letters are told of together, each by its number, and lead to all of them', () => {
  const others = JSON.stringify(['4f2a9c1d-7b4e-4c55-9d0a-1b2c3d4e5f60'])
  const one = written('posted', { others })
  expect(`${one.subject}\n\n${one.text.split('-- ')[0]}`).toMatchSnapshot()
  const other = written('cancelled', { others, refunded: '658' })
  expect(`${other.subject}\n\n${other.text.split('-- ')[0]}`).toMatchSnapshot()
})

test('a letter that cost nothing yet has nothing to give back', () => {
  expect(written('cancelled', { refunded: '0' }).text).toContain('No se le ha cobrado nada.')
})

test.each([
  ['disputed', 'es quien decide'],
  ['lost', 'es él quien le devuelve el dinero'],
] as const)('a mail about a charge that is %s neither denies it nor announces its refund', (money, says) => {
  const { text } = written('cancelled', { refunded: '0', money })
  expect(text).toContain(says)
  expect(text).not.toMatch(/No se le ha cobrado|Devolvemos/)
})
