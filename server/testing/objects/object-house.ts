import type { Typesetter } from '../../typesetting/typesetter.ts'
import { onTestFinished } from 'vitest'
import type { ObjectStore } from '../../outside/objects/object-store.ts'
import { createS3 } from '../../outside/objects/s3.ts'
import { lettersHouse, written } from '../letter-house.ts'
import { s3StandIn } from './s3-stand-in.ts'

/** Three pages of words: its content is large enough for the object store, too. */
export const longLetter = written(`<p>${'La tarde se alargaba sobre el puerto. '.repeat(40)}</p>`.repeat(6))

/** Letters whose large parts live in an object store, over real HTTP. */
export async function objectHouse(typesetter: Typesetter) {
  const standIn = await s3StandIn()
  onTestFinished(standIn.close)
  const objects: ObjectStore = createS3(standIn.account)
  const house = await lettersHouse(typesetter, { objects })
  const me = await house.account()
  return {
    ...house,
    objects,
    standIn,
    me,
    /** The row of a letter: where its large parts are. */
    rowOf: (id: string) =>
      house.db.selectFrom('letter_secret').selectAll().where('letter_id', '=', id).executeTakeFirst(),
  }
}
