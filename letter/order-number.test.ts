// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codesOfOrderNumber, orderNumber } from './order-number.ts'
import { letterCode } from './print-room/names.ts'

test('an order has a number of ten digits that leads back to it (design/letter.md#order-number)', () => {
  expect(orderNumber('3e7d0c5b-7b4e-4c55-9d0a-1b2c3d4e5f60')).toBe('1048-382-555')
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const number = orderNumber(id)
      expect(number).toMatch(/^\d{4}-\d{3}-\d{3}$/)
      for (const written of [number, number.replaceAll('-', ' '), number.replaceAll('-', '')])
        expect(codesOfOrderNumber(written)).toBe(letterCode(id).slice(0, 8))
    }),
  )
})

test.each(['', '1048-382-55', '4294967296', '9999-999-999', '3e7d0c5b7b'])(
  '%j is no number of an order',
  (written) => {
    expect(codesOfOrderNumber(written)).toBeUndefined()
  },
)
