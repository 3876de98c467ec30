import { type Language, languageNames } from '@lacre/letter/looks/languages.ts'
import { type Looks, type Seal, styleNames, styles } from '@lacre/letter/looks/looks.ts'
import { useEffect, useId, useState } from 'react'
import type { Editor } from '../editor/editor.ts'
import { watchLanguage } from '../editor/language.ts'
import { keepLooks } from '../editor/kept-looks.ts'
import { drawSeal, faces, fetchFaces } from '../editor/looks.ts'
import { Select } from '../ui/field.tsx'
import endingStyles from './ending.module.css'
import toolbarStyles from './toolbar.module.css'
import { useLazy } from '../ui/use-lazy.ts'
import { useLooks } from './use-looks.ts'

type DrawerProps = { id: string; onLeave: () => void }

/** Letter styles, each as a sample in its typeface; large print; the language. */
export function LooksDrawer({ id, editor, onLeave }: DrawerProps & { editor: Editor }) {
  const looks = useLooks()
  useEffect(fetchFaces, [])
  return (
    <div id={id} onKeyDown={({ key }) => key === 'Escape' && onLeave()}>
      <div className={toolbarStyles.drawer}>
        <div role="radiogroup" aria-label="Estilo de la carta" className={endingStyles.sheets}>
          {styles.map((style) => (
            <label key={style} className={endingStyles.sheet}>
              <input
                type="radio"
                name="style"
                aria-label={styleNames[style]}
                checked={style === looks.style}
                onChange={() => keepLooks({ ...looks, style })}
              />
              <span aria-hidden="true" style={{ fontFamily: faces[style] }} data-style={style}>
                Querida Ana:
              </span>
              {styleNames[style]}
            </label>
          ))}
        </div>
        <label className={endingStyles.large}>
          <input
            type="checkbox"
            role="switch"
            checked={looks.size === 'grande'}
            onChange={({ target }) => keepLooks({ ...looks, size: target.checked ? 'grande' : 'normal' })}
          />
          Letra grande
        </label>
      </div>
      <LanguageChoice
        editor={editor}
        chosen={looks.language}
        onChoose={(language) => keepLooks({ ...looks, language })}
      />
    </div>
  )
}

/** The language for printing and spell checking: detected from the text, or chosen. */
function LanguageChoice({
  editor,
  chosen,
  onChoose,
}: {
  editor: Editor
  chosen: Language | null
  onChoose: (language: Language | null) => void
}) {
  const [found, setFound] = useState<Language>('es')
  useEffect(() => watchLanguage(editor, setFound), [editor])
  return (
    <div className={endingStyles.language}>
      <Select
        label="Idioma de la carta"
        none={`${languageNames[found]}, por el texto`}
        options={languageNames}
        value={chosen ?? ''}
        onChange={(value) => onChoose((value || null) as Language | null)}
      />
    </div>
  )
}

/** Signature, seal and reply code, each explained. */
export function EndingDrawer({ id, onLeave }: DrawerProps) {
  const dialog = useLazy(() => import('./signature-dialog.tsx'))
  const looks = useLooks()
  const { signature, seal, replyCode } = looks
  const sign = (chosen: Looks['signature']) => keepLooks({ ...looks, signature: chosen })
  return (
    <div
      id={id}
      role="group"
      aria-label="Final de la carta"
      className={toolbarStyles.drawer}
      onKeyDown={({ key, target }) => key === 'Escape' && !isInDialog(target) && onLeave()}
    >
      <div className={endingStyles.choices}>
        <Choice
          name="Firma"
          isOn={!!signature}
          says="Dibújela con el dedo, un lápiz o el ratón: se imprime entre la despedida y su nombre."
          onPress={dialog.open}
        />
        <Choice
          name="Sello"
          isOn={!!seal}
          says="Un pequeño sello de lacre con su inicial, impreso en rojo."
          onPress={() => keepLooks({ ...looks, seal: !seal })}
        />
        {seal && <SealShapes seal={seal} onChoose={(shape) => keepLooks({ ...looks, seal: shape })} />}
        <Choice
          name="Código de respuesta"
          isOn={replyCode}
          says="Al pie de la última página: quien reciba la carta lo escanea y le contesta con las direcciones ya puestas, si usted vive en España."
          onPress={() => keepLooks({ ...looks, replyCode: !replyCode })}
        />
      </div>
      {dialog.Loaded && <dialog.Loaded signature={signature} onSign={sign} onClose={dialog.close} />}
    </div>
  )
}

const shapeNames: [Seal, string][] = [
  [true, 'Anillo'],
  ['laurel', 'Laurel'],
  ['corazon', 'Corazón'],
]

const SealShapes = ({ seal, onChoose }: { seal: Seal; onChoose: (shape: Seal) => void }) => (
  <div role="group" aria-label="Forma del sello" className={endingStyles.shapes}>
    {shapeNames.map(([shape, name]) => (
      <button
        key={name}
        type="button"
        className={toolbarStyles.swatch}
        aria-pressed={shape === seal}
        onClick={() => onChoose(shape)}
      >
        <span ref={(host) => host?.replaceChildren(drawSeal(shape))} aria-hidden="true" />
        <span className="visually-hidden">{name}</span>
      </button>
    ))}
  </div>
)

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
    <div className={endingStyles.choice}>
      <button
        type="button"
        className={toolbarStyles.swatch}
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
