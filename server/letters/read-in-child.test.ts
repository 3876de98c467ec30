import type { Failure } from '@lacre/letter/calls.ts'
import { expect, test } from 'vitest'
import { openLetters, openOwnLetters } from '../testing/test-app.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'
import { namedDraft, playedDrafts } from '../testing/played-drafts.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { written } from '../testing/factories.ts'
import type { LetterTask } from '../typesetting/typesetter.ts'

const typesetter = ownTypesetter()

// design/load.md#read-in-children
test.each(['/letters/', '/letters', '/letters/preview'])(
  'what is sent to %s is not read before it has reached a child: not even whether it is JSON is known',
  async (url) => {
    const bodies: string[] = []
    const keep = ({ body }: LetterTask) => {
      bodies.push(Buffer.from(body as Uint8Array).toString())
      return Promise.resolve({ refused: 'unreadable' } as const)
    }
    const app = await openLetters({ ...typesetter, prepare: keep, preview: keep })
    const { statusCode } = await app.post(await app.account(), url, '{"content": <p>')
    expect([statusCode, bodies]).toEqual([400, ['{"content": <p>']])
  },
)

test('of a body that names a draft the child reads the body, and then the server’s copy of the text', async () => {
  const read: string[] = []
  const quick = quickTypesetter(Buffer.from('pdf'))
  const app = await openLetters(
    {
      ...quick,
      prepare: (task) => (read.push(task.content ?? 'body'), quick.prepare(task)),
    },
    (world) => playedDrafts(world, { contentOf: () => Promise.resolve('<p>Kept.</p>'), bytesOf: () => 12 }),
  )
  const draft = namedDraft('<p>Kept.</p>')
  await app.freeze(await app.account(), { ...written(''), draft })
  expect(read).toEqual(['body', '<p>Kept.</p>'])
})

const no = 'La petición no es válida.'
test.each([
  ['is no JSON', '{', no],
  ['is empty', '', no],
  ['is of a few values too many', `{"content":"","x":[${'1,'.repeat(10_000)}1]}`, no],
  ['lacks what a letter needs', '{"content":"<p>a</p>"}', no],
  ['names no day', { ...written(), postOn: '2026-02-30' }, 'Escriba una fecha válida.'],
  [
    'asks for the seal in words',
    { ...written(), seal: 'sí' },
    'El sello se pide con true, false o uno de estos: laurel, corazon.',
  ],
  [
    'has two mistakes',
    { ...written(), origin: 1, seal: 'sí' },
    'El sello se pide con true, false o uno de estos: laurel, corazon.',
  ],
])(
  'a body that %s is refused with what is wrong with it, as a letter and as a preview',
  async (_what, body, detail) => {
    const { app, me } = await openOwnLetters(typesetter)
    for (const url of ['/letters/', '/letters/preview']) {
      const answer = await app.post(me, url, body)
      expect([answer.statusCode, answer.json<Failure>()]).toEqual([400, { detail, code: 'invalid-request' }])
    }
  },
)
