import type { StoreSays, StoreTold } from '../stand-in/store.ts'
import type { NodeSettings } from './house.ts'
import { startTalker, type Talker } from './process.ts'

export type Store = { settings: NodeSettings; talker: Talker<StoreTold | 'how-far', StoreSays> }

/** The object store, for a house with S3_ENDPOINT. */
export async function startStore(seed: number): Promise<Store> {
  const { talker, first } = await startTalker<StoreTold | 'how-far', StoreSays>('faults/stand-in/store.ts', [
    String(seed),
  ])
  return { settings: first.settings, talker }
}
