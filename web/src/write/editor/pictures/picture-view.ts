import type { NodeViewConstructor } from 'prosemirror-view'

/** A picture while one writes: without a description of its own it is still called what it is (WCAG 1.1.1). */
export const pictureView: NodeViewConstructor = ({ attrs }) => {
  const dom = document.createElement('img')
  dom.src = String(attrs.src)
  dom.alt = typeof attrs.alt === 'string' && attrs.alt ? attrs.alt : 'Imagen de la carta'
  return { dom }
}
