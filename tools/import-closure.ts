import { readFileSync } from 'node:fs'
import { code, importsOf } from '../architecture/source.ts'

/*
 * How many files a way through the code touches: `node tools/import-closure.ts server/orders/freeze-route.ts …`
 * prints the files that the given ones import at run time, directly or not, and counts them by part.
 * Types are not followed, nor files handed in as arguments: name those, too.
 */

const starts = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
if (starts.length === 0) {
  console.error('usage: node tools/import-closure.ts [--count] <file> …')
  process.exit(1)
}
const unknown = starts.filter((file) => !(file in code))
if (unknown.length > 0) {
  console.error(`No such file: ${unknown.join(', ')}`)
  process.exit(1)
}

/** The files themselves and all that they import at run time. */
function closure(files: string[]): string[] {
  const seen = new Set(files)
  for (const file of seen)
    for (const { target, isType } of importsOf(file, code[file]!))
      if (!isType && target in code) seen.add(target)
  return [...seen].sort()
}

const linesIn = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
const files = closure(starts)
if (!process.argv.includes('--count')) for (const file of files) console.log(`${linesIn(file)}\t${file}`)
for (const part of ['server/', 'letter/', 'web/']) {
  const own = files.filter((file) => file.startsWith(part))
  if (own.length > 0)
    console.log(`${part} ${own.length} files, ${own.reduce((sum, file) => sum + linesIn(file), 0)} lines`)
}
