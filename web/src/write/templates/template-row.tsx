import { useState } from 'react'
import { atHour, longDate, madridDay } from '@lacre/letter/days.ts'
import type { KeptTemplate, Template } from '@lacre/letter/looks/template-calls.ts'
import { Button } from '../../ui/button.tsx'
import listStyles from '../../ui/list.module.css'
import { takeLostFocus } from '../../ui/take-focus.ts'
import { useItemAction } from '../../ui/use-item-action.ts'
import { NameForm } from './name-form.tsx'
import { keepAs, readTemplate, removeTemplate, renameTemplate } from './template-calls.ts'
import styles from './templates.module.css'

type Standing = { is: 'kept' | 'naming' | 'back' } | { is: 'removed'; template: Template }

/** A template. What was removed can be brought back as long as the list is there. */
export function TemplateRow({
  template: { id, name, keptAt },
  onUse,
  onKept,
}: {
  template: KeptTemplate
  onUse: (template: Template) => void
  onKept: (kept: KeptTemplate) => void
}) {
  const [standing, setStanding] = useState<Standing>({ is: 'kept' })
  const { isBusy, trouble, act } = useItemAction()
  const aboutId = `plantilla-${id}`
  // Two of the same name are told apart by when they were kept.
  const keptSince = new Date(keptAt)

  function isBack(kept: KeptTemplate) {
    onKept(kept)
    setStanding({ is: 'back' })
  }

  return (
    <li className={`${listStyles.row} ${styles.row}`}>
      {standing.is === 'removed' ? (
        <p role="status">Ha borrado la plantilla «{name}».</p>
      ) : (
        <div id={aboutId} className={listStyles.about}>
          <h3 className={listStyles.name}>{name}</h3>
          <p className={listStyles.more}>
            {longDate(madridDay(keptSince))} {atHour(keptSince)}
          </p>
        </div>
      )}
      {standing.is === 'removed' && (
        <Button
          kind="quiet"
          ref={takeLostFocus}
          isBusy={isBusy}
          onClick={() => void act(keepAs(name, standing.template), isBack)}
        >
          Deshacer
        </Button>
      )}
      {standing.is === 'naming' && (
        <NameForm
          name={name}
          action="Cambiar"
          isBusy={isBusy}
          onName={async (other) => !(await act(renameTemplate(id, other), isBack))}
          onCancel={() => setStanding({ is: 'back' })}
        />
      )}
      {(standing.is === 'kept' || standing.is === 'back') && (
        <div className={listStyles.acts}>
          <Button
            kind="quiet"
            ref={standing.is === 'back' ? takeLostFocus : undefined}
            aria-describedby={aboutId}
            isBusy={isBusy}
            onClick={() => void act(readTemplate(id), onUse)}
          >
            Usar
          </Button>
          <Button
            kind="quiet"
            aria-describedby={aboutId}
            disabled={isBusy}
            onClick={() => setStanding({ is: 'naming' })}
          >
            Cambiar nombre
          </Button>
          <Button
            kind="quiet"
            aria-describedby={aboutId}
            disabled={isBusy}
            onClick={() =>
              void act(removeTemplate(id), (template) => setStanding({ is: 'removed', template }))
            }
          >
            Borrar
          </Button>
        </div>
      )}
      {trouble && (
        <p role="alert" className={listStyles.failed}>
          {trouble}
        </p>
      )}
    </li>
  )
}
