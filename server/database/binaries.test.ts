import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeMissingLinks } from './embedded-cluster.ts'

test('the links of the package outlive a move of its folder, and those that lead nowhere are made anew', () => {
  const dir = mkdtempSync(join(tmpdir(), 'lacre-links-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const lib = (at: string) => join(dir, at, 'native/lib')
  mkdirSync(lib('before'), { recursive: true })
  const links = ['libicu.so', 'libicu.so.60'].map((name) => ({
    source: 'native/lib/libicu.so.60.2',
    target: `native/lib/${name}`,
  }))
  writeFileSync(join(dir, 'before/native/pg-symlinks.json'), JSON.stringify(links))
  writeFileSync(join(lib('before'), 'libicu.so.60.2'), 'library')
  symlinkSync(join(dir, 'elsewhere/libicu.so.60.2'), join(lib('before'), 'libicu.so.60'))
  makeMissingLinks(join(dir, 'before'))

  renameSync(join(dir, 'before'), join(dir, 'after'))

  for (const name of ['libicu.so', 'libicu.so.60'])
    expect(readFileSync(join(lib('after'), name), 'utf8')).toBe('library')
})
