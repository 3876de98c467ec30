import { existsSync, globSync } from 'node:fs'
import { wholePath } from '../chromium.ts'

export const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr'
export const xvfbPath = '/usr/bin/Xvfb'
export const webdriverPath = '/usr/bin/WebKitWebDriver'
export const minibrowserPath = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0] ?? ''

type Engine = { name: string; packages: string[]; programs: string[]; config: string }

/** The browsers beside Chromium's shell: Debian's packages, what they bring, and where their journeys are set up. */
export const otherEngines: Engine[] = [
  {
    name: 'Chromium with its window',
    packages: ['chromium'],
    programs: [wholePath ?? ''],
    config: 'journeys/engines/whole-chromium.config.ts',
  },
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
