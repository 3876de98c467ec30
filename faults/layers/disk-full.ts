import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Report } from './report.ts'
import { startDatabase, type Trouble } from './troubles.ts'

const size = '8g'
const mount = (...args: string[]) => spawnSync('mount', args).status === 0

/** Runs `play` with the database on a separate disk that `fillDisk` can fill. */
export async function onOwnDisk(
  play: (databaseIn: string, fillDisk: Trouble) => Promise<Report>,
): Promise<Report | 'not-root'> {
  if (process.getuid?.() !== 0) return 'not-root'
  const disk = mkdtempSync(join(tmpdir(), 'lacre-disk-'))
  if (!mount('-t', 'tmpfs', '-o', `size=${size}`, 'lacre-faults', disk)) return 'not-root'
  try {
    return await play(join(disk, 'pg'), fillDisk(disk))
  } finally {
    spawnSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

const fillDisk =
  (disk: string): Trouble =>
  async ({ cluster }, seed, isOn) => {
    const counts = {
      'disk filled': 0,
      'statements refused for want of space': 0,
      'database down when there was room again': 0,
    }
    while (isOn()) {
      await pause(1500 + seed.below(2500))
      if (!fill(disk)) continue
      counts['disk filled']++
      const held = performance.now() + 1000 + seed.below(2500)
      while (performance.now() < held) {
        // In a transaction that writes, as the server does at that moment.
        const code = await cluster.query('lacre', probe).then(
          () => '',
          (error: { code?: string }) => error.code ?? 'gone',
        )
        if (code === '53100') counts['statements refused for want of space']++
        await pause(100)
      }
      mount('-o', `remount,size=${size}`, disk)
      if (!cluster.isUp()) {
        counts['database down when there was room again']++
        await startDatabase(cluster)
      }
    }
    return { counts }
  }

const probe = `begin;
  create table space_probe as select repeat(md5(n::text), 200) as text from generate_series(1, 400) n;
  rollback`

/** Shrinks the disk to its used size. That may grow meanwhile, so it retries. */
function fill(disk: string): boolean {
  for (let left = 20; left > 0; left--) {
    const { blocks, bfree, bsize } = statfsSync(disk)
    if (mount('-o', `remount,size=${(blocks - bfree) * bsize}`, disk)) return true
  }
  return false
}
