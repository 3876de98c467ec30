import { openServer } from '../server/server.ts'
import { expect, openWritePage, test, typeOn } from './journey.ts'

test('a tab in which nothing was typed follows the other one', async ({ safari }) => {
  await openWritePage(safari)
  const second = await safari.openWindow()
  await second.use()
  await openWritePage(safari)
  await typeOn(safari, 'en la segunda')
  await second.back()
  await expect.poll(() => safari.text('.ProseMirror')).toBe('en la segunda')
})

test('after one visit /write opens without a network, and what is written there is kept', async ({
  safari,
}) => {
  const server = await openServer()
  try {
    const desk = `${server.url}/write`
    await safari.goto(desk)
    await safari.run(async () => void (await navigator.serviceWorker.ready))
    await server.kill()
    await safari.reload()
    await typeOn(safari, 'Escrita en el tren, sin cobertura')
    await expect.poll(() => safari.text()).toContain('Guardado en este equipo')
    await safari.reload()
    await expect.poll(() => safari.text('.ProseMirror')).toBe('Escrita en el tren, sin cobertura')
  } finally {
    await server.close()
  }
})
