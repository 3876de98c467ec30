import type { Draft, DraftList, KeepDraftBody, KeptDraft } from '@lacre/letter/draft-calls.ts'
import { looksOf, unusual } from '@lacre/letter/looks/looks.ts'
import { ask } from '../../api.ts'
import { aloneWithCopy, eraseWaiting, erasures } from '../../journal/erasures.ts'
import { isBlank } from '../../journal/version-reason.ts'
import { keepLooks, looksToSend } from '../../journal/kept-looks.ts'
import type { DraftJournal } from './draft-journal.ts'
import type { AccountEffects, AccountEvent, AccountNews, Remote } from './protocol/account.ts'
import { newAccount, reduceAccount } from './protocol/account-table.ts'
import { run } from './protocol/tagged.ts'

const path = (id: string) => `/drafts/${encodeURIComponent(id)}`
/** Nobody who writes is led away from the letter. */
const session = { bearer: true, meets401: true } as const
const list = () => ask<DraftList>({ method: 'GET', path: '/drafts/', ...session })
const fetchDraft = (id: string) => ask<Draft>({ method: 'GET', path: path(id), ...session })
const put = (id: string, body: KeepDraftBody) =>
  ask<KeptDraft>({ method: 'PUT', path: path(id), body, ...session })

/**
 * Keeps the journal's letter in the account as well (design.md#account-drafts): what was changed elsewhere is never written
 * over, and the newer of two texts is shown. It only carries messages: what is done when, `protocol/account-table.ts`
 * says. Returns how to stop.
 */
export function keepInAccount(
  draft: DraftJournal,
  { hasPending, onNews }: { hasPending: () => boolean; onNews: (news: AccountNews, detail?: string) => void },
): () => void {
  const { letter } = draft
  let account = newAccount
  let timer: ReturnType<typeof setTimeout> | undefined
  let unlock = () => {}
  let effects: Promise<unknown> = Promise.resolve()

  function send(event: AccountEvent) {
    const next = reduceAccount(account, event)
    account = next.account
    effects = effects
      .then(async () => {
        for (const effect of next.effects) await run(perform, effect)
      })
      .catch(fail)
  }
  function fail() {
    unlock()
    send({ is: 'failed' })
  }

  const perform: { [Name in keyof AccountEffects]: (effect: AccountEffects[Name]) => unknown } = {
    lock: () => void aloneWithCopy(lock).catch(fail),
    unlock: () => unlock(),
    eraseWaiting,
    read: async () => send(await readLocal()),
    async list() {
      const found = await list()
      const drafts = found.ok ? found.body.drafts.filter(({ id }) => !erasures.has(id)) : undefined
      send({ is: 'listed', drafts })
    },
    fetch: async ({ id }) => send({ is: 'draft', answer: await fetchDraft(id) }),
    async put({ id, content, basedOn }) {
      const answer = await put(id, { content, basedOn, ...looksToSend() })
      send({ is: 'put', answer, isErased: erasures.has(id) })
    },
    take,
    keepVersion,
    putCopy: ({ copy, of }) => letter.putCopy(copy, of),
    report: ({ news, detail }) => onNews(news, detail),
    startTimer({ ms }) {
      timer ??= setTimeout(() => ((timer = undefined), send({ is: 'due' })), ms)
    },
    stopTimer() {
      clearTimeout(timer)
      timer = undefined
    },
  }
  const lock = () =>
    new Promise<void>((resolve) => {
      unlock = resolve
      send({ is: 'locked' })
    })
  async function readLocal(): Promise<AccountEvent> {
    const current = await letter.current()
    return {
      is: 'local',
      current,
      copy: await letter.copy(),
      isBlank: isBlank(current?.html ?? ''),
      isFresh: await letter.isFresh(),
      hasPending: hasPending(),
      newId: crypto.randomUUID(),
    }
  }
  /** What could not be kept here must not be written over there. */
  async function keepVersion({ draft, base }: Remote) {
    const { content, updatedAt } = draft
    const looks = unusual(looksOf(draft))
    if (!(await letter.keepVersion(content, looks, Date.parse(updatedAt), base))) throw new Error('not kept')
  }
  async function take(remote: Remote) {
    const { id, version, content, updatedAt } = remote.draft
    const at = await letter.take(content, Date.parse(updatedAt), remote.base)
    if (at !== undefined) {
      keepLooks(looksOf(remote.draft))
      return letter.putCopy({ id, version, at }, at)
    }
    await keepVersion(remote)
    throw new Error('not taken')
  }

  const stopListening = draft.onRecorded((length) => send({ is: 'changed', length }))
  send({ is: 'opened' })
  return () => {
    stopListening()
    send({ is: 'left' })
  }
}
