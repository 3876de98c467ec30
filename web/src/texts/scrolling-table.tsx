import type { ReactNode } from 'react'

/** A table too wide for a small screen scrolls by itself, and by keyboard too. */
export const ScrollingTable = ({ children }: { children?: ReactNode }) => (
  <div role="region" aria-label="Tabla" tabIndex={0} className="scrolls">
    <table>{children}</table>
  </div>
)
