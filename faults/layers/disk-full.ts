import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { soak, type SoakPlan } from './soak.ts'
import type { Told } from './told.ts'
import type { Trouble } from './troubles.ts'

/** A disk this small is full within a moment, and large enough for a day's letters. */
const size = '220m'

/** The same traffic with the database on a small disk of its own, which is filled to the last byte again and again. */
export async function diskFull(plan: Omit<SoakPlan, 'troubles' | 'databaseIn'>): Promise<Told | 'not-root'> {
  if (process.getuid?.() !== 0) return 'not-root'
  const disk = mkdtempSync(join(tmpdir(), 'lacre-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'lacre-faults', disk])
  if (mounted.status !== 0) return 'not-root'
  try {
    return await soak({ ...plan, databaseIn: join(disk, 'pg'), troubles: [fillDisk(join(disk, 'ballast'))] })
  } finally {
    spawnSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

const fillDisk =
  (ballast: string): Trouble =>
  async ({ cluster }, seed, isOn) => {
    const counts = {
      'disk filled': 0,
      'statements refused for want of space': 0,
      'database stopped by it': 0,
    }
    while (isOn()) {
      await pause(1500 + seed.below(2500))
      fill(ballast)
      counts['disk filled']++
      const held = performance.now() + 800 + seed.below(1500)
      while (performance.now() < held) {
        // In a transaction with a write before, like anybody's who is writing just now.
        const code = await cluster.query('lacre', probe).then(
          () => '',
          (error: { code?: string }) => error.code ?? 'gone',
        )
        if (code === '53100') counts['statements refused for want of space']++
        await pause(100)
      }
      rmSync(ballast)
      if (!cluster.isUp()) {
        counts['database stopped by it']++
        await cluster.start()
      }
    }
    return { counts }
  }

const probe = `begin;
  create table space_probe as select repeat(md5(n::text), 200) as text from generate_series(1, 400) n;
  rollback`

function fill(path: string) {
  const file = openSync(path, 'w')
  const block = Buffer.alloc(64 * 1024, 1)
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
