import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import { createIntent, createLetter } from '../../api.ts'
import { keepPrepared, markOf } from '../../journal/prepared-text.ts'
import { dropToken, token } from '../../session.ts'
import type { Addresses } from '../addresses/kept-addresses.ts'
import { watchDay } from '../day/kept-day.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import type { PaymentDialog } from '../payment/payment-dialog.tsx'
import { refusalsOf, type Refusals } from '../recipients/recipient-words.ts'
import { isAboutAddress, isAboutDay, isAboutText } from './refused-because.ts'
import { send, type Sent } from './send.ts'
import { browserStore, keepPaying } from '../../storage.ts'

export type Sending =
  | { is: 'idle' }
  /** `stop` where there are several: how many are prepared, of how many. */
  | { is: 'busy'; prepared: number; letters: number; stop: () => void }
  /** Of several: who must be corrected or left out before anything is paid (design.md#several-recipients). */
  | { is: 'refused'; refusals: Refusals }
  | { is: 'failed'; detail: string; code?: string | undefined; addresses: Addresses }
  | {
      is: 'paying'
      payment: Extract<Sent, { is: 'payable' }>
      addresses: Addresses
      shownTotal: number | undefined
      Dialog: typeof PaymentDialog
    }

const noRefusals: Refusals = new Map()

/** Where one signs in; the login screen says why when the session had expired (design.md#expired-session). */
const login = { 'no-token': '/login', 'session-expired': '/login?motivo=sesion' }

const noDialog =
  'No se ha podido abrir el formulario de pago. No se ha cobrado nada y su carta está guardada: vuelva a cargar la página y pulse Enviar otra vez.'

const noSignIn =
  'Para enviarla hace falta iniciar sesión, y ahora no hay conexión. Su carta sigue guardada aquí; pulse Enviar cuando vuelva.'

/** Who only writes need not load it. Undefined when it cannot be loaded. */
const loadDialog = () =>
  import('../payment/payment-dialog.tsx').then(
    (loaded) => loaded.PaymentDialog,
    () => undefined,
  )

/** Enviar, from the press to the payment; a second press while the first is under way does nothing. */
export function useSending(
  session: EditorSession | undefined,
  addresses: Addresses | undefined,
  others: readonly Recipient[],
  shownTotal: number | undefined,
) {
  const [, navigate] = useLocation()
  const [sending, setSending] = useState<Sending>({ is: 'idle' })
  const isUnderWay = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  // A refusal goes when what it is about is changed: nobody should wonder whether it is still so.
  const refusedCode = sending.is === 'failed' ? sending.code : undefined
  const isOutdated = sending.is === 'failed' && sending.addresses !== addresses && isAboutAddress(refusedCode)
  useEffect(() => {
    if (!session || !isAboutText(refusedCode)) return undefined
    return session.editor.watchText(() => setSending({ is: 'idle' }))
  }, [session, refusedCode])
  useEffect(
    () => (isAboutDay(refusedCode) ? watchDay(() => setSending({ is: 'idle' })) : undefined),
    [refusedCode],
  )

  async function press() {
    if (!session || !addresses || isUnderWay.current) return
    if (token() === undefined && !navigator.onLine)
      return setSending({ is: 'failed', detail: noSignIn, addresses })
    isUnderWay.current = true
    const letters = 1 + others.length
    let isStopped = false
    const stop = () => void (isStopped = true)
    const onPrepared = (prepared: number) => setSending({ is: 'busy', prepared, letters, stop })
    onPrepared(0)
    // A photo that has just been chosen belongs to the letter.
    await session.editor.picturesSettled()
    if (isGone.current) return undefined
    session.flush()
    void session.journal()?.addVersion('sending')
    const deps = {
      store: browserStore(),
      isSignedIn: () => token() !== undefined,
      dropToken,
      createLetter,
      createIntent: (id: string, all?: string[]) => createIntent(id, all, { meets401: true }),
      copyOf: async (content: string) =>
        session
          .journal()
          ?.copyOf(content)
          .catch(() => undefined),
      onPrepared,
      isStopped: () => isStopped,
    }
    const dialog = deps.isSignedIn() ? loadDialog() : undefined
    const text = session.editor.html()
    const mark = markOf(text)
    const sent = await send(deps, text, addresses, others).finally(() => (isUnderWay.current = false))
    const ids = sent.is === 'payable' ? sent.letters.map(({ letter }) => letter.id) : []
    if (ids.length) keepPrepared(await mark, ids)
    // Whoever has gone elsewhere is not led away from there; what was prepared waits in Mis cartas.
    if (isGone.current) return undefined
    if (sent.is === 'signed-out') return navigate(login[sent.because])
    if (sent.is === 'payable') {
      const Dialog = await dialog
      if (!Dialog) return setSending({ is: 'failed', detail: noDialog, addresses })
      keepPaying({ letter: ids[0] })
      return setSending({ is: 'paying', payment: sent, addresses, shownTotal, Dialog })
    }
    if (sent.is === 'stopped') return setSending({ is: 'idle' })
    if (sent.is === 'refused') return setSending({ is: 'refused', refusals: refusalsOf(sent.refused) })
    setSending({ is: 'failed', detail: sent.detail, code: sent.code, addresses })
    // After the page has drawn the detail: an alert stops everything else.
    setTimeout(() => alert(sent.alert))
  }

  return {
    refusals: sending.is === 'refused' ? sending.refusals : noRefusals,
    sending: isOutdated ? ({ is: 'idle' } as const) : sending,
    press,
    cancel: () => setSending({ is: 'idle' }),
    /** /success keeps the text, then clears the drafts (design.md#success-archives-first): nothing is kept meanwhile. */
    paid: () => {
      session?.drop()
      navigate('/success')
    },
  }
}
