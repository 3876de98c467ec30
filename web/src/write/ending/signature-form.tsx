import { useEffect, useState } from 'react'
import { inks, type Ink, type Signature } from '@lacre/letter/looks/signature.ts'
import { detailOf, dropSignature, keepSignature, readSignature } from '../../api.ts'
import { useSignedIn } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display/actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './ending.module.css'
import { SignaturePad } from './signature-pad.tsx'
import { isFull, type Strokes } from './strokes.ts'

const inkNames: Record<Ink, string> = { black: 'Negra', blue: 'Azul' }

export type SignatureFormProps = {
  signature: Signature | null
  onSign: (signature: Signature | null) => void
  onClose: () => void
}

/** Draws, mends and takes away the letter's signature; in the account it is kept only when asked for. */
export function SignatureForm({ signature, onSign, onClose }: SignatureFormProps) {
  const isSignedIn = useSignedIn()
  const [strokes, setStrokes] = useState<Strokes>(signature?.strokes ?? [])
  const [colour, setColour] = useState<Ink>(signature?.colour ?? 'black')
  const [kept, setKept] = useState<boolean>()
  const [wantsKept, setWantsKept] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  useEffect(() => {
    if (!isSignedIn) return undefined
    let isGone = false
    void readSignature().then((answer) => {
      if (isGone || !answer.ok) return
      const found = answer.body.signature
      setKept(!!found)
      setWantsKept(!!found)
      if (!found) return
      // What one is drawing stays.
      setStrokes((before) => (before.length ? before : found.strokes))
      if (!signature) setColour(found.colour)
    })
    return () => {
      isGone = true
    }
  }, [isSignedIn, signature])

  async function use() {
    const drawn = { colour, strokes: strokes.map((stroke) => [...stroke]) }
    onSign(drawn)
    if (kept === undefined || (!wantsKept && !kept)) return onClose()
    const answer = await (wantsKept ? keepSignature(drawn) : dropSignature())
    if (answer.ok) onClose()
    else setTrouble(detailOf(answer))
  }

  return (
    <div className={styles.form}>
      <p>
        Firme en el recuadro. Solo se puede dibujar, con el dedo, un lápiz o el ratón; quien no pueda hacerlo
        deja su nombre escrito bajo la despedida, y la carta queda igual de bien.
      </p>
      <SignaturePad strokes={strokes} colour={colour} onDraw={setStrokes} />
      {isFull(strokes) && <Notice kind="info">La firma no admite más trazo.</Notice>}
      <div className={styles.tools}>
        <fieldset className={styles.inks}>
          <legend>Tinta</legend>
          {inks.map((ink) => (
            <label key={ink}>
              <input type="radio" name="ink" checked={colour === ink} onChange={() => setColour(ink)} />
              {inkNames[ink]}
            </label>
          ))}
        </fieldset>
        <Button
          kind="secondary"
          disabled={!strokes.length}
          onClick={() => setStrokes((before) => before.slice(0, -1))}
        >
          Deshacer trazo
        </Button>
        <Button kind="secondary" disabled={!strokes.length} onClick={() => setStrokes([])}>
          Empezar de nuevo
        </Button>
      </div>
      {kept !== undefined && (
        <label className={styles.keep}>
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
            onClick={() => {
              onSign(null)
              onClose()
            }}
          >
            Quitar de la carta
          </Button>
        )}
        <Button kind="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button disabled={!strokes.length} onClick={() => void use()}>
          Usar esta firma
        </Button>
      </Actions>
    </div>
  )
}
