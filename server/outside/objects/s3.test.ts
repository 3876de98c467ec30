import { expect, onTestFinished, test } from 'vitest'
import { s3StandIn } from '../../testing/objects/s3-stand-in.ts'
import { systemRandom } from '../random.ts'
import { createS3, type S3Account } from './s3.ts'

/** `TEST_S3_URL=http://id:secret@127.0.0.1:4568/bucket` names an object store that is none of ours, as CONTRIBUTING.md has it. */
const foreign = process.env['TEST_S3_URL']

async function account(): Promise<S3Account> {
  if (foreign) {
    const { username, password, origin, pathname } = new URL(foreign)
    return {
      endpoint: new URL(pathname, origin),
      region: 'us-east-1',
      accessKeyId: username,
      secretAccessKey: password,
    }
  }
  const standIn = await s3StandIn()
  onTestFinished(standIn.close)
  return standIn.account
}

test('what is stored comes back to the last bit, until it is removed (design.md#object-store)', async () => {
  const objects = createS3(await account())
  const [name, bytes] = [systemRandom.uuid(), systemRandom.bytes(3_000_000)]
  expect(await objects.get(name)).toBe('missing')
  expect(await objects.put(name, bytes)).toBe('stored')
  expect(bytes.equals((await objects.get(name)) as Buffer)).toBe(true)
  expect(await objects.remove(name)).toBe('removed')
  expect(await objects.get(name)).toBe('missing')
  expect(await objects.remove(name)).toBe('removed')
})

test('a bucket that is not there is no lost letter', async () => {
  const known = await account()
  const objects = createS3({ ...known, endpoint: new URL('/nobodys-bucket', known.endpoint) })
  expect(await objects.get(systemRandom.uuid())).toBe('unreachable')
  expect(await objects.put(systemRandom.uuid(), Buffer.from('x'))).toBe('unreachable')
})

test('with another secret nothing is stored and nothing read', async () => {
  const { account: known, held, close } = await s3StandIn()
  onTestFinished(close)
  const name = systemRandom.uuid()
  await createS3(known).put(name, Buffer.from('sealed'))
  const objects = createS3({ ...known, secretAccessKey: 'another' })
  expect(await objects.put(systemRandom.uuid(), Buffer.from('x'))).toBe('unreachable')
  expect(await objects.get(name)).toBe('unreachable')
  expect(await objects.remove(name)).toBe('unreachable')
  expect([...held.keys()]).toEqual([`letters/${name}`])
})

test('nobody answers, or with a failure', async () => {
  const { account: known, on, close } = await s3StandIn()
  on.trouble = () => 'before'
  const objects = createS3(known)
  expect(await objects.get('one')).toBe('unreachable')
  await close()
  expect(await objects.get('one')).toBe('unreachable')
})
