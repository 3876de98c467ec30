import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/** Source by path from the root of the project. */
export type Listing = Record<string, string>
export type Import = { target: string; isType: boolean }

const isTypes = (clause: string) =>
  /^\{.*\}$/s.test(clause) &&
  clause
    .slice(1, -1)
    .split(',')
    .every((name) => /^\s*(type\s|$)/.test(name))

/** A package keeps its name; everything else becomes a path from the root. */
function pathOf(specifier: string, file: string): string {
  const [bare = ''] = specifier.split('?')
  if (bare.startsWith('.')) return join(dirname(file), bare)
  return bare.startsWith('@lacre/') ? bare.slice('@lacre/'.length) : bare
}

export function importsOf(file: string, source: string): Import[] {
  const found = [
    ...source.matchAll(/^(?:import|export)\s+(?:(type)\s+)?([\w*$\s,]*(?:\{[^}]*\})?)\s*from\s+'([^']+)'/gm),
    ...source.matchAll(/^import()()\s+'([^']+)'/gm),
    ...source.matchAll(/\bimport()()\(\s*'([^']+)'/g),
  ]
  return found.map(([, type, clause = '', specifier = '']) => ({
    target: pathOf(specifier, file),
    isType: Boolean(type) || isTypes(clause.trim()),
  }))
}

const isTest = (file: string) => /\.(test|browser)\.tsx?$/.test(file)
const isCode = (file: string) => !isTest(file) && !/node_modules|\/dist\//.test(file)

const read = (paths: string[]): Listing =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))

export const paths = globSync('{letter,server,web,journeys,bench,faults}/**/*.{ts,tsx}').filter(isCode)
/** Every file of code, without its tests. */
export const code = read(paths)
/** The server's tests. */
export const serverTests = read(globSync('server/**/*.test.ts'))
