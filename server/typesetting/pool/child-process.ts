import { join } from 'node:path'
import { startChild, type ChildLimits, type KillableChild } from '../../children/killable-child.ts'
import type { Font } from '../fonts.ts'
import type { Excess } from '@lacre/letter/content/reading/read-html.ts'
import type {
  InvoiceToSet,
  LetterToSet,
  NormalPicture,
  RawPicture,
  ReadBody,
  ReadLetter,
  SetLetter,
  TypesetRefusal,
  Unreadable,
} from '../typesetter.ts'

export type Task =
  | { html: string }
  | { body: Uint8Array }
  | { unclean: string }
  | { letter: LetterToSet }
  | { invoice: InvoiceToSet }
  | { unchecked: string }
  | { picture: RawPicture }
/** `broken`: a mistake of ours in template or fonts, said without a word of the letter. */
export type Answer =
  | ReadLetter
  | ReadBody
  | { clean: string }
  | Unreadable
  | { refused: Excess }
  | SetLetter
  | { pdf: Buffer }
  | { characters: string[] }
  | TypesetRefusal
  | NormalPicture
  | { refused: 'picture-unreadable' }
  | { broken: string }
export type Child = KillableChild<Task, Answer>

export const startTypesetter = (
  program: URL,
  workspace: string,
  fonts: Font[],
  { limits, niceness }: { limits: ChildLimits; niceness: number },
): Child =>
  startChild(program, {
    reads: [workspace],
    args: [workspace, JSON.stringify(fonts)],
    execArgv: ['--expose-gc', '--max-old-space-size=256'],
    // The configuration hides the system's fonts (Linux).
    env: { FONTCONFIG_FILE: join(workspace, 'no-system-fonts.conf') },
    limits,
    niceness,
  })
