import {
  type Ink,
  inks,
  mostPoints,
  mostStrokes,
  type Signature,
  signatureBox,
  signatureDrawing,
} from '@lacre/letter/looks/signature.ts'
import { count } from '@lacre/letter/words.ts'
import { type PointerEvent, useRef, useState } from 'react'
import { dropSignature, keepSignature, readSignature } from '../api.ts'
import { useAnswer, useCall } from '../queries.ts'
import { useSignedIn } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Actions } from '../ui/display.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './ending.module.css'

type Strokes = Signature['strokes']
type Point = { x: number; y: number }

/** Nearer points only record the trembling of the hand. */
const leastApart = 6

const isFull = (strokes: Strokes) => strokes.reduce((sum, { length }) => sum + length / 2, 0) >= mostPoints
const mayBegin = (strokes: Strokes): boolean => strokes.length < mostStrokes && !isFull(strokes)

/** Extends the last stroke to this point, if far enough and within the limit. */
function drawTo(strokes: Strokes, { x, y }: Point): Strokes {
  const last = strokes.at(-1)
  if (!last || isFull(strokes)) return strokes
  const [fromX, fromY] = last.slice(-2) as [number, number]
  if (Math.hypot(x - fromX, y - fromY) < leastApart) return strokes
  return [...strokes.slice(0, -1), [...last, x, y]]
}

/** Converts a pointer position to box coordinates, clamped to the box; `rect` is the box on the screen. */
function pointIn(
  rect: { left: number; top: number; width: number; height: number },
  at: { clientX: number; clientY: number },
): Point {
  const within = (part: number, most: number) => Math.round(Math.min(1, Math.max(0, part)) * most)
  return {
    x: within((at.clientX - rect.left) / rect.width, signatureBox.w),
    y: within((at.clientY - rect.top) / rect.height, signatureBox.h),
  }
}

/** The drawing area, for mouse, pen or finger. It shows the signature as printed. */
function SignaturePad({
  strokes,
  colour,
  onDraw,
}: {
  strokes: Strokes
  colour: Ink
  onDraw: (change: (strokes: Strokes) => Strokes) => void
}) {
  const drawing = useRef<number>(undefined)
  const placeOf = (event: PointerEvent<SVGSVGElement>) => event.currentTarget.getBoundingClientRect()

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (drawing.current !== undefined || event.button !== 0 || !mayBegin(strokes)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = event.pointerId
    const { x, y } = pointIn(placeOf(event), event)
    onDraw((before) => [...before, [x, y]])
  }
  function draw(event: PointerEvent<SVGSVGElement>) {
    if (event.pointerId !== drawing.current) return
    const rect = placeOf(event)
    const { nativeEvent } = event
    // Safari has coalesced events only since 18.2 (docs/browsers.md).
    const passed = 'getCoalescedEvents' in nativeEvent ? nativeEvent.getCoalescedEvents() : []
    const points = (passed.length ? passed : [event]).map((one) => pointIn(rect, one))
    onDraw((before) => points.reduce(drawTo, before))
  }
  function end({ pointerId }: PointerEvent) {
    if (pointerId === drawing.current) drawing.current = undefined
  }

  const { d, fill, stroke, ...line } = signatureDrawing({ colour, strokes }).path
  return (
    <svg
      className={styles.pad}
      viewBox={`0 0 ${signatureBox.w} ${signatureBox.h}`}
      role="img"
      aria-label={
        strokes.length
          ? `Su firma, ${count(strokes.length, 'trazo', 'trazos')}`
          : 'Recuadro para firmar, vacío'
      }
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <path className={styles.rule} d="M60 320h880" />
      {strokes.length > 0 && (
        <path
          d={String(d)}
          fill={String(fill)}
          stroke={String(stroke)}
          strokeWidth={line['stroke-width']}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}

const inkNames: Record<Ink, string> = { black: 'Negra', blue: 'Azul' }

/** Draws, corrects and removes the signature; stores it in the account only on request. */
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
  const [wantsKept, setWantsKept] = useState(false)
  const { colour, strokes } = drawn
  const draw = (change: (strokes: Strokes) => Strokes) =>
    setDrawn((before) => ({ ...before, strokes: change(before.strokes) }))

  const { data } = useAnswer(['signature'], readSignature, { enabled: isSignedIn })
  const kept = data && !!data.signature
  const [known, setKnown] = useState(data)
  if (data && data !== known) {
    setKnown(data)
    setWantsKept(!!data.signature)
    // Does not replace a signature being drawn.
    if (data.signature && !strokes.length) setDrawn(data.signature)
  }
  const keeping = useCall(() => (wantsKept ? keepSignature(drawn) : dropSignature()), onClose)
  const { isPending: isBusy, error } = keeping

  function use() {
    onSign(drawn)
    if (kept === undefined || (!wantsKept && !kept)) onClose()
    else keeping.mutate()
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
      <div className="stack">
        <p>Firme con el dedo o el ratón. ¿Prefiere no firmar? Basta con su nombre al final.</p>
        <SignaturePad strokes={strokes} colour={colour} onDraw={draw} />
        {!mayBegin(strokes) && <Notice kind="info">La firma no admite más trazos.</Notice>}
        <div className={`row ${styles.tools}`}>
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
          // Reserves its place before the account has answered, so that the pad does not move.
          <label className={styles.keep} data-is-known={kept !== undefined}>
            <input type="checkbox" checked={wantsKept} onChange={() => setWantsKept(!wantsKept)} />
            Guardarla también en mi cuenta, para otras cartas
          </label>
        )}
        {error && (
          <Notice kind="error">
            {error.message} La carta lleva ya su firma; lo que no ha podido hacerse es el cambio en su cuenta.
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
          <Button isBusy={isBusy} disabled={!strokes.length} onClick={use}>
            {isBusy ? 'Guardando...' : 'Usar esta firma'}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}
