import { StrictMode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './button.tsx'
import { Modal } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { roving } from './roving.ts'

const isOpen = () => document.querySelector('dialog')?.open ?? false
const focused = () => document.activeElement?.textContent || document.activeElement?.tagName
const pointer = (type: string, target: Element | null) =>
  target?.dispatchEvent(new PointerEvent(type, { bubbles: true }))

function Costs() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ver costes</Button>
      <Modal isOpen={open} onClose={() => setOpen(false)} title="Detalle de costes" closesOnOverlay hasCross>
        <input aria-label="Nombre" />
        <Button onClick={() => setOpen(false)}>Entendido</Button>
      </Modal>
    </>
  )
}

test('modal: named, Escape closes, focus returns, and it opens again', async () => {
  await render(<Costs />)
  for (const round of [1, 2]) {
    await screen.getByRole('button', { name: 'Ver costes' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Detalle de costes' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => [round, isOpen(), focused()]).toEqual([round, false, 'Ver costes'])
  }
})

test.each(['Cerrar', 'Entendido'])('modal: the button %s closes it', async (name) => {
  await render(<Costs />)
  await screen.getByRole('button', { name: 'Ver costes' }).click()
  await screen.getByRole('button', { name }).click()
  await expect.poll(() => isOpen()).toBe(false)
})

test('modal: the overlay closes it, a drag that ends there does not (specification, section 2)', async () => {
  await render(<Costs />)
  await screen.getByRole('button', { name: 'Ver costes' }).click()
  const dialog = document.querySelector('dialog')
  pointer('pointerdown', document.querySelector('dialog input'))
  pointer('click', dialog)
  await new Promise(requestAnimationFrame)
  expect(isOpen()).toBe(true)
  pointer('pointerdown', dialog)
  pointer('click', dialog)
  await expect.poll(() => isOpen()).toBe(false)
})

test('modal: stays open when StrictMode mounts it open', async () => {
  const onClose = vi.fn<() => void>()
  await render(
    <StrictMode>
      <Modal isOpen onClose={onClose} title="Detalle de costes" closesOnOverlay={false}>
        3,29 €
      </Modal>
    </StrictMode>,
  )
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect([isOpen(), onClose.mock.calls.length]).toEqual([true, 0])
})

test('toolbar: one tab stop, arrows inside', async () => {
  const names = ['Negrita', 'Cursiva', 'Subrayado']
  await render(
    <>
      <div role="toolbar" aria-label="Formato" onKeyDown={roving('button')}>
        {names.map((name, place) => (
          <button type="button" key={name} tabIndex={place ? -1 : 0}>
            {name}
          </button>
        ))}
      </div>
      <button type="button">Después</button>
    </>,
  )
  await userEvent.keyboard('{Tab}{ArrowLeft}')
  expect(focused()).toBe('Subrayado')
  await userEvent.keyboard('{Tab}')
  expect(focused()).toBe('Después')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(focused()).toBe('Subrayado')
})

test('modal: after Escape the focus is back before the next key: Enter opens it again', async () => {
  await render(<Costs />)
  const opener = screen.getByRole('button', { name: 'Ver costes' })
  await opener.click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  document.querySelector('dialog')?.requestClose() // what Escape does
  await Promise.resolve()
  expect(focused()).toBe('Ver costes')
  ;(opener.element() as HTMLElement).click()
  await new Promise((done) => setTimeout(done)) // what the browser tells of the closing comes only now
  expect(isOpen()).toBe(true)
})

function Erasing({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Borrar</Button>
      {open && (
        <Modal isOpen onClose={onClose} title="¿Borrar?" closesOnOverlay={false}>
          <Button onClick={() => setOpen(false)}>No, volver</Button>
        </Modal>
      )}
    </>
  )
}

test('modal: stays open if its owner keeps it open at Escape, and returns the focus when unmounted', async () => {
  const onClose = vi.fn<() => void>()
  await render(
    <StrictMode>
      <Erasing onClose={onClose} />
    </StrictMode>,
  )
  await screen.getByRole('button', { name: 'Borrar' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onClose).toHaveBeenCalledOnce()
  expect(isOpen()).toBe(true)
  await screen.getByRole('button', { name: 'No, volver' }).click()
  expect([document.querySelector('dialog'), focused()]).toEqual([null, 'Borrar'])
})

test.each([
  ['busy', { isBusy: true }],
  ['not to be pressed now', { disabled: true }],
])('button: %s, it is announced, focusable and ignores presses', async (_, state) => {
  const pressed = vi.fn<() => void>()
  await render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        pressed()
      }}
    >
      <input aria-label="Nombre" />
      <Button {...state} type="submit" onClick={pressed}>
        Pagar
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Pagar' })
  expect(button.element().getAttribute('aria-disabled')).toBe('true')
  expect(button.element().getAttribute('aria-busy')).toBe('isBusy' in state ? 'true' : null)
  ;(screen.getByLabelText('Nombre').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{Tab}{Enter} ')
  ;(button.element() as HTMLElement).click()
  expect([focused(), pressed.mock.calls]).toEqual(['Pagar', []])
})

function Refusing() {
  const [state, setState] = useState<'form' | 'busy' | 'refused' | 'done'>('form')
  if (state === 'done')
    return (
      <Notice kind="success" takesFocus>
        Hecho
      </Notice>
    )
  return (
    <>
      <Button isBusy={state === 'busy'} onClick={() => setState(state === 'refused' ? 'done' : 'busy')}>
        Enviar
      </Button>
      <output onClick={() => setState('refused')} />
    </>
  )
}

test('button: busy is announced, and the focus stays where it is (WCAG 4.1.3, 2.4.3)', async () => {
  await render(<Refusing />)
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByText('Procesando...')).toHaveAttribute('aria-live', 'polite')
  await new Promise(requestAnimationFrame) // Chromium takes the focus from what is disabled with the next frame
  expect(focused()).toBe('Enviar')
  document.querySelector<HTMLElement>('output')?.click()
  await expect.poll(() => focused()).toBe('Enviar')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => focused()).toBe('Hecho')
})

test('notice: an error is assertive, others are polite', async () => {
  await render(
    <>
      <Notice kind="error">No</Notice>
      <Notice kind="success">Sí</Notice>
    </>,
  )
  await expect.element(screen.getByRole('alert')).toHaveTextContent('No')
  await expect.element(screen.getByRole('status')).toHaveTextContent('Sí')
})
