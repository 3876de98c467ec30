import { existsSync, globSync } from 'node:fs'

export const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr'
export const xvfbPath = '/usr/bin/Xvfb'
export const webdriverPath = '/usr/bin/WebKitWebDriver'
export const minibrowserPath = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0] ?? ''

type Engine = { name: string; packages: string[]; programs: string[]; config: string }

/** The browsers beside Chromium: Debian's packages, what they bring, and where their journeys are set up. */
export const otherEngines: Engine[] = [
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    programs: [firefoxPath],
    config: 'journeys/engines/firefox.config.ts',
  },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: [webdriverPath, minibrowserPath, xvfbPath],
    config: 'journeys/webkit/webkit.config.ts',
  },
]

export const isInstalled = ({ programs }: Engine) => programs.every((path) => existsSync(path))
