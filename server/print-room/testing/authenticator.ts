import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { PasskeyAnswer, PasskeyMade } from '@lacre/letter/print-room/console-calls.ts'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')
/** CBOR's byte string of up to 65,535 bytes. */
function cborBytes(bytes: Buffer): Buffer {
  const length = Buffer.from([0x59, 0, 0])
  length.writeUInt16BE(bytes.length, 1)
  return Buffer.concat([length, bytes])
}

/** What a passkey does, by hand: it makes one ES256 key for `origin`, and signs what it is asked, by the page `at`. */
export function createAuthenticator(origin: string, id: Buffer) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = text(id)
  const credential = { id: rawId, rawId, type: 'public-key', clientExtensionResults: {} } as const
  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  function authData(flags: number, counter: number, rest = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, rest])
  }

  return {
    make(challenge: string, at = origin): PasskeyMade {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'), // kty 2, alg -7, crv 1, then x and y
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'), // none, no statement
        cborBytes(authData(0x41, 0, attested)),
      ])
      const clientDataJSON = text(clientData('webauthn.create', challenge, at))
      return { ...credential, response: { clientDataJSON, attestationObject: text(attestationObject) } }
    },
    answer(challenge: string, counter: number, at = origin): PasskeyAnswer {
      const data = clientData('webauthn.get', challenge, at)
      const authenticatorData = authData(0x01, counter)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      const response = {
        clientDataJSON: text(data),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
      }
      return { ...credential, response }
    },
  }
}
