import { describe, expect, test, vi } from 'vitest'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import { send, type SendDeps } from './send.ts'
import { addresses, letter, sendDeps } from './testing/send-deps.ts'

describe('to several people, photos travel once (design/sending.md#photos-once)', () => {
  test('what the account has a copy of travels no more: thirty letters with four photos', async () => {
    const photo = `<img src="data:image/jpeg;base64,${'A'.repeat(800_000)}">`
    const text = `<p>Hola</p>${photo.repeat(4)}`
    const thirty = Array<typeof sampleRecipient>(29).fill(sampleRecipient)
    const bytes = async (changes: Partial<SendDeps>) => {
      const createLetter = vi.fn<SendDeps['createLetter']>(() => Promise.resolve({ ok: true, body: letter }))
      await send(sendDeps({ createLetter, ...changes }), text, addresses, thirty)
      return createLetter.mock.calls.reduce((sum, [body]) => sum + JSON.stringify(body).length, 0)
    }
    expect(await bytes({})).toBeGreaterThan(96_000_000)
    const draft = { id: 'd', sha256: 'a hash' }
    expect(await bytes({ copyOf: () => Promise.resolve(draft) })).toBeLessThan(30_000)
    const copyOf = vi.fn<SendDeps['copyOf']>().mockResolvedValue(draft).mockResolvedValueOnce(undefined)
    expect(await bytes({ copyOf })).toBeLessThan(3_300_000)
  })

  test('a copy that is another by now is no reason to stop: the letter is sent whole; to one alone it always is', async () => {
    const copyOf = () => Promise.resolve({ id: 'd', sha256: 'a hash' })
    async function sent(status: number, code: string, more = [sampleRecipient]) {
      const answer = { ok: false, status, code } as const
      const createLetter = vi.fn<SendDeps['createLetter']>(async (body) =>
        body.draft ? answer : { ok: true, body: letter },
      )
      await send(sendDeps({ createLetter, copyOf }), '<p>a</p>', addresses, more)
      return createLetter.mock.calls.map(([{ content }]) => content)
    }
    expect(await sent(409, 'draft-changed')).toEqual(['', '<p>a</p>', '', '<p>a</p>'])
    expect(await sent(422, 'empty-letter')).toEqual(['', '<p>a</p>', '', '<p>a</p>'])
    expect(await sent(409, 'draft-changed', [])).toEqual(['<p>a</p>'])
  })
})
