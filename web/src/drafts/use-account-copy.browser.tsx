import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { dropToken, keepToken } from '../session.ts'
import { DraftsLine } from '../write/drafts-line.tsx'
import { leavePage, openSession } from './testing/editor-sessions.ts'
import type { EditorSession } from './editor-session.ts'
import { useAccountCopy } from './use-editor-session.ts'

const full = 'Sus borradores ocupan demasiado. Borre otro para guardarlo en su cuenta.'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  dropToken()
  leavePage()
})

type Load = Parameters<typeof useAccountCopy>[1]
function Line({ session, load }: { session: EditorSession; load: Load }) {
  useAccountCopy(session, load)
  return <DraftsLine session={session} erased="" />
}
const account = () => import('./sync.ts')
/** Stubs the account; returns the recorded requests. */
function answering(answer: () => Response) {
  const sent: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation((_, request) => {
    if (request?.method === 'PUT')
      sent.push((JSON.parse(request.body as string) as { content: string }).content)
    return Promise.resolve(request?.method === 'PUT' ? answer() : Response.json({ drafts: [] }))
  })
  return sent
}
async function open(load: Load = account) {
  localStorage.setItem('letterContent', '<p>Hola</p>')
  keepToken('t')
  const session = openSession()
  await session.openedStore()
  await render(<Line session={session} load={load} />)
  return session
}
const line = () => page.getByRole('status').first()

test.each([413, 422])(
  'a letter that the account refuses with %s is sent once in a minute of typing, and the line says why (design/writing.md#draft-budget)',
  async (status) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const sent = answering(() => Response.json({ detail: full }, { status }))
    const session = await open()
    await expect
      .element(line())
      .toHaveTextContent(`Guardado en este equipo. Los últimos cambios no están en su cuenta. ${full}`)
    expect(sent).toEqual(['<p>Hola</p>'])

    for (const word of ['una', 'dos', 'tres']) {
      session.editor.replace(`<p>Hola ${word}</p>`)
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(sent).toEqual(['<p>Hola</p>'])

    answering(() => Response.json({ version: 1 }))
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.element(line()).toHaveTextContent('Guardado en este equipo y en su cuenta')
    await expect.element(line()).not.toMatchTextContent(/Borre otro/)
  },
)

test('when the code for the account copy does not load, it is retried, and the line says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const sent = answering(() => Response.json({ version: 1 }))
  let isThere = false
  let asked = 0
  await open(() => {
    asked++
    return isThere ? account() : Promise.reject(new TypeError('Failed to fetch'))
  })
  await expect.poll(() => asked).toBe(1)
  await vi.advanceTimersByTimeAsync(45_000)
  await expect.element(line()).toMatchTextContent(/^Guardado en este equipo\..*vuelva a cargar la página/)
  const times = asked
  isThere = true
  await vi.advanceTimersByTimeAsync(45_000)
  await expect.element(line()).toHaveTextContent('Guardado en este equipo y en su cuenta')
  expect([times, asked, sent]).toEqual([2, 3, ['<p>Hola</p>']])
})

test('a save whose answer was lost to a reload is no change of another device (design/writing.md#account-drafts)', async () => {
  let kept: object | undefined
  const left = Promise.withResolvers<never>()
  vi.spyOn(window, 'fetch').mockImplementation((path, request) => {
    if (request?.method === 'PUT') {
      const id = (path as string).split('/').at(-1)
      kept = { id, version: 1, updatedAt: '2099-01-01T00:00:00Z', ...JSON.parse(request.body as string) }
      return left.promise
    }
    return Promise.resolve(
      Response.json((path as string).endsWith('/') ? { drafts: kept ? [kept] : [] } : kept),
    )
  })
  await open()
  await expect.poll(() => kept).toBeDefined()
  leavePage()
  left.reject(new TypeError('Failed to fetch'))

  const session = await open()
  await expect.element(line()).toHaveTextContent('Guardado en este equipo y en su cuenta')
  expect(session.state.trouble()).toBeUndefined()
})
