import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { wholeLaunch, wholePath } from '../chromium.ts'

/** A Chromium of its own with a profile on disk, which can be killed with all its processes and started again. */
export type MortalBrowser = {
  open: () => Promise<BrowserContext>
  kill: () => Promise<void>
  /** As its user closes it: what it has still to write it writes. */
  quit: () => Promise<void>
  close: () => Promise<void>
}

export function mortalBrowser(): MortalBrowser {
  const profile = mkdtempSync(join(tmpdir(), 'lacre-profile-'))
  const portFile = join(profile, 'DevToolsActivePort')
  let running: ChildProcess | undefined
  let window: BrowserContext | undefined

  async function kill() {
    const dying = running
    running = undefined
    if (!dying?.pid) return
    const gone = new Promise((done) => dying.once('exit', done))
    // The whole group at once: neither a renderer nor the network's process may write anything more.
    process.kill(-dying.pid, 'SIGKILL')
    await gone
  }
  async function quit() {
    const ending = running
    running = undefined
    if (!ending) return
    const gone = new Promise((done) => ending.once('exit', done))
    const session = await window?.browser()?.newBrowserCDPSession()
    // Its answer may be cut off by what it asks for.
    await session?.send('Browser.close').catch(() => {})
    await gone
  }
  return {
    async open() {
      if (!wholePath) throw new Error('there is no Chromium')
      rmSync(portFile, { force: true })
      const args = [
        ...wholeLaunch.args,
        '--headless=new',
        '--remote-debugging-port=0',
        '--no-default-browser-check',
      ]
      running = spawn(wholePath, [...args, `--user-data-dir=${profile}`, 'about:blank'], {
        detached: true,
        stdio: 'ignore',
      })
      for (
        const began = performance.now();
        !existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n');
      ) {
        if (performance.now() - began > 30_000) throw new Error('Chromium does not start')
        await new Promise((done) => setTimeout(done, 50))
      }
      const [port] = readFileSync(portFile, 'utf8').split('\n')
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      const [context] = browser.contexts()
      if (!context) throw new Error('Chromium has no window')
      window = context
      return context
    },
    kill,
    quit,
    async close() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
