import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { places } from './places.ts'

/**
 * Pages of the build before this one may still be open, and ask for their files when something is opened there: one
 * older build's are kept. Takes them out of the way of the new build; the returned function puts back what is not in it.
 */
export function takeOlderAssets(): () => void {
  const assets = `${places.browser}/assets`
  rmSync(places.older, { recursive: true, force: true })
  if (!existsSync(places.pages) || !existsSync(assets)) return () => {}
  // The list is as old as the beginning of its build: what is older was put back by it, and goes now.
  const builtAt = statSync(places.pages).mtimeMs
  renameSync(assets, places.older)
  return () => {
    for (const name of readdirSync(places.older)) {
      const isOlderStill = statSync(`${places.older}/${name}`).mtimeMs < builtAt
      if (isOlderStill || existsSync(`${assets}/${name}`)) continue
      cpSync(`${places.older}/${name}`, `${assets}/${name}`, { preserveTimestamps: true })
    }
    rmSync(places.older, { recursive: true })
  }
}
