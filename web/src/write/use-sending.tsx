import type { CreateLetterBody, LetterRefusal } from '@lacre/letter/calls.ts'
import { seconds } from '@lacre/letter/days.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import type { Node } from 'prosemirror-model'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { createIntent, createLetter } from '../api.ts'
import type { EditorSession } from '../drafts/editor-session.ts'
import type { PaymentDialog } from '../payment/payment-dialog.tsx'
import { token } from '../session.ts'
import { keepPaying, keys, read } from '../storage.ts'
import { Button } from '../ui/button.tsx'
import { useInBrowser } from '../use-in-browser.ts'
import type { Addresses } from '../drafts/kept-addresses.ts'
import { watchDay } from './kept-day.ts'
import { type Refusals, refusalsOf } from './recipients/recipients.ts'
import { send, type Sent } from './send.ts'
import styles from './write.module.css'

/** The part of the letter that must change before it can be sent. */
const subjects = {
  'empty-letter': 'text',
  'letter-too-long': 'text',
  'letter-too-complex': 'text',
  'picture-unreadable': 'text',
  'picture-unreachable': 'text',
  'signature-unusable': 'text',
  'unprintable-character': 'both',
  'reply-code-does-not-fit': 'both',
  'recipient-incomplete': 'address',
  'sender-incomplete': 'address',
  'recipient-not-in-spain': 'address',
  'recipient-does-not-fit': 'address',
  'address-mismatch': 'address',
  'day-passed': 'day',
  'day-too-far': 'day',
  'open-place': 'text',
} satisfies Record<LetterRefusal | 'open-place', 'text' | 'address' | 'both' | 'day'>

const subjectOf = (code: string | undefined) =>
  code && code in subjects ? subjects[code as keyof typeof subjects] : undefined

const isAboutDay = (code: string | undefined) => subjectOf(code) === 'day'
const isAboutText = (code: string | undefined) => /text|both/.test(subjectOf(code) ?? '')
const isAboutAddress = (code: string | undefined) => /address|both/.test(subjectOf(code) ?? '')

type Sending =
  | { is: 'idle' }
  /** `prepared` of `letters`; `stop` is offered for several letters. */
  | { is: 'busy'; prepared: number; letters: number; stop: () => void }
  /** Recipients that must be corrected or removed before anything is paid (design/sending.md#several-recipients). */
  | { is: 'refused'; refusals: Refusals }
  | { is: 'failed'; detail: string; code?: string | undefined; addresses: Addresses }
  | {
      is: 'paying'
      payment: Extract<Sent, { is: 'payable' }>
      addresses: Addresses
      shownTotal: number | undefined
      Dialog: typeof PaymentDialog
    }

/** Found by the page count, for this state of the document. */
export type TooLong = { doc: Node; detail: string }

/** A refusal known without a call, so that no alert interrupts the writer. */
function knownRefusal({ editor }: EditorSession, tooLong: TooLong | undefined, asIs: boolean) {
  const isEmpty = !editor.text().trim() && !editor.html().includes('<img')
  if (isEmpty) return { code: 'empty-letter', detail: 'Su carta está vacía. Escriba algo antes de enviarla.' }
  if (tooLong?.doc === editor.view.state.doc) return { code: 'letter-too-long', detail: tooLong.detail }
  const [place] = (!asIs && /\[\p{L}[^\]\ufffc]*\]/u.exec(editor.text())) || []
  return place ? { code: 'open-place', detail: `Falta rellenar ${place}.` } : undefined
}

const noRefusals: Refusals = new Map()

/** The sign-in pages; /login explains an expired session (design/sending.md#expired-session). */
const login = { 'no-token': '/login', 'session-expired': '/login?motivo=sesion' }

const noDialog =
  'No se ha podido abrir el formulario de pago. No se ha cobrado nada y su carta está guardada: vuelva a cargar la página y pulse Enviar otra vez.'

const noSignIn =
  'Para enviarla hace falta iniciar sesión, y ahora no hay conexión. Su carta sigue guardada aquí; pulse Enviar cuando vuelva.'

/** Lazy. Undefined when it could not be loaded. */
const loadDialog = () =>
  import('../payment/payment-dialog.tsx').then(
    (loaded) => loaded.PaymentDialog,
    () => undefined,
  )

