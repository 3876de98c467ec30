/**
 * npm run paper -- letter.html [letter.pdf]: the pages of a letter as they would be printed today between the sample
 * addresses, with a sample of the sheet code. For work on `server/typesetting/letter.typ`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createTypesetter } from '../server/typesetting/pool.ts'
import { previewSample } from './preview-sample.ts'

const [html, pdf = 'letter.pdf'] = process.argv.slice(2)
if (!html) {
  console.error('npm run paper -- letter.html [letter.pdf]')
  process.exit(1)
}
let content: string
try {
  content = readFileSync(html, 'utf8')
} catch (error) {
  console.error(`${html} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  process.exit(1)
}
const typesetter = createTypesetter({ size: 1 })
const answer = await previewSample(typesetter, content)
await typesetter.close()
for (const problem of answer.problems) console.error(problem.detail)
if (!answer.paper) process.exit(1)
writeFileSync(pdf, Buffer.from(answer.paper.pdf, 'base64'))
console.log(`${pdf}: ${answer.paper.pages} pages, ${answer.paper.sheets} sheets, ${answer.paper.grams} g`)
