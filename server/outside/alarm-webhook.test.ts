import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { alarmReceiver } from '../testing/alarms/alarm-app.ts'
import { createAlarmWebhook } from './alarm-webhook.ts'

/** A name server that answers this. */
const leadingTo =
  (address: string): LookupFunction =>
  (_host, _options, answer) =>
    answer(null, [{ address, family: 4 }] as never)
const route = () => '127.0.0.1'

test.each(['https://10.0.0.1/x', 'https://169.254.169.254/latest', 'https://[::1]/x'])(
  'it does not call %s, which is our own network',
  async (address) => {
    expect(await createAlarmWebhook(new URL(address))({ text: 'x' })).toBe('not-public')
  },
)

test('a name that leads into our own network is not called', async () => {
  const { told, url } = await alarmReceiver()
  const address = new URL(`https://chat.example.net:${url.port}/hook`)
  const send = createAlarmWebhook(address, { lookup: leadingTo('10.0.0.1'), route })
  expect(await send({ text: 'x' })).toBe('no-answer')
  expect(told).toEqual([])
})

test('this machine is called when the setting names it; a redirect is not followed', async () => {
  const receiver = await alarmReceiver()
  const send = createAlarmWebhook(receiver.url)
  expect(await send({ text: 'x' })).toBeUndefined()
  expect(receiver.told).toEqual([{ text: 'x' }])
  receiver.status = 302
  expect(await send({ text: 'y' })).toBe('302')
  expect(receiver.told).toHaveLength(1)
})
