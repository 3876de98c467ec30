import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Test data written by others, beside the repository; elsewhere it may be absent. */
const corpora = new URL('../../../../shared/corpora/', import.meta.url).pathname

export const hasCorpora = existsSync(corpora)
if (!hasCorpora) console.warn(`SKIPPED: the tests on other people's data, because ${corpora} is absent.`)

export const naughtyStrings = (): string[] =>
  JSON.parse(readFileSync(join(corpora, 'naughty-strings/blns.json'), 'utf8')) as string[]

export const pngSuite = (): { name: string; bytes: Buffer }[] =>
  readdirSync(join(corpora, 'pngsuite'))
    .filter((name) => name.endsWith('.png'))
    .map((name) => ({ name, bytes: readFileSync(join(corpora, 'pngsuite', name)) }))
