import { useState } from 'react'
import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { mostStrokes, type Signature } from '@lacre/letter/looks/signature.ts'
import { animationsEnd } from '../testing/animations.ts'
import '../styles/site.css'
import SignatureDialog from './signature-dialog.tsx'

const signed: Signature = { colour: 'blue', strokes: [[100, 100, 200, 200]] }
const onSign = vi.fn<(signature: Signature | null) => void>()
/** Records the calls; `answer` answers each. */
let asked: string[]
let answer: (call: string) => Response | Promise<Response>

beforeEach(() => {
  onSign.mockReset()
  asked = []
  answer = () => Response.json({ signature: null })
  vi.spyOn(window, 'fetch').mockImplementation(async (path, how) => {
    const call = `${how?.method} ${path as string}`
    asked.push(call)
    return answer(call)
  })
})
afterEach(() => vi.restoreAllMocks())

function Page({ start }: { start: Signature | null }) {
  const [signature, setSignature] = useState(start)
  const [isOpen, setOpen] = useState(true)
  function sign(chosen: Signature | null) {
    onSign(chosen)
    setSignature(chosen)
  }
  return isOpen && <SignatureDialog signature={signature} onSign={sign} onClose={() => setOpen(false)} />
}
const open = (start: Signature | null = signed) => render(<Page start={start} />)
const dialog = () => page.getByRole('dialog', { name: 'Su firma' })
const pad = () => dialog().getByRole('img')
const use = () => page.getByRole('button', { name: 'Usar esta firma' })
const keep = () => page.getByRole('checkbox')
const drag = () =>
  userEvent.dragAndDrop(pad(), pad(), {
    sourcePosition: { x: 30, y: 30 },
    targetPosition: { x: 120, y: 60 },
  })

test('the signature is stored once, before the dialog closes, despite repeated presses', async () => {
  localStorage.setItem('token', 't')
  const kept = Promise.withResolvers<Response>()
  answer = (call) => (call.startsWith('PUT') ? kept.promise : Response.json({ signature: null }))
  await open()
  await keep().click()
  await page.getByLabelText('Negra').click()
  await use().click()
  const busy = page.getByRole('button', { name: 'Guardando...' })
  await busy.click({ force: true })
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).toBeVisible()
  await expect.element(keep()).toBeChecked()
  expect(asked).toEqual(['GET /signature', 'PUT /signature'])
  kept.resolve(new Response(null, { status: 204 }))
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(onSign.mock.calls).toEqual([[{ ...signed, colour: 'black' }]])
})

test('if storing fails, the letter has it, the choice stays, and a retry is possible', async () => {
  localStorage.setItem('token', 't')
  answer = (call) =>
    call.startsWith('PUT')
      ? Response.json({ detail: 'Ahora no.' }, { status: 503 })
      : Response.json({ signature: null })
  await open()
  await keep().click()
  await page.getByLabelText('Negra').click()
  await use().click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Ahora no\. La carta lleva ya su firma/)
  await expect.element(keep()).toBeChecked()
  answer = () => new Response(null, { status: 204 })
  await use().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(asked).toEqual(['GET /signature', 'PUT /signature', 'PUT /signature'])
})

test('the account’s signature appears on an empty pad only; a drawing keeps strokes and ink', async () => {
  localStorage.setItem('token', 't')
  answer = () => Response.json({ signature: signed })
  const { unmount } = await open(null)
  await expect.element(pad()).toHaveAccessibleName('Su firma, 1 trazo')
  await expect.element(page.getByLabelText('Azul')).toBeChecked()
  await unmount()

  const read = Promise.withResolvers<Response>()
  answer = () => read.promise
  await open(null)
  await drag()
  await drag()
  read.resolve(Response.json({ signature: signed }))
  await expect.element(keep()).toBeChecked()
  await expect.element(pad()).toHaveAccessibleName('Su firma, 2 trazos')
  await expect.element(page.getByLabelText('Negra')).toBeChecked()
})

test('nothing moves under a pen or a press when the account answers', async () => {
  localStorage.setItem('token', 't')
  const read = Promise.withResolvers<Response>()
  answer = () => read.promise
  await open()
  const places = () => [pad(), use()].map((one) => one.element().getBoundingClientRect().top)
  await animationsEnd()
  const before = places()
  await expect.element(keep()).not.toBeInTheDocument()
  read.resolve(Response.json({ signature: null }))
  await expect.element(keep()).toBeVisible()
  expect(places()).toEqual(before)
})

test('draws without coalesced events (Safari before 18.2)', async () => {
  const { prototype } = PointerEvent
  const told = Object.getOwnPropertyDescriptor(prototype, 'getCoalescedEvents')!
  Reflect.deleteProperty(prototype, 'getCoalescedEvents')
  onTestFinished(() => void Object.defineProperty(prototype, 'getCoalescedEvents', told))
  await open(null)
  await drag()
  await use().click()
  expect(onSign.mock.lastCall?.[0]?.strokes[0]?.length).toBeGreaterThan(2)
})

test('at the limit of strokes drawing stops with a notice', async () => {
  const strokes = Array.from({ length: mostStrokes }, (_, at) => [at, 0, at, 50])
  await open({ colour: 'black', strokes })
  await expect.element(page.getByText('La firma no admite más trazos.')).toBeVisible()
  await drag()
  await use().click()
  expect(onSign.mock.lastCall?.[0]?.strokes).toEqual(strokes)
})
