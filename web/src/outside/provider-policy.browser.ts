import { expect, test } from 'vitest'
import { isHarmless } from './provider-policy.ts'

test.each([
  '',
  'texto',
  '<div class="a"><span style="color: red">b</span></div>',
  '<a href="https://js.stripe.com/v3">c</a>',
])('markup that runs nothing passes: %s', (html) => expect(isHarmless(html)).toBe(true))

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img/onerror=alert(1) src=x>',
  '<div><b ONMOUSEOVER="alert(1)">x</b></div>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java&#0000115cript:alert(1)">x</a>',
  '<iframe srcdoc="x"></iframe>',
  '<svg><animate onbegin=alert(1)>',
  '<form action="/auth/logout"><input></form>',
  '<base href="https://evil.example/">',
  '<template><img src=x onerror=alert(1)></template>',
  '<body onload=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
])('markup that could run does not: %s', (html) => expect(isHarmless(html)).toBe(false))
