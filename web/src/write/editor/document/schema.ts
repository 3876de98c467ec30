import { Schema } from 'prosemirror-model'
import { marks, nodes } from '@lacre/letter/content/schema.ts'

/** The letter as the editor holds it: the same blocks, marks and limits the server reads and the paper shows. */
export const schema = new Schema({ nodes, marks })
