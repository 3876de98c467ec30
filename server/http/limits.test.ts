import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test.each(['client_body_timeout', 'limit_conn', 'limit_req', 'client_max_body_size 17m'])(
  'the proxy in front has the first line of limits: %s',
  (directive) => {
    const nginx = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
    expect(nginx).toMatch(new RegExp(`^  ${directive}`, 'm'))
  },
)
