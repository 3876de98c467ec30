import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Answer } from './api.ts'
import { queries, useAnswer } from './queries.ts'
import { keepToken } from './session.ts'

function Screen({ call }: { call: () => Promise<Answer<string>> }) {
  const { data, error } = useAnswer(['one'], call)
  return <p>{error?.message ?? data}</p>
}

test.each<[string, Answer<string>, number, string]>([
  ['a lost connection is tried again once', { ok: false, status: 0, detail: 'Sin conexión.' }, 2, 'Después.'],
  ['a refusal is shown', { ok: false, status: 500, detail: 'No se puede.' }, 1, 'No se puede.'],
])('%s', async (_, first, times, shown) => {
  let asked = 0
  await render(
    <Screen call={() => Promise.resolve(asked++ === 0 ? first : { ok: true, body: 'Después.' })} />,
  )
  await expect.element(page.getByText(shown)).toBeVisible()
  expect(asked).toBe(times)
})

test('cached answers go with their session', async () => {
  await render(<Screen call={() => Promise.resolve({ ok: true, body: 'De Ana.' })} />)
  await expect.element(page.getByText('De Ana.')).toBeVisible()
  keepToken('de-luis')
  expect(queries.getQueryData(['one'])).toBeUndefined()
})
