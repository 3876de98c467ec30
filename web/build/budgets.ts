import { statSync } from 'node:fs'
import { chunksOf, untilAlive, type Manifest } from './bundle.ts'
import { places } from './places.ts'
import type { PageFile } from './prerender.ts'

/** What a page loads before it is interactive: script files, and kilobytes of HTML and scripts (brotli). */
type Cost = { files: number; kilobytes: number }

const usual: Cost = { files: 4, kilobytes: 103 }
const text: Cost = { files: 4, kilobytes: 140 }
/** With the query library (docs/decisions/react-query.md). */
const data: Cost = { files: 5, kilobytes: 113 }
const budgets: Record<string, Cost> = {
  '/write': { files: 7, kilobytes: 205 },
  '/profile': data,
  '/address-book': data,
  '/success': data,
  '/my-letters': { files: 5, kilobytes: 122 },
  '/print-room': { files: 5, kilobytes: 129 },
  '/about-us': text,
  '/privacy-policy': text,
  '/terms-of-use': text,
}

/** Every page and script has a `.br` beside it. */
const sizeOfBuilt = (file: string) => statSync(`${places.browser}/${file}.br`).size

/** @throws Error naming every page that costs more than its budget */
export function holdBudgets(
  manifest: Manifest,
  pages: Record<string, Pick<PageFile, 'file' | 'screen'>>,
  sizeOf = sizeOfBuilt,
): void {
  const over = Object.entries(pages).flatMap(([path, { file, screen }]) => {
    const scripts = chunksOf(manifest, untilAlive(manifest, path, screen)).map((chunk) => chunk.file)
    const bytes = [file, ...scripts].map(sizeOf)
    const cost = { files: scripts.length, kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1000 }
    const budget = budgets[path] ?? usual
    if (cost.files <= budget.files && cost.kilobytes <= budget.kilobytes) return []
    return [`${path}: ${describe(cost)} (at most ${describe(budget)})`]
  })
  if (over.length) throw new Error(`These pages are over their budget:\n${over.join('\n')}`)
}

const describe = ({ files, kilobytes }: Cost) => `${files} scripts, ${kilobytes.toFixed(1)} kB`
