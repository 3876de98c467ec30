import type { Config } from '@lacre/letter/calls.ts'
import { useEffect, useState } from 'react'
import { config } from './api.ts'

/** What the server allows: undefined until it answers, `unknown` when it does not. */
export function useConfig(): Config | 'unknown' | undefined {
  const [known, setKnown] = useState<Config | 'unknown'>()
  useEffect(() => {
    void config().then((answer) => setKnown(answer.ok ? answer.body : 'unknown'))
  }, [])
  return known
}
