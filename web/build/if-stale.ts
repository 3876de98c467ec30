import { existsSync, globSync, statSync } from 'node:fs'
import { places } from './places.ts'

const changedAt = (file: string) => statSync(file).mtimeMs

/** When web/, letter/ or the installed packages last changed; tests do not count. */
function newestSource(): number {
  const sources = globSync('{web,letter}/**/*', {
    cwd: places.repository,
    exclude: ['**/node_modules', 'web/dist', '**/*.test.ts', '**/*.browser.{ts,tsx}'],
  })
  const files = [...sources, 'package-lock.json'].map((file) => `${places.repository}/${file}`)
  return Math.max(...files.map(changedAt))
}

/** False after `npm ci --omit=dev`. */
const canBuild = existsSync(`${places.repository}/node_modules/vite`)
const isBuilt = existsSync(places.pages)
if (isBuilt && changedAt(places.pages) >= newestSource()) console.log('web/dist is up to date.')
else if (canBuild) await import('./build.ts')
else if (isBuilt) console.log('web/dist is served as it is: the tools that build are not installed.')
else {
  console.error(
    'The site is not built, and the tools that build are not installed: bring web/dist along, or npm ci.',
  )
  process.exitCode = 1
}
