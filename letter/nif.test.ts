import { expect, test } from 'vitest'
import { isNif } from './nif.ts'

test.each([
  ['12345678Z', true],
  ['12345678z', true],
  ['12.345.678-Z', true],
  ['12345678A', false],
  ['X1234567L', true],
  ['Y1234567X', true],
  ['X1234567A', false],
  ['A58818501', true],
  ['A58818502', false],
  ['B12345674', true],
  ['B1234567D', false],
  ['Q2826000H', true],
  ['Q28260008', false],
  ['hola', false],
  ['1234567Z', false],
  ['', false],
])('%s: %s', (written, is) => expect(isNif(written)).toBe(is))
