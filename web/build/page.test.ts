import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
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
  fonts: 'optional' as const,
  scripts: afterPaint(['/assets/main.js']),
}

test('build: the finished page holds app, title, language and styles', () => {
  const html = fillTemplate(template, page)
  expect(html).toContain('<html lang="en"><title>Escribir · Lacre</title>')
  expect(html).toContain('<div id="root"><h1>$& $1</h1></div>')
  expect(html).toContain(
    `<style>${font}</style><link rel="stylesheet" href="/assets/a.css" crossorigin disabled>`,
  )
})

test('build: a page preloads only fonts cached by an earlier page', () => {
  const html = fillTemplate(template, { ...page, fonts: 'fallback' })
  expect(html).not.toContain('<link rel="preload"')
  expect(html).toContain('font-display:fallback')
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []
  const preloaded = (kept: string) => {
    const preloads: { href: string }[] = []
    const dataset = {}
    const head = { append: (link: { href: string }) => preloads.push(link) }
    const document = { documentElement: { dataset }, head, createElement: () => ({}) }
    runInNewContext(script, { document, localStorage: { getItem: () => kept } })
    return { dataset, addresses: preloads.map(({ href }) => href) }
  }
  const address = '/assets/lora-latin-wght-normal-a1.woff2'
  expect(preloaded(address)).toEqual({ dataset: { fonts: '' }, addresses: [address] })
  expect(preloaded('/assets/lora-latin-wght-normal-of-before.woff2')).toEqual({ dataset: {}, addresses: [] })
})

test('build: the policy allows exactly the scripts and styles of the page', () => {
  const html = fillTemplate(template, {
    ...page,
    scripts: `${page.scripts}<script src="/assets/x.js"></script>`,
  })
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(hashesOf(html, 'style')).toEqual([hash(font)])
  const fonts = html.slice(html.indexOf('<script>') + 8, html.indexOf('</script>'))
  expect(fonts).toContain('/assets/lora-latin-wght-normal-a1.woff2')
  expect(hashesOf(html, 'script')).toEqual([
    hash(fonts),
    hash('theme()'),
    hash(/<script>(.*)<\/script>/.exec(page.scripts)?.[1] ?? ''),
  ])
})

test('build: each chunk appears once, after its imports', () => {
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
