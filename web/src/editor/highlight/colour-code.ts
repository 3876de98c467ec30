import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import xml from 'highlight.js/lib/languages/xml'

for (const [name, language] of Object.entries({ bash, css, javascript, json, python, xml }))
  hljs.registerLanguage(name, language)

/** A token of code: offsets in characters, and its CSS class. */
export type Token = { from: number; to: number; kind: string }
type Emitted = string | { scope?: string; children: Emitted[] }

/** The tokens of a piece of code, its language guessed among six; none when nothing fits. */
export function colourCode(code: string): Token[] {
  // The tree instead of the HTML, so that pasted code never reaches innerHTML.
  const { _emitter } = hljs.highlightAuto(code) as unknown as { _emitter: { rootNode: Emitted } }
  const tokens: Token[] = []
  let at = 0
  const walk = (part: Emitted) => {
    if (typeof part === 'string') {
      at += part.length
      return
    }
    const from = at
    part.children.forEach(walk)
    // A sub-language has the scope `language:…`, which is no token.
    if (part.scope && !part.scope.startsWith('language:'))
      tokens.push({ from, to: at, kind: `hljs-${part.scope.split('.')[0]}` })
  }
  walk(_emitter.rootNode)
  return tokens
}