/** Enviar, from the press to the payment. Ignores a second press meanwhile. */
export function useSending(
  session: EditorSession | undefined,
  known: Addresses | undefined,
  others: readonly Recipient[],
  shownTotal: number | undefined,
  /** Why this letter cannot be printed, if the page count knows. */
  tooLong: RefObject<TooLong | undefined>,
) {
  const [, navigate] = useLocation()
  const [sending, setSending] = useState<Sending>({ is: 'idle' })
  const isUnderWay = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  // A refusal disappears when its subject changes.
  const refusedCode = sending.is === 'failed' ? sending.code : undefined
  const isOutdated = sending.is === 'failed' && sending.addresses !== known && isAboutAddress(refusedCode)
  useEffect(() => {
    if (!session || !isAboutText(refusedCode)) return undefined
    return session.editor.watchText(() => setSending({ is: 'idle' }))
  }, [session, refusedCode])
  useEffect(
    () => (isAboutDay(refusedCode) ? watchDay(() => setSending({ is: 'idle' })) : undefined),
    [refusedCode],
  )

  /** `asIs`: send even with parts left in brackets. */
  async function press(addresses = known, asIs = false) {
    if (!session || !addresses || isUnderWay.current) return
    if (token() === undefined && !navigator.onLine)
      return setSending({ is: 'failed', detail: noSignIn, addresses })
    isUnderWay.current = true
    const letters = 1 + others.length
    let isStopped = false
    const stop = () => void (isStopped = true)
    const onPrepared = (prepared: number) => setSending({ is: 'busy', prepared, letters, stop })
    onPrepared(0)
    // A photo just chosen belongs to the letter.
    await session.editor.picturesSettled()
    if (isGone.current) return undefined
    session.flush()
    const known = token() === undefined ? undefined : knownRefusal(session, tooLong.current, asIs)
    if (known) {
      isUnderWay.current = false
      return setSending({ is: 'failed', ...known, addresses })
    }
    void session.store()?.addVersion('sending')
    // The letter names its draft; a slow database must not delay it more than a second.
    await Promise.race([session.openedStore(), new Promise((done) => setTimeout(done, seconds(1)))])
    const [store, isSignedIn] = [session.store(), token() !== undefined]
    const wasSent = await (isSignedIn ? store?.send() : store?.flush())
    const draftId = store?.id()
    const ofDraft = { meets401: true, draftId: wasSent && isSignedIn ? draftId : undefined } as const
    const deps = {
      createLetter: (body: CreateLetterBody) => createLetter({ ...body, ...(draftId && { draftId }) }),
      createIntent: (id: string, all?: string[]) => createIntent(id, all, ofDraft),
      copyOf: async (content: string) => session.store()?.copyOf(content),
      onPrepared,
      isStopped: () => isStopped,
    }
    const dialog = isSignedIn ? loadDialog() : undefined
    const text = session.editor.html()
    const sent = await send(deps, text, addresses, others).finally(() => (isUnderWay.current = false))
    const ids = sent.is === 'payable' ? sent.letters.map(({ letter }) => letter.id) : []
    // The page was left: do not navigate. The prepared letter waits in Mis cartas.
    if (isGone.current) return undefined
    if (sent.is === 'signed-out') return navigate(login[sent.because])
    if (sent.is === 'payable') {
      const Dialog = await dialog
      if (!Dialog) return setSending({ is: 'failed', detail: noDialog, addresses })
      keepPaying({ letter: ids[0], draft: draftId })
      return setSending({ is: 'paying', payment: sent, addresses, shownTotal, Dialog })
    }
    if (sent.is === 'stopped') return setSending({ is: 'idle' })
    if (sent.is === 'refused') return setSending({ is: 'refused', refusals: refusalsOf(sent.refused) })
    setSending({ is: 'failed', detail: sent.detail, code: sent.code, addresses })
    // After the detail is drawn, because an alert blocks the page.
    setTimeout(() => alert(sent.alert))
  }

  return {
    refusals: sending.is === 'refused' ? sending.refusals : noRefusals,
    sending: isOutdated ? ({ is: 'idle' } as const) : sending,
    press,
    cancel: () => setSending({ is: 'idle' }),
    /** Drops pending saves: /success archives the text, then clears the drafts (design/writing.md#success-archives-first). */
    paid: () => {
      session?.drop()
      navigate('/success')
    },
  }
}

/**
 * Progress for several recipients, with Parar (design/sending.md#several-recipients). Reserves its place, so that Parar
 * never appears under a press on Enviar.
 */
export function Preparing({
  sending,
  isSeveral,
  send,
}: {
  sending: Sending
  isSeveral: boolean
  send: RefObject<HTMLElement | null>
}) {
  if (sending.is !== 'busy' || sending.letters < 2)
    return isSeveral ? <div className={styles.preparing} /> : null
  const { prepared, letters, stop } = sending
  return (
    <div className={styles.preparing}>
      <label>
        Preparando {Math.min(prepared + 1, letters)} de {letters}…
        <progress value={prepared} max={letters} />
      </label>
      <Button
        kind="quiet"
        onClick={() => {
          stop()
          send.current?.focus() // this button is removed
        }}
      >
        Parar
      </Button>
    </div>
  )
}

const hasReturned = () => token() !== undefined && read(keys.pendingLetter) !== null

/** Whether the writer has just signed in to send a pending letter; focuses `pay` once it is `ready`. */
export function useSignedInFor(pay: RefObject<HTMLElement | null>, ready: boolean): boolean {
  const isBack = useInBrowser(hasReturned, false)
  useEffect(() => {
    const isOnArrival = document.activeElement?.matches('body, h1, [role=textbox]')
    if (isBack && ready && isOnArrival) pay.current?.focus()
  }, [isBack, ready, pay])
  return isBack
}
