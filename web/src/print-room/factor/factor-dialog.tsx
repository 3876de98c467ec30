import { useLocation } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { Actions } from '../../ui/display/actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AskFactor } from './ask-factor.tsx'
import { Enrol } from './enrol.tsx'
import styles from './factor.module.css'
import { settleDemand, useDemand, type Demand } from './factor-gate.ts'
import { useFactorForm } from './use-factor-form.ts'

const words = {
  'factor-missing': { title: 'Proteja su acceso a la imprenta', leave: 'Salir de la imprenta' },
  'factor-needed': { title: 'Confirme que es usted', leave: 'Salir de la imprenta' },
  'factor-again': { title: 'Confirme que es usted', leave: 'No, volver' },
} satisfies Record<Demand, { title: string; leave: string }>

/** Over the console whenever a call of it needs the second factor (design.md#operator-factor). */
export function FactorDialog() {
  const demand = useDemand()
  return demand && <Asking demand={demand} />
}

function Asking({ demand }: { demand: Demand }) {
  const [, navigate] = useLocation()
  const factorForm = useFactorForm()
  function leave() {
    // Without it there is nothing to be seen here.
    if (demand !== 'factor-again') navigate('/write')
    settleDemand(false)
  }
  const { title, leave: leaveWords } = words[demand]
  return (
    <Modal isOpen onClose={leave} title={title} closesOnOverlay={false}>
      <div className={styles.dialog}>
        {demand === 'factor-again' && (
          <p>Se pide antes de descargar o reimprimir cartas, y de cambiar su segundo paso.</p>
        )}
        {demand === 'factor-missing' ? (
          <Enrol factorForm={factorForm} />
        ) : (
          <AskFactor factorForm={factorForm} />
        )}
        {factorForm.refused && <Notice kind="error">{factorForm.refused}</Notice>}
        <Actions>
          <Button kind="secondary" onClick={leave}>
            {leaveWords}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}
