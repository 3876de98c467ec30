import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, firefox, type BrowserContext, type LaunchOptions } from '@playwright/test'
import { wholeLaunch } from '../chromium.ts'

/** By engine: the link in a profile that ends in the number of the process which has it open. */
const engines = {
  chromium: { type: chromium, lock: 'SingletonLock', launch: wholeLaunch },
  firefox: { type: firefox, lock: 'lock', launch: {} },
}

/** A browser with a profile on disk, which can be killed with all its processes and started again. */
export function killableBrowser(engine: keyof typeof engines = 'chromium', options: LaunchOptions = {}) {
  const { type, lock, launch } = engines[engine]
  const profile = mkdtempSync(join(tmpdir(), 'lacre-profile-'))
  let window: BrowserContext | undefined
  let gone: Promise<unknown> | undefined

  async function kill() {
    if (!gone) return
    const [pid] = /\d+$/.exec(readlinkSync(join(profile, lock))) ?? []
    // The whole group at once: neither a renderer nor the network's process may write anything more.
    process.kill(-Number(pid), 'SIGKILL')
    await gone
    gone = undefined
  }
  return {
    async open() {
      window = await type.launchPersistentContext(profile, { ...options, ...launch })
      gone = window.waitForEvent('close', { timeout: 0 })
      return window
    },
    kill,
    /** As its user closes it: what it has still to write it writes. */
    async quit() {
      await window?.close()
      gone = undefined
    },
    async close() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
