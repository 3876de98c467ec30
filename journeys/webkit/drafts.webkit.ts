import { openHouse } from '../server/house.ts'
import { expect, openDesk, test, typeOn } from './journey.ts'

test('a tab in which nothing was typed follows the other one', async ({ safari }) => {
  await openDesk(safari)
  const second = await safari.openWindow()
  await second.use()
  await openDesk(safari)
  await typeOn(safari, 'en la segunda')
  await second.back()
  await expect.poll(() => safari.text('.ProseMirror')).toBe('en la segunda')
})

test('after one visit /write opens without a network, and what is written there is kept', async ({
  safari,
}) => {
  const house = await openHouse()
  try {
    const desk = `${house.url}/write`
    await safari.goto(desk)
    await safari.run(async () => void (await navigator.serviceWorker.ready))
    await house.kill()
    await safari.reload()
    await typeOn(safari, 'Escrita en el tren, sin cobertura')
    await expect.poll(() => safari.text()).toContain('Guardado en este equipo')
    await safari.reload()
    await expect.poll(() => safari.text('.ProseMirror')).toBe('Escrita en el tren, sin cobertura')
  } finally {
    await house.close()
  }
})
