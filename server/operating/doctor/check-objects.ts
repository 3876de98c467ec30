import type { ObjectStore } from '../../outside/objects/object-store.ts'
import type { Random } from '../../outside/random.ts'
import { ill, well, type Check } from './finding.ts'

/** Stores, reads and removes an object of its own. */
export const objectsCheck = (objects: ObjectStore | undefined, random: Random): Check => ({
  at: 'Almacén de objetos',
  async look() {
    if (!objects) return well('no hay; las páginas y las fotos están en la base de datos.')
    const [name, bytes] = [random.uuid(), random.bytes(1024)]
    if ((await objects.put(name, bytes)) === 'unreachable')
      return ill('no responde, o no acepta la llave o el depósito.')
    const stored = await objects.get(name)
    await objects.remove(name)
    if (!Buffer.isBuffer(stored) || !stored.equals(bytes)) return ill('no devuelve lo que se le da.')
    const left = await objects.get(name)
    if (left === 'unreachable')
      return ill('la llave no puede listar el depósito: sin eso no se distingue lo perdido de lo prohibido.')
    return left === 'missing' ? well('guarda, devuelve y borra.') : ill('no borra lo que se le pide.')
  },
})
