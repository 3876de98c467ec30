import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openServer } from '../server/server.ts'

test('the doctor finds a server well, finds what is ill in it, and tells no secret', async () => {
  const server = await openServer()
  try {
    const wellness = (await server.lacre('doctor')).trim().split('\n')
    expect(wellness.length).toBeGreaterThan(12)
    for (const line of wellness) expect(line).toMatch(/^✓ .+\.$/)

    const key = join(server.dataDir, 'letter-key')
    chmodSync(key, 0o644)
    let illness = ''
    try {
      await server.lacre('doctor')
    } catch (error) {
      illness = (error as Error).message
    }
    expect(illness).toContain('✗ Archivo de la llave: lo pueden leer otros usuarios')
    expect(illness.match(/✗/g)).toHaveLength(1)
    expect(illness).not.toContain(readFileSync(key, 'utf8').trim())
  } finally {
    await server.close()
  }
})
