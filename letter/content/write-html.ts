import { inRgb } from './reading/styles.ts'
import type { Align, Block, Content, Marks, Run } from './tree.ts'

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
}
const inText = (text: string) => text.replace(/[&<>\u00a0]/g, (character) => references[character] ?? '')
const inAttribute = (text: string) =>
  text.replace(/[&<>"\u00a0]/g, (character) => references[character] ?? '')

type Wrap = { open: string; close: string }
function wrapsOf({ link, bold, italic, underline, strike, colour, background }: Marks): Wrap[] {
  const wraps: Wrap[] = []
  if (link !== undefined)
    wraps.push({
      open: `<a href="${inAttribute(link)}" rel="noopener noreferrer" target="_blank">`,
      close: '</a>',
    })
  if (bold) wraps.push({ open: '<strong>', close: '</strong>' })
  if (italic) wraps.push({ open: '<em>', close: '</em>' })
  if (underline) wraps.push({ open: '<u>', close: '</u>' })
  if (strike) wraps.push({ open: '<s>', close: '</s>' })
  if (colour) wraps.push({ open: `<span style="color: ${inRgb(colour)};">`, close: '</span>' })
  if (background)
    wraps.push({ open: `<span style="background-color: ${inRgb(background)};">`, close: '</span>' })
  return wraps
}

function runHtml(run: Run): string {
  if ('text' in run) return inText(run.text)
  if ('break' in run) return '<br>'
  const said = { src: run.picture, alt: run.alt, 'data-size': run.size, 'data-caption': run.caption }
  const written = Object.entries(said).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${inAttribute(value)}"`,
  )
  return `<img${written.join('')}>`
}

const close = (wraps: Wrap[]) => wraps.map((wrap) => wrap.close).toReversed()

/** Neighbours share outer tags, as in the editor. */
function runsHtml(runs: Run[]): string {
  const html: string[] = []
  let open: Wrap[] = []
  for (const run of runs) {
    const wraps = wrapsOf(run)
    const differs = wraps.findIndex((wrap, at) => wrap.open !== open[at]?.open)
    const kept = differs === -1 ? wraps.length : differs
    html.push(...close(open.slice(kept)), ...wraps.slice(kept).map((wrap) => wrap.open), runHtml(run))
    open = wraps
  }
  return [...html, ...close(open)].join('')
}

const style = (align: Align | undefined) => (align ? ` style="text-align: ${align};"` : '')
const itemsHtml = (items: Block[][]) => items.map((item) => `<li>${writeHtml(item)}</li>`).join('')

function blockHtml(block: Block): string {
  const { type } = block
  if (type === 'paragraph') return `<p${style(block.align)}>${runsHtml(block.runs)}</p>`
  if (type === 'heading')
    return `<h${block.level}${style(block.align)}>${runsHtml(block.runs)}</h${block.level}>`
  if (type === 'bullet-list') return `<ul>${itemsHtml(block.items)}</ul>`
  if (type === 'ordered-list')
    return `<ol${block.start ? ` start="${block.start}"` : ''}>${itemsHtml(block.items)}</ol>`
  if (type === 'quote') return `<blockquote>${writeHtml(block.blocks)}</blockquote>`
  return `<pre><code>${inText(block.text)}</code></pre>`
}

/** Writes a letter as HTML, as the editor does: equal trees give equal bytes. */
export const writeHtml = (content: Content): string => content.map(blockHtml).join('')
