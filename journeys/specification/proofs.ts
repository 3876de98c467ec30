import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The observable sentences of the specification's sections 2 to 9, numbered within their section. */
export const sentences = JSON.parse(
  readFileSync(join(import.meta.dirname, 'sentences.json'), 'utf8'),
) as Record<string, string>

export type Proof = { sentence: string; file: string }

/** `test('[2.19, 2.20] the hero …')`: the sentences that a test, or a table of tests, proves stand at the head of its title. */
const titled = /\(\s*['"`]\[(\d\.\d+(?:, \d\.\d+)*)\] /g

/** Every test that names a sentence, in the order of the files. */
export function findProofs(): Proof[] {
  const files = globSync('{journeys,web,server,letter}/**/*.{spec,test,browser}.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules'],
  }).toSorted()
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return [...source.matchAll(titled)].flatMap(([, numbers = '']) =>
      numbers.split(', ').map((sentence) => ({ sentence, file })),
    )
  })
}

const cell = (text: string) => text.replaceAll(/[|[\]]/g, '\\$&').replaceAll('\n', ' ')

/** docs/specification.md, whole. */
export function writeTable(proofs: Proof[]): string {
  const rows = Object.entries(sentences).map(([number, sentence]) => {
    const files = new Set(proofs.filter((proof) => proof.sentence === number).map(({ file }) => file))
    const links = [...files].map((file) => `[${basename(file)}](../${file})`)
    return `| ${number} | ${cell(sentence)} | ${links.join('<br>')} |`
  })
  return `# The specification, sentence by sentence

Every observable sentence of the specification's sections 2 to 9, and the files of the tests that prove it, at the lowest level
that sees it: a function, a component in Chromium, or a journey. A test names its sentences at the head of its title: look for
\`[2.19\`. A check fails when a sentence has no test, when a test names none that exists, or when this page is not what
\`npm run specification\` writes. Where the design decides otherwise than the letter of a sentence, the test says so.

| # | Sentence | Proven by |
| --- | --- | --- |
${rows.join('\n')}
`
}
