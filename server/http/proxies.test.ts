import { expect, test } from 'vitest'
import { mistakenProxies } from './health.ts'

const real = '88.12.3.4'

test.each([
  ['no proxy in front', 0, '', real, undefined],
  ['no proxy in front, and a forged header', 0, '10.0.0.1', real, undefined],
  ['a proxy on this machine that no setting names', 0, real, '127.0.0.1', 'too-low'],
  ['a proxy of the container’s network that no setting names', 0, real, '172.18.0.2', 'too-low'],
  ['one proxy', 1, real, '127.0.0.1', undefined],
  ['one proxy, and a visitor who invents', 1, `10.0.0.1, ${real}`, '127.0.0.1', undefined],
  ['two proxies, and one was told of', 1, `${real}, 10.0.0.5`, '127.0.0.1', 'too-low'],
  ['one proxy, and two were told of', 2, real, '127.0.0.1', 'too-high'],
  ['no proxy, and one was told of', 1, '', real, 'too-high'],
  ['a check of health on this machine', 1, '', '127.0.0.1', undefined],
  ['something that is no address', 0, 'unknown', real, undefined],
])('%s', (_what, trusted, forwarded, remoteAddress, mistaken) => {
  const headers = forwarded ? { 'x-forwarded-for': forwarded } : {}
  expect(mistakenProxies({ headers, socket: { remoteAddress } } as never, trusted)).toBe(mistaken)
})
