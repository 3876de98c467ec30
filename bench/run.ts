/**
 * npm run bench -- preview: one of the comparisons in this folder by its name, what comes after it being its own. Without a
 * name all of them, one after the other, each within its time and in a process of its own: what each says stands in
 * results/bench/<name>.txt, and the ratios of all at the end.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, globSync, mkdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { inSeconds, milliseconds, minutes, type Ms } from '@lacre/letter/days.ts'
import { familyOf } from './processor-time.ts'

const programs = ['paper', 'preview-sample', 'processor-time', 'run']
const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !programs.includes(name))
  .toSorted()
/** All together less than an hour. */
const usually = { within: minutes(4), args: [] as string[] }
const others: Partial<Record<string, Partial<typeof usually>>> = {
  batch: { within: minutes(7), args: ['8'] },
  flood: { within: minutes(11), args: ['80'] },
  keys: { args: ['10'] },
  landing: { within: minutes(10), args: ['8'] },
  million: { within: minutes(9) },
}
const results = join(import.meta.dirname, '..', 'results', 'bench')
const isRatio = /\d \[\d/

async function runAll() {
  mkdirSync(results, { recursive: true })
  const ends: string[] = []
  for (const one of names) {
    console.log(`\n── ${one} ──`)
    ends.push(await run(one))
    if (ends.at(-1) !== 'ended') process.exitCode = 1
  }
  console.log('\n── all ──')
  for (const [at, one] of names.entries()) {
    const said = readFileSync(fileOf(one), 'utf8').trim().split('\n')
    console.log(`${one}: ${ends[at]}`)
    for (const line of said) if (isRatio.test(line) || line.startsWith('MISSING')) console.log(`  ${line}`)
  }
}

const fileOf = (one: string) => join(results, `${one}.txt`)

async function run(one: string): Promise<string> {
  const { within, args } = { ...usually, ...others[one] }
  const file = createWriteStream(fileOf(one))
  file.write(`${new Date().toISOString()}, load ${loadavg()[0]?.toFixed(1)}\n`)
  const began = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, `${one}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const out of [child.stdout, child.stderr]) out.on('data', (text: Buffer) => tell(text))
  function tell(text: Buffer) {
    process.stdout.write(text)
    file.write(text)
  }
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    // Its server, databases and browsers too: some are no longer of its group.
    for (const pid of familyOf(child.pid!)) process.kill(Number(pid), 'SIGKILL')
  }, within)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(late)
  const took = inWords(milliseconds(performance.now() - began))
  file.end(`${took}\n`)
  await once(file, 'finish')
  if (isLate) return `CUT OFF after ${took}`
  return code === 0 ? 'ended' : `FAILED after ${took}`
}

const inWords = (took: Ms) => `${Math.round(inSeconds(took))} s`

const [name] = process.argv.splice(2, 1)
if (name === undefined) await runAll()
else if (names.includes(name)) await import(`./${name}.ts`)
else {
  console.error(`npm run bench [-- <name>], where <name> is one of: ${names.join(', ')}`)
  process.exitCode = 1
}
