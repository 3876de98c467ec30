import { expect, test } from 'vitest'
import { agoText, describeAccount, joinedText } from './own-data.tsx'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-19T22:30:00Z', 'hace 2 días'],
  ['2026-11-19T23:30:00Z', 'hace 1 día'],
  ['2026-11-16T12:00:00Z', 'hace 5 días'],
  ['2026-11-21T09:00:00Z', 'hace 3 horas'],
  ['2026-11-21T11:59:30Z', 'hace un momento'],
  ['2026-08-21T12:00:00Z', 'hace 3 meses'],
  ['2024-11-20T12:00:00Z', 'hace 2 años'],
])('profile: a letter of %s was written «%s» (specification, section 2)', (then, text) => {
  expect(agoText(new Date(then), now)).toBe(text)
})

test('profile: the month of joining is the one it was in Spain, capitalised', () => {
  expect(joinedText(new Date('2023-05-31T22:30:00Z'))).toBe('Junio 2023')
})

test('profile: an account without letters says so', () => {
  const account = {
    id: '1',
    email: 'ana@ejemplo.test',
    emailVerified: true,
    displayName: 'Ana',
    joinedAt: '2026-11-01T10:00:00Z',
    lettersWritten: 0,
    hasPassword: true,
    operator: null,
    lastLetterAt: null,
  }
  expect(describeAccount(account, now)).toEqual({
    displayName: 'Ana',
    email: 'ana@ejemplo.test',
    subscription: 'Plan Gratuito',
    joined: 'Noviembre 2026',
    lettersWritten: '0',
    lastLetter: 'Todavía ninguna',
  })
})
