import { useRef, type PointerEvent } from 'react'
import { signatureBox, signatureDrawing, type Ink } from '@lacre/letter/looks/signature.ts'
import { count } from '@lacre/letter/words.ts'
import styles from './ending.module.css'
import { drawTo, mayBegin, pointIn, type Strokes } from './strokes.ts'

/** Where one signs, with whatever points; the page does not scroll under it. What it shows is what is printed. */
export function SignaturePad({
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
    // Safari tells what was passed between two frames only since 18.2 (docs/browsers.md).
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
