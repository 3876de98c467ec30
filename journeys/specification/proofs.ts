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

/** A heading stands before the sentence that it begins with. */
const headings: Record<string, string> = {
  '2.1': '## 2. Pages',
  '2.13': '### Around each page',
  '2.19': '### Landing',
  '2.29': '### Writing',
  '2.53': '### Sign-up',
  '2.61': '### Sign-in',
  '2.67': '### Verification (in English)',
  '2.73': '### Success',
  '2.77': '### Texts',
  '2.81': '### Profile',
  '3.1': '## 3. Data',
  '4.1': '## 4. What follows what',
  '5.1': '## 5. Checks',
  '6.1': '## 6. Who may what',
  '7.1': '## 7. Calls: what is sent · what is answered',
  '8.1': '## 8. What a failure shows',
  '9.1': '## 9. Numbers',
}

/** docs/specification.md, whole. A sentence's number leads to its first test. */
export function writeTable(proofs: Proof[]): string {
  const rows = Object.entries(sentences).map(([number, sentence]) => {
    const files = new Set(proofs.filter((proof) => proof.sentence === number).map(({ file }) => file))
    const links = [...files].map((file, at) => `[${at === 0 ? number : basename(file)}](../${file})`)
    const row = `- ${links.join(', ')} ${sentence}`
    return number in headings ? `\n${headings[number]}\n\n${row}` : row
  })
  return `# The specification, sentence by sentence

What a user can observe, in our words. A number leads to the test that proves its sentence, at the lowest level that sees it. A test names
its sentences at the head of its title: look for \`[2.19\`. Where [the design](design/README.md) adds to a sentence, the test says so.

## 1. The product

A web app in Spanish for people who send a personal letter on paper within Spain. Anybody may write. Sending and paying needs an
account: e-mail, password and captcha, or Google. A provider takes the payments. The sign-in pages promise writing without
distraction or hurry, and no lost letter.
${rows.join('\n')}
`
}
