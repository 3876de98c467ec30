import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openHouse } from '../server/house.ts'

test('the doctor finds a house well, finds what is ill in it, and tells no secret', async () => {
  const house = await openHouse()
  try {
    const wellness = (await house.lacre('doctor')).trim().split('\n')
    expect(wellness.length).toBeGreaterThan(12)
    for (const line of wellness) expect(line).toMatch(/^✓ .+\.$/)

    const key = join(house.dataDir, 'letter-key')
    chmodSync(key, 0o644)
    let illness = ''
    try {
      await house.lacre('doctor')
    } catch (error) {
      illness = (error as Error).message
    }
    expect(illness).toContain('✗ Archivo de la llave: lo pueden leer otros usuarios')
    expect(illness.match(/✗/g)).toHaveLength(1)
    expect(illness).not.toContain(readFileSync(key, 'utf8').trim())
  } finally {
    await house.close()
  }
})
