import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { chunksOf } from './bundle.ts'
import { afterPaint, fillTemplate, hashesOf } from './page.ts'

const template =
  '<html lang="es"><title>x</title><!--styles--><script>theme()</script><div id="root"></div><!--scripts-->'
const font = '@font-face{font-display:optional;src:url(/assets/lora-latin-wght-normal-a1.woff2)}'
const page = {
  title: 'Escribir · Lacre',
  lang: 'en',
  app: '<h1>$& $1</h1>',
  styles: [{ address: '/assets/a.css', css: `${font}\n` }],
  fonts: 'now' as const,
  scripts: afterPaint(['/assets/main.js']),
}

test('build: the finished page holds app, title, language and styles', () => {
  const html = fillTemplate(template, page)
  expect(html).toContain('<html lang="en"><title>Escribir · Lacre</title>')
  expect(html).toContain('<div id="root"><h1>$& $1</h1></div>')
  expect(html).toContain(
    `<style>${font}</style><link rel="stylesheet" href="/assets/a.css" crossorigin disabled>`,
  )
  expect(html).toContain('<link rel="preload" href="/assets/lora-latin-wght-normal-a1.woff2" as="font"')
})

test('build: where the editor comes first, fonts wait and change places later', () => {
  const html = fillTemplate(template, { ...page, fonts: 'later' })
  expect(html).not.toContain('preload')
  expect(html).toContain('font-display:swap')
})

test('build: the policy allows exactly the scripts and styles that stand in the page', () => {
  const html = fillTemplate(template, {
    ...page,
    scripts: `${page.scripts}<script src="/assets/x.js"></script>`,
  })
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(hashesOf(html, 'style')).toEqual([hash(font)])
  expect(hashesOf(html, 'script')).toEqual([hash('theme()'), hash(page.scripts.slice(8, -9))])
})

test('build: a chunk comes once, after what it needs', () => {
  const manifest = {
    main: { file: 'main.js', imports: ['shared', 'react'] },
    screen: { file: 'screen.js', imports: ['shared'] },
    shared: { file: 'shared.js', imports: ['react'] },
    react: { file: 'react.js' },
  }
  expect(chunksOf(manifest, ['main', 'screen']).map(({ file }) => file)).toEqual([
    'react.js',
    'shared.js',
    'main.js',
    'screen.js',
  ])
  expect(() => chunksOf(manifest, ['other'])).toThrow('the bundle has no other')
})
