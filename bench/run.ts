/** npm run bench -- preview: one of the comparisons in this folder by its name. */
import { globSync } from 'node:fs'

const programs = ['paper', 'processor-time', 'run']
const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !programs.includes(name))
// What comes after the name is the comparison's own.
const [name = ''] = process.argv.splice(2, 1)
if (!names.includes(name)) {
  console.error(`npm run bench -- <name>, where <name> is one of: ${names.toSorted().join(', ')}`)
  process.exit(1)
}
await import(`./${name}.ts`)
