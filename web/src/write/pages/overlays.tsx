import type { CSSProperties } from 'react'
import { profile } from '@lacre/letter/paper-profile.ts'
import styles from './pages.module.css'

const { page, foldMarks, alwaysVisible } = profile
const across = (mm: number) => `${(mm / page.w) * 100}%`
const down = (mm: number) => `${(mm / page.h) * 100}%`
const windowPlace: CSSProperties = {
  left: across(alwaysVisible.x),
  top: down(alwaysVisible.y),
  width: across(alwaysVisible.w),
  height: down(alwaysVisible.h),
}

/** Where the sheet is folded, and what the envelope's window shows of page one. */
export const Overlays = ({ number }: { number: number }) => (
  <div className={styles.overlays} aria-hidden="true">
    {foldMarks.map(({ y }) => (
      <div key={y} className={styles.fold} style={{ top: down(y) }}>
        <span>Pliegue</span>
      </div>
    ))}
    {number === 1 && (
      <div className={styles.window} style={windowPlace}>
        <span>Ventana del sobre</span>
      </div>
    )}
  </div>
)
