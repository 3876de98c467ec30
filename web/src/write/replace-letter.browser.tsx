import { StrictMode, useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { dropToken, keepToken } from '../session.ts'
import type { EditorSession } from '../drafts/editor-session.ts'
import { TroubleNotice } from '../drafts/trouble-notice.tsx'
import { useEditorSession } from '../drafts/use-editor-session.ts'
import { leavePage } from '../drafts/testing/editor-sessions.ts'
import { keptVersions } from '../drafts/testing/journal.ts'
import { replaceLetter } from './replace-letter.ts'

const mine = '<p>Querida Ana:</p>'
const other = { html: '<p>Otra.</p>' }

afterEach(() => {
  vi.restoreAllMocks()
  dropToken()
  leavePage()
})

/** The letter with its notices. */
function Letter({ onOpened }: { onOpened: (session: EditorSession) => void }) {
  const { session, hostProps } = useEditorSession()
  useEffect(() => session && onOpened(session), [session, onOpened])
  return (
    <>
      <TroubleNotice session={session} />
      <div {...hostProps} />
    </>
  )
}
async function open() {
  localStorage.setItem('letterContent', mine)
  const opened = Promise.withResolvers<EditorSession>()
  await render(
    <StrictMode>
      <Letter onOpened={opened.resolve} />
    </StrictMode>,
  )
  const session = await opened.promise
  await session.openedStore()
  return session
}
function fillDisk() {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
}
const expectUntouched = async (session: EditorSession) => {
  await expect.element(page.getByRole('alert')).toMatchTextContent(/no ha podido guardar/)
  await expect.element(page.getByRole('button', { name: 'Descargar una copia' })).toBeVisible()
  expect([session.editor.html(), localStorage.getItem('letterContent')]).toEqual([mine, mine])
}

test('a letter becomes a version before a template or version replaces it', async () => {
  const session = await open()
  expect(await replaceLetter(session, other, 'template')).toBe(true)
  expect([session.editor.html(), await keptVersions()]).toEqual([other.html, [mine]])
})

test.each([
  ['full', fillDisk],
  [
    'forbidden',
    () =>
      vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
        throw new DOMException('forbidden', 'SecurityError')
      }),
  ],
])(
  'where the journal is %s nothing takes its place: the page says so and gives it as a file (design/writing.md#no-word-is-lost)',
  async (_, refuse) => {
    const session = await open()
    refuse()
    expect(await replaceLetter(session, other, 'template')).toBe(false)
    await expectUntouched(session)
  },
)

test('a change during that write is kept too', async () => {
  const session = await open()
  const replaced = replaceLetter(session, other, 'restored')
  session.editor.replace('<p>Querida Ana: con foto</p>')
  await replaced
  expect([session.editor.html(), await keptVersions()]).toEqual([
    other.html,
    expect.arrayContaining(['<p>Querida Ana: con foto</p>']),
  ])
})

test('a page left meanwhile keeps its letter', async () => {
  const session = await open()
  const replaced = replaceLetter(session, other, 'restored')
  leavePage()
  expect([await replaced, localStorage.getItem('letterContent')]).toEqual([false, mine])
})

const pending = {
  content: other.html,
  originAddress: sampleSender,
  destinationAddress: sampleRecipient,
}

test.each([
  ['is shown once the one here is a version', () => {}, other.html, [mine]],
  ['is not shown where the one here cannot be kept', fillDisk, mine, []],
])('signed in, a pending letter of another tab %s', async (_, prepare, shown, kept) => {
  const session = await open()
  prepare()
  localStorage.setItem('pendingLetter', JSON.stringify(pending))
  keepToken('t')
  if (shown === mine) await expectUntouched(session)
  await expect.poll(() => session.editor.html()).toBe(shown)
  vi.restoreAllMocks()
  expect(await keptVersions()).toEqual(kept)
})
