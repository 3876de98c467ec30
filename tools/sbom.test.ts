// @module-tag long
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Locked = { version?: string; dev?: boolean; link?: boolean }
type Bom = { bomFormat: string; components: { purl: string }[]; dependencies: { ref: string }[] }

const root = join(import.meta.dirname, '..')
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const locked = (isDev: boolean) =>
  Object.entries(packages)
    .filter(([path, { dev = false, link }]) => path.includes('node_modules/') && !link && dev === isDev)
    .map(([path, { version = '' }]) => `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`)

test('npm run sbom lists every package that runs, and none that only builds or tests', () => {
  const { stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' })
  const bom = JSON.parse(stdout) as Bom
  expect(bom.bomFormat).toBe('CycloneDX')
  const listed = new Set(bom.components.map(({ purl }) => purl.replace(/[?#].*/, '')))
  const runs = new Set(locked(false))
  expect([...runs].filter((name) => !listed.has(name))).toEqual([])
  expect(locked(true).filter((name) => listed.has(name) && !runs.has(name))).toEqual([])
  expect(bom.dependencies.length).toBe(bom.components.length + 1)
}, 60_000)
