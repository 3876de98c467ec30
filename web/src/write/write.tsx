import {
  type ComponentProps,
  type ComponentType,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { PreviewProblem } from '@lacre/letter/calls.ts'
import { inEuros } from '@lacre/letter/price/money.ts'
import { priceOfSeveral } from '@lacre/letter/price/price.ts'
import type { Address } from '@lacre/letter/address/address.ts'
import { type Day, headingDate, longDate } from '@lacre/letter/days.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { type Editor, editorHintId } from '../editor/editor.ts'
import { read, remove, tabStore, write } from '../storage.ts'
import { useLazy, useMissing } from '../ui/use-lazy.ts'
import { usePrice } from '../use-config.ts'
import { useInBrowser } from '../use-in-browser.ts'
import { useToday, useWrongDay } from '../use-today.ts'
import noticeStyles from '../drafts/notices.module.css'
import { TroubleNotice } from '../drafts/trouble-notice.tsx'
import type { EditorSession } from '../drafts/editor-session.ts'
import { useAccountCopy, useEditorSession, useKeeping } from '../drafts/use-editor-session.ts'
import { AddressPanel } from './addresses/address-panel.tsx'
import {
  type Addresses,
  type AddressRole,
  isSample,
  keepAddress,
  loadAddresses,
  watchAddresses,
} from '../drafts/kept-addresses.ts'
import { followKeyboard } from './keyboard-inset.ts'
import { Panel } from './panel.tsx'
import { PageCount } from './page-count.tsx'
import { TakeOutPicture, UnprintableLine } from './problems.tsx'
import { DateLine } from './date-line.tsx'
import { DraftsLine } from './drafts-line.tsx'
import { ReplyNotice } from './reply-notice.tsx'
import { SendError } from './send-error.tsx'
import { Refused, Several } from './recipients/several.tsx'
import { useRecipients } from './recipients/use-recipients.ts'
import { usePhotoBar } from './photo-bar.ts'
import type { OpenTool } from './toolbar.tsx'
import { isWide } from './wide.ts'
import { Preparing, type TooLong, useSending, useSignedInFor } from './use-sending.tsx'
import paper from './paper.module.css'
import styles from './write.module.css'
import '../editor/letter.css'

const never = () => () => undefined

/** The two addresses, saved on every change; undefined until hydrated. */
export function useAddresses() {
  const isHydrated = useInBrowser(() => true, false)
  const loaded = useMemo(() => (isHydrated ? loadAddresses() : undefined), [isHydrated])
  const [changed, setChanged] = useState<Addresses>()
  const addresses = changed ?? loaded

  useEffect(() => watchAddresses(() => setChanged(loadAddresses())), [])

  function change(role: AddressRole, address: Address) {
    keepAddress(role, address)
    const both = addresses && { ...addresses, [role]: address }
    setChanged(both)
    return both
  }
  return {
    addresses,
    change,
    fill: (both: Addresses) => {
      keepAddress('originAddress', both.originAddress)
      keepAddress('destinationAddress', both.destinationAddress)
      setChanged(both)
    },
    /** Reads the saved addresses again; after Borrar borrador these are the samples. */
    reload: () => setChanged(loadAddresses()),
  }
}

/** For a device with a wrong clock: the page uses the date of the server. */
function ClockNotice({ today }: { today: Day | undefined }) {
  const wrong = useWrongDay()
  if (!wrong || !today) return null
  return (
    <Notice kind="info">
      El reloj de este equipo no va bien: marca el {longDate(wrong)}. Aquí contamos con la fecha de hoy,{' '}
      {longDate(today)}.
    </Notice>
  )
}

const previewEntry = 'vistaPrevia'

const wasPreviewOpen = () => read(previewEntry, tabStore()) !== null

/** The preview, open again after a reload, except as a drawer, which would cover the letter. */
function usePreview() {
  const { isOpen, Loaded, open, close } = useLazy(() => import('./preview-panel.tsx'))
  useEffect(() => {
    if (wasPreviewOpen() && isWide()) open()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, at opening
  }, [])

  return {
    isOpen,
    Panel: Loaded,
    toggle: () => {
      if (isOpen) {
        remove(previewEntry, tabStore())
        close()
      } else {
        write(previewEntry, 'abierta', tabStore())
        open()
      }
    },
  }
}

/**
 * A lazy part did not load: no network, or the server has a newer build. A reload helps in both cases, but only where the
 * letter is stored.
 */
function MissingNotice({ session }: { session: EditorSession | undefined }) {
  const isKept = useKeeping(session) !== 'unkept'
  if (!useMissing()) return null
  return (
    <Notice kind="error">
      No se ha podido abrir esa parte de la página.{' '}
      {isKept ? (
        <>
          Su carta está guardada: compruebe su conexión y vuelva a cargar la página.{' '}
          <button type="button" className={noticeStyles.hide} onClick={() => location.reload()}>
            Volver a cargar
          </button>
        </>
      ) : (
        'Compruebe su conexión e inténtelo de nuevo.'
      )}
    </Notice>
  )
}

/** The writing page (specification, section 2). The editor may be open before React renders the rest. */
export default function Write() {
  const today = useToday()
  const priceOfOne = usePrice(today)
  const { session, hostProps } = useEditorSession()
  useAccountCopy(session)
  const { addresses, change, fill, reload } = useAddresses()
  const recipients = useRecipients(addresses, change)
  const tooLong = useRef<TooLong>(undefined)
  const price = priceOfOne && priceOfSeveral(priceOfOne, 1 + recipients.others.length)
  const { sending, refusals, press, cancel, paid } = useSending(
    session,
    addresses,
    recipients.others,
    price?.total,
    tooLong,
  )
  /** An address changed in the payment dialog sends the letter again. */
  function changeAddress(role: AddressRole, address: Address) {
    const both = change(role, address)
    if (sending.is === 'paying') void press(both)
  }
  const tools = useLazy(() => import('./toolbar.tsx'))
  const more = useLazy(() => import('./more-tools.tsx'))
  const [tool, setTool] = useState<OpenTool>()
  const [erased, setErased] = useState('')
  const beginning = useBeginWith(session?.editor)
  const preview = usePreview()
  const [unprintable, setUnprintable] = useState<PreviewProblem[]>([])
  usePhotoBar(session?.editor, () => {
    setTool((now) => (now === 'format' ? now : undefined))
    tools.open()
  })
  const [toolbarId, moreId, previewId] = [useId(), useId(), useId()]
  const payButton = useRef<HTMLButtonElement>(null)
  const sendButton = useRef<HTMLButtonElement>(null)
  const isSignedInFor = useSignedInFor(payButton, !!session && !!addresses) && sending.is === 'idle'
  useEffect(followKeyboard, [])

  const opener = (which: OpenTool, words: string, name?: string) => {
    const isOpen = tools.isOpen && tool === which
    return (
      <Opener
        disabled={!session}
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={isOpen && tools.Loaded ? toolbarId : undefined}
        onClick={() => {
          setTool(isOpen ? undefined : which)
          more.close()
          if (!isOpen) tools.open()
        }}
      >
        {words}
      </Opener>
    )
  }

  return (
    <>
      <div className={preview.isOpen ? styles.withPreview : styles.columns}>
        <div className={styles.left}>
          <h1 className={styles.date}>{today ? headingDate(today) : '\u00a0'}</h1>
          <div className={styles.head}>
            <div className={styles.tools}>
              <div className={styles.row}>
                <PhotoButton editor={session?.editor} />
                {opener('looks', 'Estilo', 'Estilo de la carta')}
                {opener('ending', 'Firma', 'Firma, sello y código de respuesta')}
                <Opener
                  disabled={!session || !addresses}
                  aria-expanded={preview.isOpen}
                  aria-controls={preview.Panel && previewId}
                  onClick={preview.toggle}
                >
                  Vista previa
                </Opener>
                {opener('format', 'Formato')}
                <Button
                  kind="secondary"
                  className={styles.tool ?? ''}
                  disabled={!session}
                  aria-expanded={more.isOpen}
                  aria-controls={more.Loaded && moreId}
                  onClick={() => {
                    setTool(undefined)
                    if (more.isOpen) more.close()
                    else more.open()
                  }}
                >
                  <span aria-hidden="true">⋯</span>
                  <span className="visually-hidden">Más herramientas</span>
                </Button>
              </div>
              {session && addresses && (
                <PageCount
                  session={session}
                  addresses={addresses}
                  isPreviewed={preview.isOpen}
                  onUnprintable={setUnprintable}
                  tooLong={tooLong}
                />
              )}
            </div>
            {session && tools.Loaded && (
              <tools.Loaded
                editor={session.editor}
                id={toolbarId}
                tool={tool}
                onClose={() => setTool(undefined)}
              />
            )}
            {session && more.Loaded && (
              <more.Loaded
                id={moreId}
                session={session}
                onErased={(words) => {
                  reload()
                  recipients.dropOthers()
                  setErased(words)
                }}
              />
            )}
          </div>
          {isSignedInFor && (
            <div className={styles.note}>
              <Notice kind="success">
                Su carta le estaba esperando.{' '}
                <Button ref={payButton} onClick={() => void press()}>
                  Pagar {price && inEuros(price.total)}
                </Button>
              </Notice>
            </div>
          )}
          {addresses && (
            <ReplyNotice
              addresses={addresses}
              onFill={(both) => {
                fill(both)
                recipients.dropOthers()
              }}
            />
          )}
          <ClockNotice today={today} />
          <MissingNotice session={session} />
          <div className={paper.sheet}>
            <TroubleNotice session={session} />
            <DateLine session={session} addresses={addresses} today={today} />
            <div className={paper.place}>
              <div className={styles.letter} translate="no" {...hostProps} />
              {session && beginning.Part && <beginning.Part editor={session.editor} />}
            </div>
            <p id={editorHintId} className="visually-hidden">
              Con Tabulador se sale de la carta; dentro de una lista, pulse antes Escape. Con una foto
              elegida, Intro lleva a su tamaño y su pie.
            </p>
          </div>
          <DraftsLine session={session} erased={erased} />
        </div>
        {preview.Panel && session && addresses && (
          <preview.Panel
            id={previewId}
            session={session}
            addresses={addresses}
            others={recipients.others}
            onClose={preview.toggle}
          />
        )}
        <Panel today={today} price={price}>
          <AddressPanel addresses={addresses} onChange={changeAddress} />
          <Several
            recipients={recipients}
            refusals={refusals}
            price={price}
            letterText={session && addresses && session.editor.text}
            change={(command) => session?.editor.change(command)}
          />
          <UnprintableLine problems={unprintable} session={session} />
          {sending.is === 'failed' && (
            <SendError>
              {sending.detail}
              <TakeOutPicture session={session} refusal={sending} />
              {sending.code === 'open-place' && (
                <>
                  {' '}
                  <button
                    type="button"
                    onClick={() => {
                      sendButton.current?.focus() // this button is removed
                      void press(undefined, true)
                    }}
                  >
                    Enviarla así
                  </button>
                </>
              )}
            </SendError>
          )}
          {sending.is === 'refused' && <Refused recipients={recipients} refusals={refusals} />}
          <Preparing sending={sending} isSeveral={recipients.others.length > 0} send={sendButton} />
          {addresses && <To recipient={addresses.destinationAddress} others={recipients.others.length} />}
          <Button
            ref={sendButton}
            className={styles.send ?? ''}
            isBusy={sending.is === 'busy'}
            disabled={!session || !addresses}
            onClick={() => void press()}
          >
            Enviar
          </Button>
        </Panel>
      </div>
      {sending.is === 'paying' && (
        <sending.Dialog
          letters={sending.payment.letters}
          clientSecret={sending.payment.clientSecret}
          shownTotal={sending.shownTotal}
          opener={sendButton}
          onAddress={(role) => document.getElementById(`edit-${role}`)?.click()}
          onPaid={paid}
          onClose={cancel}
        />
      )}
    </>
  )
}

/** Offers beginnings for an empty letter; a failed load stays silent, as it was not requested. */
function useBeginWith(editor: Editor | undefined) {
  const [part, setPart] = useState<ComponentType<{ editor: Editor }>>()
  const isEmpty = useSyncExternalStore(
    editor?.watch ?? never,
    () => editor?.isEmpty() ?? false,
    () => false,
  )
  useEffect(() => {
    if (!isEmpty) return
    import('./begin-with.tsx').then(
      (loaded) => setPart(() => loaded.default),
      () => undefined,
    )
  }, [isEmpty])
  return { Part: isEmpty ? part : undefined }
}

/** A button of the first row; a press keeps the selection in the letter. */
const Opener = (props: ComponentProps<typeof Button>) => (
  <Button
    kind="secondary"
    className={styles.opener ?? ''}
    onMouseDown={(event) => event.preventDefault()}
    {...props}
  />
)

function PhotoButton({ editor }: { editor: Editor | undefined }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        kind="secondary"
        className={styles.tool ?? ''}
        disabled={!editor}
        aria-label="Añadir foto"
        onClick={() => chooser.current?.click()}
      >
        Foto
      </Button>
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg"
        multiple
        hidden
        onChange={({ target }) => {
          editor?.addPictures([...(target.files ?? [])])
          target.value = '' // allows choosing the same photo again
        }}
      />
    </>
  )
}

/** The recipient beside Enviar on a phone; opens the address form. */
function To({ recipient, others }: { recipient: Address; others: number }) {
  const isExample = !others && isSample('destinationAddress', recipient)
  return (
    <button
      type="button"
      className={styles.to}
      onClick={() => document.getElementById('edit-destinationAddress')?.click()}
    >
      {isExample ? '¿A quién va?' : `Para ${recipient.name}`}
      {!isExample && <span className={styles.town}>, {recipient.city}</span>}
      {others > 0 && ` y ${others} más`}
    </button>
  )
}
