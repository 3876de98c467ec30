import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** The first step of `npm start`, without the build tools. */
function prestart({ isBuilt }: { isBuilt: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'lacre-installed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['package.json', 'package-lock.json', 'web/build/if-stale.ts', 'web/build/places.ts'])
    cpSync(join(root, file), join(folder, file), { recursive: true })
  if (isBuilt) {
    mkdirSync(join(folder, 'web/dist'))
    const pages = join(folder, 'web/dist/pages.json')
    writeFileSync(pages, '{}')
    utimesSync(pages, 0, 0) // brought along, older than the sources
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['web/build/if-stale.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

test('without the build tools an existing site is served, and a missing one is an error', () => {
  expect(prestart({ isBuilt: true })).toEqual({
    status: 0,
    said: 'web/dist is served as it is: the tools that build are not installed.\n',
  })
  expect(prestart({ isBuilt: false })).toEqual({
    status: 1,
    said: 'The site is not built, and the tools that build are not installed: bring web/dist along, or npm ci.\n',
  })
})

test('production dependencies include Node and exclude the tools for build and test', () => {
  type Package = { dependencies?: Record<string, string> }
  const needed = ['.', 'letter', 'web', 'server'].flatMap((part) =>
    Object.keys(
      (JSON.parse(readFileSync(join(root, part, 'package.json'), 'utf8')) as Package).dependencies ?? {},
    ),
  )
  expect(needed).toContain('node')
  expect(
    needed.filter((name) => /^(vite|@vitejs|vitest|playwright|typescript|oxlint|prettier)/.test(name)),
  ).toEqual([])
})
