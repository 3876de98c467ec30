/** Data URLs by the hash that replaces them in a stored letter. */
export type Pictures = Map<string, string>

const inside = / src="(data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=]+)"/g
const referred = / src="picture:([0-9a-f]{64})"/g

/** In hex, as on the server. */
export async function sha256Of(file: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Replaces pictures by their hashes, each computed once. Without https there is no `crypto.subtle`: they stay inside. */
export function pictureTaker() {
  const hashes = new Map<string, string>()
  return async (html: string): Promise<{ html: string; pictures: Pictures }> => {
    const pictures: Pictures = new Map()
    if (!(globalThis.crypto.subtle as SubtleCrypto | undefined)) return { html, pictures }
    const addresses = new Set([...html.matchAll(inside)].map(([, address = '']) => address))
    for (const known of hashes.keys()) if (!addresses.has(known)) hashes.delete(known)
    for (const address of addresses) {
      const hash = hashes.get(address) ?? (await sha256Of(new Blob([address])))
      hashes.set(address, hash)
      pictures.set(hash, address)
    }
    const slim = html.replace(inside, (_, address: string) => ` src="picture:${hashes.get(address) ?? ''}"`)
    return { html: slim, pictures }
  }
}

export const picturesIn = (slim: string): string[] =>
  [...slim.matchAll(referred)].map(([, hash = '']) => hash)

/** Puts the pictures back. A missing one leaves its reference, which the editor does not show. */
export const withPictures = (slim: string, pictures: Pictures): string =>
  slim.replace(referred, (reference, hash: string) => {
    const address = pictures.get(hash)
    return address === undefined ? reference : ` src="${address}"`
  })
