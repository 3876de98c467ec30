import { expect, test } from 'vitest'
import { countNameLines, initialOf } from './typed-name.ts'

const long = 'Nos vemos en agosto, como todos los veranos, en la casa de la abuela y con todos los primos.'

test.each([
  [['Un abrazo,', 'Lucía'], 1],
  [[long, 'Un abrazo muy fuerte', 'Tu nieta que te quiere'], 1],
  [['Atentamente,', 'Lucía Romero Vega', 'Presidenta de la comunidad'], 2],
  [[long, 'Lucía Romero de la Vega'], 1],
  [[long, 'Nos vemos pronto'], 0],
  [[long, 'Un abrazo'], 0],
  [['Besos', 'Un abrazo,'], 0],
  [['Te espero.', 'Un petó'], 0],
  [['Un abrazo,', 'Lucía', 'P. D.: Trae pan.'], 0],
  [['Lucía'], 0],
  [[], 0],
])('of %j the last %i are the typed name', (lines, count) => {
  expect(countNameLines(lines)).toBe(count)
})

test.each([
  ['Lucía Romero', 'L'],
  ['  álvaro', 'Á'],
  ['3.º ESO B', 'E'],
  ['Жанна', 'Ж'],
  ['', ''],
])('on the seal of %j stands %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})
