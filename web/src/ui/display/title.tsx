import type { ComponentProps } from 'react'
import styles from './title.module.css'

/** The one heading of a page. */
export const Title = (props: ComponentProps<'h1'>) => <h1 {...props} className={styles.title} />
