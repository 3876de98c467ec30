import type { RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from '../write.module.css'
import type { Sending } from './use-sending.ts'

/**
 * How far the letters of several recipients are, and a way to stop (design.md#several-recipients). Its place is kept:
 * Parar must not come to stand where Enviar has just been pressed.
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
          send.current?.focus() // this one goes
        }}
      >
        Parar
      </Button>
    </div>
  )
}
