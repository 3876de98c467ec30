import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, type EditorView } from 'prosemirror-view'
import { schema } from '../document/schema.ts'
import { decorationLayer } from '../decorations.ts'
import type { Token } from './colour-code.ts'

// Specification, section 9: syntax-highlight interval 1000 ms.
const intervalMs = 1000
const setColours = decorationLayer('highlighting')
const coloured = new WeakMap<Node, Token[]>()

function codeBlocks(letter: Node) {
  const found: { node: Node; at: number }[] = []
  letter.descendants((node, at) => {
    if (node.type === schema.nodes.code_block) found.push({ node, at })
    return !node.isTextblock
  })
  return found
}

/** Colours code blocks by decorations, at most once a second; highlight.js loads with the first block. */
export function highlighting() {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function colour(view: EditorView) {
    timer = undefined
    if (!codeBlocks(view.state.doc).length) return
    const { colourCode } = await import('./colour-code.ts')
    if (view.isDestroyed) return
    if (view.composing) return later(view) // a redraw would cancel the composition
    const decorations = codeBlocks(view.state.doc).flatMap(({ node, at }) => {
      const tokens = coloured.get(node) ?? colourCode(node.textContent)
      coloured.set(node, tokens)
      return tokens.map(({ from, to, kind }) =>
        Decoration.inline(at + 1 + from, at + 1 + to, { class: kind }),
      )
    })
    setColours(view, decorations)
  }
  // After a failed load (offline) the next change tries again.
  function later(view: EditorView) {
    timer ??= setTimeout(() => void colour(view).catch(() => undefined), intervalMs)
  }

  return new Plugin({
    view(created) {
      later(created)
      return {
        update: (view, before) => void (view.state.doc === before.doc || later(view)),
        // Also called when another letter is opened, which starts a timer of its own.
        destroy() {
          clearTimeout(timer)
          timer = undefined
        },
      }
    },
  })
}
