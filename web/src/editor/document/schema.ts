import { Schema } from 'prosemirror-model'
import { marks, nodes } from '@lacre/letter/content/schema.ts'

/** The letter as the editor holds it: the same blocks, marks and limits the server reads and the paper shows. */
export const schema = new Schema({
  // The looks that came with a text, so that undo takes them back with it.
  nodes: { ...nodes, doc: { ...nodes.doc, attrs: { looks: { default: null } } } },
  marks,
})
