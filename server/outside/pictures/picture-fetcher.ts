/**
 * The bytes of a remote png or jpeg. Nothing else in the app follows an address that somebody wrote.
 * `undefined`: not reachable, not public, too big, too slow, or no picture.
 */
export type FetchPicture = (address: string) => Promise<Buffer | undefined>
