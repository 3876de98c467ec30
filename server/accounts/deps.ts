import type { World } from '../world.ts'
import type { EraseContents } from './claims.ts'

/** Of the outside, what accounts need; each function takes what it needs of it. */
export type AccountsDeps = Pick<
  World,
  'db' | 'clock' | 'random' | 'passwords' | 'captcha' | 'social' | 'publicUrl'
> & { eraseContents: EraseContents }
