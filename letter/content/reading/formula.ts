import { group, raiseAll } from './foreign.ts'

type Element = { tag: string; parts: string[] }

function script(text: string, way: 'up' | 'down'): string {
  if (text === '∘') return '°'
  const sign = way === 'up' ? '^' : '_'
  return text === '' || /^[′″‴*°]$/.test(text) ? text : (raiseAll(text, way) ?? sign + group(text))
}
const scripts = ([base = '', low = '', high]: string[]) =>
  base + (high === undefined ? low : script(low, 'down') + script(high, 'up'))

const join = (parts: string[]) => parts.join('')
const fraction = ([over = '', under = '']: string[]) => `${group(over)}/${group(under)}`

const shapes = new Map<string, (parts: string[]) => string>([
  ['msup', ([base = '', high = '']) => base + script(high, 'up')],
  ['msub', ([base = '', low = '']) => base + script(low, 'down')],
  ['munder', ([base = '', low = '']) => base + script(low, 'down')],
  ['msubsup', scripts],
  ['munderover', scripts],
  // MathJax 3 wraps them, and writes the upper part first.
  ['mjx-mfrac', join],
  ['mjx-msqrt', join],
  ['mjx-mroot', ([root = '', radical = '']) => script(root, 'up') + radical],
  ['mjx-surd', () => ''],
  ['mjx-sqrt', (parts) => `√(${parts.join('')})`],
  ['mjx-script', ([high = '', low]) => (low === undefined ? high : script(low, 'down') + script(high, 'up'))],
  ['mfrac', fraction],
  ['mjx-frac', fraction],
  ['msqrt', (parts) => `√(${parts.join('')})`],
  ['mroot', ([base = '', root = '']) => `${script(root, 'up')}√(${base})`],
  ['mfenced', (parts) => `(${parts.join(', ')})`],
  ['mtd', (parts) => `${parts.join('')} `],
  ['mtr', (parts) => `${parts.join('').trim()}; `],
  ['mtable', (parts) => parts.join('').replace(/; $/, '')],
  ['mspace', () => ' '],
  ['annotation', () => ''],
  ['annotation-xml', () => ''],
  ['mphantom', () => ''],
])

/** MathML, or MathJax's elements of the same names, in one line of text: `x²`, `(a+b)/2`, `e^(kt)`. */
export function createFormula() {
  const root: Element = { tag: 'math', parts: [] }
  const open = [root]
  const add = (part: string) => open.at(-1)?.parts.push(part)
  return {
    open(name: string, { class: classes = '' }: Record<string, string>) {
      open.push({ tag: shapes.has(name) ? name : name.replace(/^mjx-/, ''), parts: [] })
      const code = /\bmjx-c([\dA-F]{1,5})\b/.exec(classes)?.[1]
      if (name === 'mjx-c' && code) add(String.fromCodePoint(Number.parseInt(code, 16)).normalize('NFKC'))
    },
    text(text: string) {
      if (text.trim() || open.at(-1)?.tag === 'mtext') add(text.replace(/\s+/g, ' '))
    },
    close: () => {
      const { tag, parts } = open.pop() ?? root
      const text = (shapes.get(tag) ?? join)(parts)
      // An empty part keeps its place in MathML; MathJax uses empty ones for layout.
      if (text || /^m(?!jx)/.test(tag)) add(text)
    },
    /** Without the invisible operators of functions and products. */
    read: () =>
      root.parts
        .join('')
        .replace(/\u2061/g, ' ')
        .replace(/[\u2062-\u2064]/g, ''),
  }
}
