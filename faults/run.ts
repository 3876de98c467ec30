/** `npm run faults`: breaks everything that can break around a letter, and then counts. See docs/reliability.md. */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { table, violationsOf, type Checked } from './check/check.ts'
import { soak } from './layers/soak.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    layer: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    postgres: { type: 'string', default: 'embedded' },
    nodes: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()

function tell(layer: string, { checked, figures }: { checked: Checked; figures: Record<string, unknown> }) {
  console.log(`\nLayer ${layer}, seed ${seed}, commit ${commit}`)
  for (const [name, figure] of Object.entries(figures)) console.log(`  ${name}: ${String(figure)}`)
  console.log(table(checked))
  for (const { invariant, letter, what } of violationsOf(checked)) {
    console.log(
      `VIOLATED ${invariant} seed=${seed} commit=${commit} layer=${layer} letter=${letter ?? '-'} ${what}`,
    )
    process.exitCode = 1
  }
}

tell(
  'C',
  await soak({
    seed,
    postgres: values.postgres === '15' ? '15' : 'embedded',
    seconds: Number(values.seconds),
    people: 6,
    nodes: Number(values.nodes),
  }),
)
