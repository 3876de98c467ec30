import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Test data written by others: beside the repository, not in it. */
const folder = resolve(import.meta.dirname, '../../../../shared/corpora')
const text = (at: string) => readFileSync(at, 'utf8')

/** Each begins with cases of our own, so that a loop over it never runs over nothing. */
const corpora = {
  'html5sec/vectors.txt': (at: string) =>
    text(at)
      .split(/(?=<div id="\d+">)/)
      .slice(1),
  'naughty-strings/blns.json': (at: string) => JSON.parse(text(at)) as string[],
  'emails/tests.xml': (at: string) => [...text(at).matchAll(/<test id.*?<\/test>/gs)].map(([entry]) => entry),
  pngsuite: (at: string) =>
    readdirSync(at)
      .filter((name) => name.endsWith('.png'))
      .map((name) => ({ name, bytes: readFileSync(join(at, name)) })),
}
type Corpora = typeof corpora

/** `npm test` says them at its end. */
export const missingCorpora = (): string[] =>
  Object.keys(corpora).filter((path) => !existsSync(join(folder, path)))

function readCorpus<Path extends keyof Corpora>(path: Path): ReturnType<Corpora[Path]> | [] {
  const at = join(folder, path)
  return existsSync(at) ? (corpora[path](at) as ReturnType<Corpora[Path]>) : []
}

const ownVectors = [
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><p>a</svg>',
  '<a href="java&#115;cript:alert(1)">a</a>',
  '<p style="background:url(javascript:alert(1))">a</p>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
]
const ownStrings = [
  'undefined',
  "' OR 1=1 --",
  '\u202eabc',
  '<script>alert(1)</script>',
  '${7*7}',
  '../../etc/passwd',
  'Z\u0336a\u0337l\u0338g\u0321o',
  '1e309',
  '안녕하세요',
  '👩‍👩‍👧‍👦',
]
const ownAddresses = [
  ['ana@ejemplo.test', 'VALID_CATEGORY'],
  ['ana+cartas@sub.ejemplo.test', 'DNSWARN'],
  ['ana', 'ERR'],
  ['ana@@ejemplo.test', 'ERR'],
].map(
  ([address, category]) =>
    `<test id="own"><address>${address}</address><category>ISEMAIL_${category}</category></test>`,
)
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ownPictures = [
  { name: 'own.png', bytes: pixel },
  { name: 'xown.png', bytes: pixel.subarray(0, 30) },
]

/** Markup that runs a script in one browser or another. */
export const attackVectors = (): string[] => [...ownVectors, ...readCorpus('html5sec/vectors.txt')]
/** Strings that have broken something somewhere. */
export const naughtyStrings = (): string[] => [...ownStrings, ...readCorpus('naughty-strings/blns.json')]
/** E-mail addresses with a verdict each, as XML. */
export const judgedAddresses = (): string[] => [...ownAddresses, ...readCorpus('emails/tests.xml')]
/** Pictures; the names of the broken ones begin with an x. */
export const pngSuite = () => [...ownPictures, ...readCorpus('pngsuite')]
