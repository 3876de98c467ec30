/**
 * `npm run sbom`: what runs, as CycloneDX. npm lists everything and says what is for building and testing only; its own
 * `--omit dev` also leaves out what runs and is used by a test as well.
 */
import { spawnSync } from 'node:child_process'

type Component = { 'bom-ref': string; properties?: { name: string; value: string }[] }
type Bom = { components: Component[]; dependencies: { ref: string; dependsOn: string[] }[] }

const ran = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
  { encoding: 'utf8', maxBuffer: 2 ** 26, shell: process.platform === 'win32' },
)
if (ran.status) {
  console.error(ran.stderr)
  process.exitCode = 1
} else console.log(JSON.stringify(whatRuns(JSON.parse(ran.stdout) as Bom), undefined, 2))

function whatRuns(bom: Bom): Bom {
  const isForDevelopment = ({ properties = [] }: Component) =>
    properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
  const gone = new Set(bom.components.filter(isForDevelopment).map((component) => component['bom-ref']))
  return {
    ...bom,
    components: bom.components.filter((component) => !gone.has(component['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => !gone.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => !gone.has(other)) })),
  }
}
