import { expect, test } from 'vitest'
import { withoutModule } from './bundle.ts'

const library = (known: string) => `
;// ./src/core/xfa/factory.js

const helper = () => 1;
class XFAFactory {
  root = helper();
}

;// ./src/core/document.js

const page = [x.helper, ${known}];

;// ./src/pdf.worker.js
`
const without = (code: string) => withoutModule(code, './src/core/xfa/factory.js', 'XFAFactory')

test('build: an unneeded module of pdf.js becomes an empty class', () => {
  const left = without(library('new XFAFactory()'))
  expect(left).toContain('class XFAFactory {}\n;// ./src/core/document.js')
  expect(left).toContain('./src/pdf.worker.js')
  expect(left).not.toContain('const helper')
})

test.each([
  ['has no such module', library('new XFAFactory()').replace('factory.js', 'form.js'), 'no ./src/core/xfa'],
  ['knows more of it', library('new XFAFactory(), helper()'), 'helper and XFAFactory'],
  ['knows it by no name', library('new Form()'), 'no name'],
])('build: a pdf.js that %s fails the build', (_what, code, error) => {
  expect(() => without(code)).toThrow(error)
})
