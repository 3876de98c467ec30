import { day } from '@lacre/letter/days.ts'
import { states, type State } from '@lacre/letter/journey.ts'
import { stateNames } from '@lacre/letter/words.ts'
import { expect, test } from 'vitest'
import { comingSteps, stateSentence, stepWords } from './words.tsx'

const today = day('2026-11-23')
const postedAt = '2026-11-21T09:00:00.000Z'
const letter = (state: State, postedAt: string | null = null) => ({
  state,
  charged: true,
  postedAt,
  postOn: null,
})

test('ordinary post has no tracking: nothing ever says a letter was delivered (design/letter.md#no-delivery-claimed)', () => {
  for (const state of states) {
    const sentences = [
      stateNames[state],
      stateSentence(letter(state, postedAt), { today, closed: [] }),
      stepWords({ from: null, to: state }),
    ]
    expect(sentences.join(' ').replaceAll('Entregada a Correos', '')).not.toMatch(
      /entregada\b|recibida|llegó/i,
    )
  }
})

test.each([
  ['2026-11-27', 'En camino; llegada estimada el 27 de noviembre de 2026.'],
  [
    '2026-11-28',
    'Enviada el 23 de noviembre de 2026; la llegada se estimaba para el 27 de noviembre de 2026.',
  ],
])('posted on Monday the 23rd and seen on %s: only an estimate', (now, sentence) => {
  expect(stateSentence(letter('posted', '2026-11-23T16:00:00.000Z'), { today: day(now), closed: [] })).toBe(
    sentence,
  )
})

test('a reviewed letter returns to the queue', () => {
  expect(stepWords({ from: 'needs-person', to: 'paid' })).toBe('Revisada: vuelve a la cola de impresión')
})

test.each([
  ['2026-12-25', /espera su día\. Sale el lunes 28 de diciembre\.$/],
  ['2026-11-24', /Sale mañana\.$/],
  ['2026-11-23', /espera a imprimirse\.$/],
])('paid for %s it shows its posting day (design/letter.md#posting-day)', (postOn, sentence) => {
  expect(stateSentence({ ...letter('paid'), postOn }, { today, closed: [] })).toMatch(sentence)
})

test('a chosen day that was closed since: shows the next one (design/letter.md#closed-days)', () => {
  const closed = ['2026-11-24', '2026-12-18'].map(day)
  const waiting = { ...letter('paid'), postOn: '2026-12-18' }
  expect(stateSentence(waiting, { today, closed })).toMatch(/Sale el lunes 21 de diciembre\.$/)
  const onItsWay = letter('posted', '2026-11-23T16:00:00.000Z')
  expect(stateSentence(onItsWay, { today, closed })).toMatch(/estimada el 28 de noviembre de 2026\.$/)
})

test.each(['cancelled', 'expired'] as const)(
  'a letter that is %s never claims that nothing was charged when something was',
  (state) => {
    const sentence = (charged: boolean) => stateSentence({ ...letter(state), charged }, { today, closed: [] })
    expect(sentence(true)).not.toContain('cobrado')
    expect(sentence(false)).toContain('no se le ha cobrado nada')
  },
)

const planned = '2026-11-23T16:30:00.000Z'
test.each([
  ['paid', planned, null, ['Se imprime hoy a las 17:30', 'Se entrega a Correos hoy', arrives('27')]],
  ['batched', null, null, ['Se entrega a Correos hoy', arrives('27')]],
  ['posted', null, postedAt, [arrives('26')]],
  ['posted', null, '2026-11-12T16:30:00.000Z', []],
  ['cancelled', null, null, []],
] as const)(
  'a letter that is %s (closing: %s, posted: %s) has the coming steps %j',
  (state, cancelUntil, at, expected) => {
    const steps = comingSteps({ ...letter(state, at), cancelUntil }, { today, closed: [] })
    expect(steps.map(({ name, when }) => `${name} ${when}`.trim())).toEqual(expected)
  },
)
function arrives(day: string) {
  return `Llega hacia el ${day} de noviembre de 2026`
}
