import { existsSync } from 'node:fs'

export const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr'

type Engine = { name: string; packages: string[]; programs: string[]; config: string }

/** The engines beside Chromium: Debian's packages, what they bring, and where their journeys are set up. */
export const otherEngines: Engine[] = [
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    programs: [firefoxPath],
    config: 'journeys/engines/firefox.config.ts',
  },
]

export const isInstalled = ({ programs }: Engine) => programs.every((path) => existsSync(path))
