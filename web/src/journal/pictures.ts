/** A picture's bytes by the hash that stands for them in a kept letter. */
export type Pictures = Map<string, string>

const inside = / src="(data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=]+)"/g
const referred = / src="picture:([0-9a-f]{64})"/g

async function hashOf(address: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address)))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Takes pictures out of letters, each hashed once. Where the browser gives no hashes (a page without https) they
 * stay inside.
 */
export function pictureTaker() {
  const hashes = new Map<string, string>()
  return async (html: string): Promise<{ html: string; pictures: Pictures }> => {
    const pictures: Pictures = new Map()
    if (!(globalThis.crypto.subtle as SubtleCrypto | undefined)) return { html, pictures }
    const addresses = new Set([...html.matchAll(inside)].map(([, address = '']) => address))
    for (const known of hashes.keys()) if (!addresses.has(known)) hashes.delete(known)
    if (!addresses.size) return { html, pictures }
    for (const address of addresses) {
      const hash = hashes.get(address) ?? (await hashOf(address))
      hashes.set(address, hash)
      pictures.set(hash, address)
    }
    const slim = html.replace(inside, (_, address: string) => ` src="picture:${hashes.get(address) ?? ''}"`)
    return { html: slim, pictures }
  }
}

export const picturesIn = (slim: string): string[] =>
  [...slim.matchAll(referred)].map(([, hash = '']) => hash)

/** The letter whole again. A picture that is gone leaves its reference, which the editor does not show. */
export const withPictures = (slim: string, pictures: Pictures): string =>
  slim.replace(referred, (reference, hash: string) => {
    const address = pictures.get(hash)
    return address === undefined ? reference : ` src="${address}"`
  })
