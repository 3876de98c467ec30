import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Reads pages line by line, and answers with the milliseconds of processor time they took. */
const program = `
import sys, json, time, weasyprint
for line in sys.stdin:
  began = time.process_time()
  for page in json.loads(line): weasyprint.HTML(string=page).write_pdf()
  print((time.process_time() - began) * 1000, flush=True)`

/** Debian's WeasyPrint in one process that has its fonts loaded; undefined, and said aloud, where it is not installed. */
export function startWeasyPrint() {
  if (spawnSync('weasyprint', ['--version']).error) {
    console.log('MISSING: there is no WeasyPrint here, its rows are left out (apt-get install weasyprint)')
    return undefined
  }
  const child = spawn('/usr/bin/python3', ['-c', program], { stdio: ['pipe', 'pipe', 'ignore'] })
  const answers = createInterface(child.stdout)
  return {
    async set(pages: string[]): Promise<number> {
      child.stdin.write(`${JSON.stringify(pages)}\n`)
      const [ms] = (await once(answers, 'line')) as [string]
      return Number(ms)
    },
    end: () => child.kill(),
  }
}
