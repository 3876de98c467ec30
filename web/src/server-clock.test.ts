import { expect, test, vi } from 'vitest'
import { isClockOff, readServerDate, serverNow, watchClock } from './server-clock.ts'

const now = Date.parse('2021-03-03T10:00:00Z')

test('the server’s time counts where the device is wrong by more than two years', () => {
  vi.useFakeTimers({ now })
  const heard = vi.fn()
  watchClock(heard)
  readServerDate(null)
  readServerDate('Wed, 03 Mar 2021 10:20:00 GMT')
  expect([isClockOff(), serverNow().getTime(), heard.mock.calls.length]).toEqual([false, now, 1])
  readServerDate('Fri, 27 Nov 2026 12:00:00 GMT')
  expect([isClockOff(), serverNow().toISOString(), heard.mock.calls.length]).toEqual([
    true,
    '2026-11-27T12:00:00.000Z',
    2,
  ])
  readServerDate('Wed, 03 Mar 2021 10:00:10 GMT')
  expect([isClockOff(), heard.mock.calls.length]).toEqual([false, 3])
  vi.useRealTimers()
})
