import { existsSync, globSync, statSync } from 'node:fs'
import { places } from './places.ts'

const changedAt = (file: string) => statSync(file).mtimeMs

/** The newest change under web/ and letter/, or of the installed packages; tests do not count. */
function newestSource(): number {
  const sources = globSync('{web,letter}/**/*', {
    cwd: places.repository,
    exclude: ['**/node_modules', 'web/dist', '**/*.test.ts', '**/*.browser.{ts,tsx}'],
  })
  const files = [...sources, 'package-lock.json'].map((file) => `${places.repository}/${file}`)
  return Math.max(...files.map(changedAt))
}

const isStale = !existsSync(places.pages) || changedAt(places.pages) < newestSource()
if (isStale) await import('./build.ts')
else console.log('web/dist is up to date.')
