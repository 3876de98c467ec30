import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Test data written by others: beside the repository, not in it. */
const folder = resolve(import.meta.dirname, '../../../../shared/corpora')

/** What was read, or none, said loudly: a missing folder must not look like a pass. */
function corpus<Case>(path: string, read: (at: string) => Case[]): Case[] {
  const at = join(folder, path)
  if (existsSync(at)) return read(at)
  console.warn(`SKIPPED: ${path} is not in ${folder}`)
  return []
}
const text = (at: string) => readFileSync(at, 'utf8')

/** Markup that runs a script in one browser or another. */
export const attackVectors = () =>
  corpus('html5sec/vectors.txt', (at) =>
    text(at)
      .split(/(?=<div id="\d+">)/)
      .slice(1),
  )
/** Strings that have broken something somewhere. */
export const naughtyStrings = () =>
  corpus('naughty-strings/blns.json', (at) => JSON.parse(text(at)) as string[])
/** E-mail addresses with a verdict each, as XML. */
export const judgedAddresses = () =>
  corpus('emails/tests.xml', (at) => [...text(at).matchAll(/<test id.*?<\/test>/gs)].map(([entry]) => entry))
/** Pictures; the names of the broken ones begin with an x. */
export const pngSuite = () =>
  corpus('pngsuite', (at) =>
    readdirSync(at)
      .filter((name) => name.endsWith('.png'))
      .map((name) => ({ name, bytes: readFileSync(join(at, name)) })),
  )
