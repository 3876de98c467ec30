import { onTestFinished } from 'vitest'
import { ownFolder } from '../../testing/own-folder.ts'
import { stopEmbedded } from '../embedded.ts'

/** A folder for a PostgreSQL of one test, which is stopped after it. */
export function clusterFolder(): string {
  const dir = ownFolder()
  onTestFinished(() => stopEmbedded(dir)) // before the folder is removed: the last one registered comes first
  return dir
}
