import { join } from 'node:path'
import { startChild, type ChildLimits, type KillableChild } from '../../children/killable-child.ts'
import type { Font } from '../fonts.ts'
import type { LetterToSet, NormalPicture, SetLetter, TypesetRefusal } from '../typesetter.ts'

export type Task = { letter: LetterToSet } | { picture: Buffer }
/** `broken`: a mistake of ours in template or fonts, said without a word of the letter. */
export type Answer =
  SetLetter | TypesetRefusal | NormalPicture | { refused: 'picture-unreadable' } | { broken: string }
export type Child = KillableChild<Task, Answer>

export const startTypesetter = (program: URL, workspace: string, fonts: Font[], limits: ChildLimits): Child =>
  startChild(program, {
    args: [workspace, JSON.stringify(fonts)],
    execArgv: ['--expose-gc', '--max-old-space-size=256'],
    // The configuration hides the system's fonts (Linux).
    env: { FONTCONFIG_FILE: join(workspace, 'no-system-fonts.conf') },
    limits,
  })
