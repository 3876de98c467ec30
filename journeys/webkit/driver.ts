import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../web/build/free-port.ts'
import { minibrowserPath, webdriverPath, xvfbPath } from '../engines/engines.ts'

/** WebKitGTK's WebDriver, with a virtual screen; its pages are drawn `zoom` times as large. */
export type Driver = { url: string; zoom: number; close: () => Promise<void> }

async function end(program: ChildProcess) {
  const gone = once(program, 'exit')
  program.kill()
  await gone
}

/** Xvfb takes a free screen and says which. */
async function openScreen() {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const screen = spawn(xvfbPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = (await once(screen.stdout, 'data')) as [Buffer]
  return { screen, display: `:${number.toString().trim()}` }
}

export async function openDriver(zoom = 1): Promise<Driver> {
  const { screen, display } = await openScreen()
  const port = await freePort()
  const driver = spawn(webdriverPath, [`--port=${port}`, '--replace-on-new-session'], {
    env: {
      ...process.env,
      DISPLAY: display,
      LANG: 'C.UTF-8',
      TZ: 'Europe/Madrid',
      GDK_DPI_SCALE: String(zoom),
    },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${url}/status`).then(
      () => true,
      () => false,
    )
  for (const began = performance.now(); !(await isUp()); await new Promise((done) => setTimeout(done, 50)))
    if (performance.now() - began > 30_000) throw new Error('WebKitWebDriver does not start')
  return {
    url,
    zoom,
    async close() {
      await end(driver)
      await end(screen)
    },
  }
}

/** One command of the WebDriver protocol. @throws Error with what the driver says */
export async function command<T>(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body = {},
  signal: AbortSignal | null = null,
): Promise<T> {
  const answer = await fetch(url, {
    method,
    signal,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  const { value } = (await answer.json()) as { value: T & { message?: string } }
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.message}`)
  return value
}

export const browserOptions = {
  browserName: 'MiniBrowser',
  'webkitgtk:browserOptions': { binary: minibrowserPath, args: ['--automation'] },
}
