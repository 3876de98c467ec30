/**
 * The bytes of a remote png or jpeg. The one door through which the house follows an address somebody wrote.
 * `undefined`: not reachable, not public, too big, too slow, or no picture.
 */
export type FetchPicture = (address: string) => Promise<Buffer | undefined>
