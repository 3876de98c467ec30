import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipOf } from './export.ts'

// docs/security.md: one caller cannot stop it
test('a long letter is packed piece by piece: between two pieces everybody else is answered', async () => {
  const megabytes = 4
  const bytes = new Uint8Array(randomBytes(megabytes * 1024 * 1024))
  const at = new Date('2026-11-21T10:00:00Z')
  async function* files() {
    yield await Promise.resolve({ name: 'carta.html', bytes, at })
  }

  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  const zip = await Array.fromAsync(zipOf(files()))
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(10 * megabytes)
  expect(Buffer.from(unzipSync(Buffer.concat(zip))['carta.html']!).equals(bytes)).toBe(true)
})
