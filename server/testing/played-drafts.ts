import { createHash } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { type TestWorld } from './test-app.ts'

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

type Played = {
  /** What the account's draft says, once it has been read. Undefined: there is none. */
  contentOf: (accountId: string) => Promise<string | undefined>
  bytesOf: (accountId: string) => number
}

/** A database and a cipher in which every account has the draft of any id that is asked for. */
export function playedDrafts({ db, cipher }: TestWorld, { contentOf, bytesOf }: Played) {
  const asked = new WeakMap<object, { accountId: string; isSize: boolean }>()
  const opened = new WeakMap<object, string>()
  const playing: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = JSON.stringify(node)
      const accountId = text.match(uuid)?.at(-1)
      if (node.kind === 'SelectQueryNode' && text.includes('"name":"draft"') && accountId)
        asked.set(queryId, { accountId, isSize: text.includes('octet_length') })
      return node
    },
    async transformResult({ result, queryId }) {
      const about = asked.get(queryId)
      if (!about) return result
      if (about.isSize) return { ...result, rows: [{ bytes: bytesOf(about.accountId) }] }
      const said = await contentOf(about.accountId)
      if (said === undefined) return { ...result, rows: [] }
      const content = Buffer.from(said)
      opened.set(content, said)
      return { ...result, rows: [{ id: about.accountId, content }] }
    },
  }
  return {
    db: db.withPlugin(playing),
    cipher: {
      ...cipher,
      openContent: (id, sealed) => opened.get(sealed.content) ?? cipher.openContent(id, sealed),
    } satisfies TestWorld['cipher'],
  }
}

/** As a page names the draft with this text. */
export const namedDraft = (content: string) => ({
  id: '3f2a9c1d-7b4e-4f0a-9c55-0d7e61b2a8f4',
  sha256: createHash('sha256').update(content).digest('hex'),
})
