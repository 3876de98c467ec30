import { existsSync } from 'node:fs'
import { seedOf } from '../seed.ts'
import { onOwnDisk } from './disk-full.ts'
import { crashPoints } from './crash-points.ts'
import { withFixtures } from './fixtures.ts'
import { playHistories } from './histories.ts'
import { judgeMutants } from './mutants.ts'
import { restoreLostDatabase } from './restored.ts'
import { rollingRestart } from './rolling-restart.ts'
import { playStories } from './stories.ts'
import { slowDatabase, wrongClocks } from './slow.ts'
import { soak } from './soak.ts'
import type { Report } from './report.ts'
import {
  killAtWrites,
  killNodes,
  killTwo,
  mailOutages,
  printerOutages,
  stepClock,
  strikeDatabase,
  type Trouble,
} from './troubles.ts'

export type Options = {
  seed: number
  postgres: 'embedded' | '15'
  only?: string | undefined
  minutes?: number | undefined
  seconds?: number | undefined
  /** The end of the short part, by `performance.now()`. */
  until?: number | undefined
}
/** `short`: part of `--minutes`. */
export type Layer = { what: string; short?: boolean; run: (options: Options) => Promise<Report> }

/** Default seconds of faults, in the short part and in the whole. */
const lasting = (short: number, whole: number) => (options: Options) =>
  options.seconds ?? (options.minutes ? short : whole)

const soaking =
  (troubles: Trouble[], seconds: (options: Options) => number, nodes = 2) =>
  (options: Options) =>
    soak({ ...options, nodes, customers: 6, troubles, seconds: seconds(options) })

const hasStrace = ['/usr/bin/strace', '/bin/strace'].some((path) => existsSync(path))

export const layers: Record<string, Layer> = {
  S: {
    what: 'regression stories, each played until the server is idle',
    run: ({ seed, postgres, only }) =>
      withFixtures(postgres, (fixtures) => playStories({ ...fixtures, only, seed: seedOf(seed) })),
  },
  C: {
    what: 'nodes and commands killed at random; events lost, late, doubled, forged; mail and printer out',
    short: true,
    run: soaking([killNodes, mailOutages, printerOutages], lasting(20, 300)),
  },
  L: {
    what: 'random histories of letters: odd payments, actions that meet half-way, crashes, erased accounts',
    short: true,
    run: ({ seed, postgres, only, minutes, seconds }) =>
      withFixtures(postgres, (fixtures) =>
        playHistories({
          ...fixtures,
          seed,
          instances: only ? 1 : Infinity,
          first: only ? Number(only) : undefined,
          until: performance.now() + (seconds ?? (minutes ? 8 * minutes : 600)) * 1000,
        }),
      ),
  },
  A: {
    what: 'the server dies at every step of every flow, before it and after it, and goes on in three ways',
    short: true,
    run: ({ seed, postgres, only, minutes, until }) =>
      withFixtures(postgres, (fixtures) =>
        crashPoints({ ...fixtures, seed: seedOf(seed), share: minutes ? 0.02 * minutes : 1, only, until }),
      ),
  },
  mutants: {
    what: 'mistakes planted in a copy of the product, each of which the checker must see',
    run: ({ seed, postgres, only }) =>
      withFixtures(postgres, (fixtures) =>
        judgeMutants({ ...fixtures, seed, only }, (line) => console.log(`  ${line}`)),
      ),
  },
  W: {
    what: 'all of it at once, on two nodes: kills, outages, the database struck down, its disk full, the clock, odd money',
    async run(options) {
      const seconds = lasting(20, 600)(options)
      const troubles = [killNodes, mailOutages, printerOutages, strikeDatabase, stepClock]
      const plan = { ...options, nodes: 2, customers: 24, troubles, seconds }
      const report = await onOwnDisk((databaseIn, fillDisk) =>
        soak({ ...plan, databaseIn, troubles: [...troubles, fillDisk] }),
      )
      if (report !== 'not-root') return report
      console.log('  Without a full disk: only root can mount one')
      return soak(plan)
    },
  },
  N: {
    what: 'three nodes behind a proxy, two of them killed at once again and again, and started later',
    run: (options) =>
      soak({
        ...options,
        nodes: 3,
        customers: 8,
        proxied: true,
        troubles: [killTwo],
        seconds: lasting(20, 150)(options),
      }),
  },
  B: {
    what: 'nodes killed by the kernel at their N-th write',
    async run(options) {
      if (hasStrace) return soaking([killAtWrites], lasting(20, 300), 1)(options)
      return skipped('strace is not installed')
    },
  },
  D: {
    what: 'the database struck down and its connections cut in mid-traffic',
    run: soaking([strikeDatabase], lasting(15, 150)),
  },
  E: {
    what: 'the disk under the database filled to the last byte in mid-traffic',
    async run(options) {
      const plan = { ...options, nodes: 1, customers: 6, seconds: lasting(15, 120)(options) }
      const report = await onOwnDisk((databaseIn, fillDisk) =>
        soak({ ...plan, databaseIn, troubles: [fillDisk] }),
      )
      return report === 'not-root' ? skipped('only root can mount a disk') : report
    },
  },
  U: {
    what: 'nodes end and start again one by one behind a proxy, in mid-traffic, with a new letter key',
    run: (options) => rollingRestart({ ...options, customers: 4, secondsOfEach: lasting(5, 8)(options) }),
  },
  R: {
    what: 'a backup made in mid-traffic, the database lost, the backup restored, and the traffic goes on',
    run: (options) =>
      restoreLostDatabase({ ...options, customers: 6, secondsOfEach: lasting(5, 15)(options) }),
  },
  Q: {
    what: 'the database stands still, is locked or takes no writes; mails are refused; the nodes’ clocks are minutes apart',
    run: soaking([slowDatabase, wrongClocks, mailOutages], lasting(20, 150)),
  },
  G: {
    what: 'the clock put forward and back, under nodes that are killed besides',
    run: soaking([stepClock, killNodes], lasting(15, 100)),
  },
}

function skipped(why: string): Report {
  console.log(`  SKIPPED: ${why}`)
  return { checked: {}, figures: { skipped: 1 }, coverage: {} }
}
