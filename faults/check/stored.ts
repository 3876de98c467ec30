import { createHash } from 'node:crypto'
import { letterCipher, type WrappedKey } from '../../server/database/keys/letter-cipher.ts'
import { keyFileOf, readKeyFile } from '../../server/database/keys/letter-key-file.ts'
import { fixedKeys } from '../../server/database/keys/letter-keys.ts'
import { createS3 } from '../../server/outside/objects/s3.ts'
import { systemRandom } from '../../server/outside/random.ts'
import { runCommand } from '../house/command.ts'
import type { Store } from '../house/store.ts'
import type { World } from '../world.ts'
import type { Checked } from './check.ts'
import { both, each } from './violation.ts'

const letters = `select letter.id, pdf_sha256, wrapped_key, key_name, pdf, pdf_object, content, content_object
  from letter join letter_secret on letter_id = letter.id`
/** In use, being written, or to be removed. */
const known = `select name::text from letter_object
  union select key from job where kind = 'remove-object' and done_at is null`

type Row = WrappedKey & {
  id: string
  pdf_sha256: string
  pdf: Buffer | null
  pdf_object: string | null
  content: Buffer | null
  content_object: string | null
}

/** Looks into the store itself, at rest; then everything is moved back by one command, and looked at once more. */
export async function checkStored({ cluster, settings }: World, store: Store): Promise<Checked> {
  const cipher = letterCipher(fixedKeys(readKeyFile(keyFileOf(settings['DATA_DIR']!))[0]!), systemRandom)
  const bucket = createS3({
    endpoint: new URL(store.settings['S3_ENDPOINT']!),
    region: store.settings['S3_REGION']!,
    accessKeyId: store.settings['S3_ACCESS_KEY_ID']!,
    secretAccessKey: store.settings['S3_SECRET_ACCESS_KEY']!,
  })
  async function troubleOf(row: Row, isBack: boolean): Promise<string | undefined> {
    if (isBack && (row.pdf_object ?? row.content_object)) return 'is still in the store after the way back'
    const [pdf, content] = await Promise.all([
      row.pdf ?? bucket.get(row.pdf_object ?? ''),
      row.content ?? bucket.get(row.content_object ?? ''),
    ])
    if (typeof pdf === 'string' || typeof content === 'string') return `a part of it is ${pdf as string}`
    try {
      cipher.openContent(row.id, { ...row, content })
      const opened = cipher.openPdf(row.id, { ...row, pdf })
      const sha256 = createHash('sha256').update(opened).digest('hex')
      return sha256 === row.pdf_sha256 ? undefined : 'opens as other pages than were sealed'
    } catch {
      return 'does not open'
    }
  }
  async function look(isBack: boolean) {
    const rows = await cluster.query<Row>('lacre', letters)
    const troubles: [id: string, trouble: string | undefined][] = []
    for (const row of rows) troubles.push([row.id, await troubleOf(row, isBack)])
    return each(
      'K1',
      troubles,
      ([, trouble]) => trouble,
      ([id]) => id,
    )
  }

  const there = await look(false)
  const { held } = await store.talker.ask('how-far')
  const names = await cluster.query<{ name: string }>('lacre', known)
  const needed = new Set(names.map(({ name }) => `letters/${name}`))
  const left = each('K1', held, (key) => !needed.has(key) && 'lies in the store and nobody knows of it')
  const move = await runCommand(settings, ['move-letters', 'database'])
  const moved = each('K1', [move], ({ code, says }) => code !== 0 && `nothing moves back: ${says}`)
  return { K1: both(there, left, moved, await look(true)) }
}
