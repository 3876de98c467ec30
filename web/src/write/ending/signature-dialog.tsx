import { useEffect, useState } from 'react'
import { inks, type Ink, type Signature } from '@lacre/letter/looks/signature.ts'
import { detailOf, dropSignature, keepSignature, readSignature } from '../../api.ts'
import { useSignedIn } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './ending.module.css'
import { SignaturePad } from './signature-pad.tsx'
import { mayBegin, type Strokes } from './strokes.ts'

const inkNames: Record<Ink, string> = { black: 'Negra', blue: 'Azul' }

/** One's signature, drawn by hand, mended and taken away; in the account it is kept only when asked for. */
export default function SignatureDialog({
  signature,
  onSign,
  onClose,
}: {
  signature: Signature | null
  onSign: (signature: Signature | null) => void
  onClose: () => void
}) {
  const isSignedIn = useSignedIn()
  const [drawn, setDrawn] = useState<Signature>(signature ?? { colour: 'black', strokes: [] })
  const [kept, setKept] = useState<boolean>()
  const [wantsKept, setWantsKept] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const { colour, strokes } = drawn
  const draw = (change: (strokes: Strokes) => Strokes) =>
    setDrawn((before) => ({ ...before, strokes: change(before.strokes) }))

  useEffect(() => {
    if (!isSignedIn) return undefined
    let isGone = false
    void readSignature().then((answer) => {
      if (isGone || !answer.ok) return
      const found = answer.body.signature
      setKept(!!found)
      setWantsKept(!!found)
      // What one is drawing stays.
      if (found) setDrawn((before) => (before.strokes.length ? before : found))
    })
    return () => {
      isGone = true
    }
  }, [isSignedIn])

  async function use() {
    onSign(drawn)
    if (kept === undefined || (!wantsKept && !kept)) return onClose()
    setBusy(true)
    setTrouble(undefined)
    const answer = await (wantsKept ? keepSignature(drawn) : dropSignature())
    if (answer.ok) return onClose()
    setTrouble(detailOf(answer))
    setBusy(false)
  }

  return (
    <Modal
      isOpen
      onClose={() => isBusy || onClose()}
      title="Su firma"
      closesOnOverlay={false}
      maxWidth="680px"
      hasCross
    >
      <div className={styles.form}>
        <p>
          Firme en el recuadro. Solo se puede dibujar, con el dedo, un lápiz o el ratón; quien no pueda
          hacerlo deja su nombre escrito bajo la despedida, y la carta queda igual de bien.
        </p>
        <SignaturePad strokes={strokes} colour={colour} onDraw={draw} />
        {!mayBegin(strokes) && <Notice kind="info">La firma no admite más trazos.</Notice>}
        <div className={styles.tools}>
          <fieldset className={styles.inks}>
            <legend>Tinta</legend>
            {inks.map((ink) => (
              <label key={ink}>
                <input
                  type="radio"
                  name="ink"
                  checked={colour === ink}
                  onChange={() => setDrawn({ ...drawn, colour: ink })}
                />
                {inkNames[ink]}
              </label>
            ))}
          </fieldset>
          <Button
            kind="secondary"
            disabled={!strokes.length}
            onClick={() => draw((before) => before.slice(0, -1))}
          >
            Deshacer trazo
          </Button>
          <Button kind="secondary" disabled={!strokes.length} onClick={() => draw(() => [])}>
            Empezar de nuevo
          </Button>
        </div>
        {isSignedIn && (
          // Its place is there before the account has answered: one may be drawing by then.
          <label className={styles.keep} data-is-known={kept !== undefined}>
            <input type="checkbox" checked={wantsKept} onChange={() => setWantsKept(!wantsKept)} />
            Guardarla también en mi cuenta, para otras cartas
          </label>
        )}
        {trouble && (
          <Notice kind="error">
            {trouble} La carta lleva ya su firma; lo que no ha podido hacerse es el cambio en su cuenta.
          </Notice>
        )}
        <Actions>
          {signature && (
            <Button
              kind="secondary"
              disabled={isBusy}
              onClick={() => {
                onSign(null)
                onClose()
              }}
            >
              Quitar de la carta
            </Button>
          )}
          <Button kind="secondary" disabled={isBusy} onClick={onClose}>
            Cancelar
          </Button>
          <Button isBusy={isBusy} disabled={!strokes.length} onClick={() => void use()}>
            {isBusy ? 'Guardando...' : 'Usar esta firma'}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}
