import { useId } from 'react'
import type { Looks } from '@lacre/letter/looks/looks.ts'
import type { LooksDrawerProps } from '../looks/looks-drawer.tsx'
import { useLazy } from '../parts/use-lazy.ts'
import bar from '../toolbar/toolbar.module.css'
import styles from './ending.module.css'

/** Signature, seal and reply code, each with what it does. */
export function EndingDrawer({ id, looks, onChoose, onLeave }: LooksDrawerProps) {
  const dialog = useLazy(() => import('./signature-dialog.tsx'))
  const { signature, seal, replyCode } = looks
  const sign = (chosen: Looks['signature']) => onChoose({ ...looks, signature: chosen })
  return (
    <div
      id={id}
      role="group"
      aria-label="Final de la carta"
      className={bar.drawer}
      onKeyDown={({ key, target }) => key === 'Escape' && !isInDialog(target) && onLeave()}
    >
      <div className={styles.choices}>
        <Choice
          name="Firma"
          isOn={!!signature}
          says="Dibújela con el dedo, un lápiz o el ratón: se imprime bajo la despedida."
          onPress={dialog.open}
        />
        <Choice
          name="Sello"
          isOn={seal}
          says="Un pequeño sello de lacre, impreso en rojo junto a la firma."
          onPress={() => onChoose({ ...looks, seal: !seal })}
        />
        <Choice
          name="Código de respuesta"
          isOn={replyCode}
          says="Al pie de la última página: quien reciba la carta lo escanea y le contesta con las direcciones ya puestas, si usted vive en España."
          onPress={() => onChoose({ ...looks, replyCode: !replyCode })}
        />
      </div>
      {dialog.Loaded && <dialog.Loaded signature={signature} onSign={sign} onClose={dialog.close} />}
    </div>
  )
}

const isInDialog = (target: EventTarget) => target instanceof Element && !!target.closest('dialog')

function Choice({
  name,
  isOn,
  says,
  onPress,
}: {
  name: string
  isOn: boolean
  says: string
  onPress: () => void
}) {
  const saysId = useId()
  return (
    <div className={styles.choice}>
      <button
        type="button"
        className={bar.swatch}
        aria-pressed={isOn}
        aria-describedby={saysId}
        onClick={onPress}
      >
        {name}
      </button>
      <span id={saysId}>{says}</span>
    </div>
  )
}
