/**
 * The lock on the mailbox only orders the claims; that an address has one verified account, and a person of the provider
 * one account, a unique index guarantees (design.md#database-is-the-guard).
 */
export async function unlessTaken<Done, Otherwise>(
  action: Promise<Done>,
  otherwise: () => Otherwise | Promise<Otherwise>,
): Promise<Done | Otherwise> {
  try {
    return await action
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return otherwise()
    throw error
  }
}
