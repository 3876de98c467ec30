import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** What could not be had, and once more. */
export const Retry = ({ onRetry, children }: { onRetry: () => void; children: ReactNode }) => (
  <>
    <Notice kind="error">{children}</Notice>
    <Button kind="secondary" onClick={onRetry}>
      Reintentar
    </Button>
  </>
)
