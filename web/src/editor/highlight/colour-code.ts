import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import xml from 'highlight.js/lib/languages/xml'

for (const [name, language] of Object.entries({ bash, css, javascript, json, python, xml }))
  hljs.registerLanguage(name, language)

/** A stretch of code and the class of its kind, in characters from the start. */
export type Stretch = { from: number; to: number; kind: string }
type Emitted = string | { scope?: string; children: Emitted[] }

/** The coloured stretches of a piece of code, its language guessed among six; none when nothing fits. */
export function colourCode(code: string): Stretch[] {
  // The tree and not the HTML: nothing written by a stranger goes near innerHTML.
  const { _emitter } = hljs.highlightAuto(code) as unknown as { _emitter: { rootNode: Emitted } }
  const stretches: Stretch[] = []
  let at = 0
  const walk = (part: Emitted) => {
    if (typeof part === 'string') {
      at += part.length
      return
    }
    const from = at
    part.children.forEach(walk)
    // Sub-languages carry `language:…` instead of a kind of their own.
    if (part.scope && !part.scope.startsWith('language:'))
      stretches.push({ from, to: at, kind: `hljs-${part.scope.split('.')[0]}` })
  }
  walk(_emitter.rootNode)
  return stretches
}
