import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { each } from '../check/violation.ts'
import type { Told } from './told.ts'
import { startDatabase, type Trouble } from './troubles.ts'

const size = '8g'
const mount = (...args: string[]) => spawnSync('mount', args).status === 0

/** The same, with the database in a folder on a disk of its own, which has room until `fillDisk` takes it. */
export async function onOwnDisk(
  play: (databaseIn: string, fillDisk: Trouble) => Promise<Told>,
): Promise<Told | 'not-root'> {
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
  async ({ cluster, nodes }, seed, isOn) => {
    const counts = {
      'disk filled': 0,
      'statements refused for want of space': 0,
      'database down when there was room again': 0,
      'nodes asked on a full disk whether they are ready': 0,
    }
    /** Of each filling what was answered while not a byte was free. */
    const fillings: boolean[][] = []
    while (isOn()) {
      await pause(1500 + seed.below(2500))
      if (!fill(disk)) continue
      counts['disk filled']++
      const answers: boolean[] = []
      const node = seed.pick(nodes)
      const held = performance.now() + 1000 + seed.below(2500)
      let heard = Infinity
      while (performance.now() < held) {
        // In a transaction with a write before, like anybody's who is writing just now.
        const code = await cluster.query('lacre', probe).then(
          () => '',
          (error: { code?: string }) => error.code ?? 'gone',
        )
        if (code === '53100') counts['statements refused for want of space']++
        const wasFull = isFull(disk)
        const asked = performance.now()
        const isReady = await saysReady(node.url)
        const isFound = asked > heard + rememberedMs
        if (isFound && wasFull && isFull(disk) && isReady !== undefined) answers.push(isReady)
        if (isReady !== undefined) heard = Math.min(heard, performance.now())
        await pause(100)
      }
      counts['nodes asked on a full disk whether they are ready'] += answers.length
      fillings.push(answers)
      mount('-o', `remount,size=${size}`, disk)
      if (!cluster.isUp()) {
        counts['database down when there was room again']++
        await startDatabase(cluster)
      }
    }
    // Room may come and go between two looks at it: one answer alone says nothing.
    const asked = fillings.filter(({ length }) => length > 1)
    const O4 = each('O4', asked, (answers) => answers.every(Boolean) && 'ready, with the disk full')
    return { counts, checked: { O4 } }
  }

const probe = `begin;
  create table space_probe as select repeat(md5(n::text), 200) as text from generate_series(1, 400) n;
  rollback`

/** An answer is repeated for a second: what comes later than that after the first was found out on the full disk. */
const rememberedMs = 1100

const isFull = (disk: string) => statfsSync(disk).bfree === 0

/** undefined: no answer. */
const saysReady = (url: string): Promise<boolean | undefined> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => undefined,
  )

/** The disk gets as small as what lies on it, which may grow meanwhile. */
function fill(disk: string): boolean {
  for (let left = 20; left > 0; left--) {
    const { blocks, bfree, bsize } = statfsSync(disk)
    if (mount('-o', `remount,size=${(blocks - bfree) * bsize}`, disk)) return true
  }
  return false
}
