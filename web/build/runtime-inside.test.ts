import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { asExpression, withCopy } from './bundle.ts'

test('build: what a file imports of the bundler’s runtime stands in the file itself', () => {
  const runtime = 'var e=n=>n+1,t=n=>n*2;export{e as n,t};'
  const file = 'import{n as a,t}from"./rolldown-runtime-Ab_1.js";result=t(a(20))'
  const inside = withCopy(file, asExpression(runtime))
  expect(inside).not.toContain('import')
  const world = { result: 0 }
  runInNewContext(inside, world)
  expect(world.result).toBe(42)
  expect(withCopy('import{n as a}from"./react-Ab_1.js";', asExpression(runtime))).toContain('./react-Ab_1.js')
})

test('build: a runtime that is written in another way stops the build', () => {
  expect(() => asExpression('var e=1;export default e')).toThrow('in another way')
})
