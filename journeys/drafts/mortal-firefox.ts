import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firefox, type LaunchOptions } from '@playwright/test'
import type { MortalBrowser } from './mortal-browser.ts'

/** The same of Firefox, whose profile names the process it belongs to. */
export function mortalFirefox(launch: LaunchOptions): Pick<MortalBrowser, 'open' | 'kill' | 'close'> {
  const profile = mkdtempSync(join(tmpdir(), 'lacre-profile-'))
  let gone: Promise<unknown> | undefined

  async function kill() {
    if (!gone) return
    const [, pid] = readlinkSync(join(profile, 'lock')).split('+')
    process.kill(-Number(pid), 'SIGKILL')
    await gone
    gone = undefined
  }
  return {
    async open() {
      const window = await firefox.launchPersistentContext(profile, launch)
      gone = window.waitForEvent('close', { timeout: 0 })
      return window
    },
    kill,
    async close() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
