/**
 * Where large sealed bytes may live instead of the database. A name is written once and never again. 'unreachable': no answer
 * in time, or one that tells nothing of the object; no letter is damaged by that. What is not there is removed.
 */
export type ObjectStore = {
  put(name: string, bytes: Buffer): Promise<'stored' | 'unreachable'>
  get(name: string): Promise<Buffer | 'missing' | 'unreachable'>
  remove(name: string): Promise<'removed' | 'unreachable'>
}
