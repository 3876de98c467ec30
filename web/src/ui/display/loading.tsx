import styles from './loading.module.css'

export const Loading = ({ children }: { children: string }) => (
  <p className={styles.loading} role="status">
    {children}
  </p>
)
