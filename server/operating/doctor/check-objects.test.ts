import { expect, test } from 'vitest'
import type { ObjectStore } from '../../outside/objects/object-store.ts'
import { systemRandom } from '../../outside/random.ts'
import { objectsCheck } from './check-objects.ts'

/** An object store in memory, but for what is said. */
function storeThat(does: Partial<ObjectStore>, absent: 'missing' | 'unreachable' = 'missing'): ObjectStore {
  const held = new Map<string, Buffer>()
  return {
    put: (name, bytes) => (held.set(name, bytes), Promise.resolve('stored')),
    get: (name) => Promise.resolve(held.get(name) ?? absent),
    remove: (name) => (held.delete(name), Promise.resolve('removed')),
    ...does,
  }
}

test.each<[string, ObjectStore | undefined, boolean, RegExp]>([
  ['none', undefined, true, /en la base de datos/],
  ['one that works', storeThat({}), true, /guarda, devuelve y borra/],
  ['one that is away', storeThat({ put: () => Promise.resolve('unreachable') }), false, /no responde/],
  [
    'one that gives other bytes',
    storeThat({ get: () => Promise.resolve(Buffer.from('x')) }),
    false,
    /no devuelve lo que se le da/,
  ],
  ['one that keeps all', storeThat({ remove: () => Promise.resolve('removed') }), false, /no borra/],
  ['a key that may not list', storeThat({}, 'unreachable'), false, /no puede listar/],
])('doctor and the object store: %s', async (_, objects, isWell, says) => {
  expect(await objectsCheck(objects, systemRandom).look()).toMatchObject({
    well: isWell,
    says: expect.stringMatching(says) as string,
  })
})
