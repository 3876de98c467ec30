import styles from './timeline.module.css'

/** `at` is an instant, `when` the same for people. */
export type TimelineStep = { name: string; at: string; when: string; cause?: string }

/** What has happened, in order. */
export const Timeline = ({ steps }: { steps: TimelineStep[] }) => (
  <ol className={styles.timeline}>
    {steps.map(({ name, at, when, cause }) => (
      <li key={`${at} ${name}`}>
        <span className={styles.name}>{name}</span>
        <time dateTime={at}>{when}</time>
        {cause && <span className={styles.cause}>{cause}</span>}
      </li>
    ))}
  </ol>
)
