import { expect, test } from 'vitest'
import { isInsideApp } from './social-button.tsx'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'

test.each([
  `${iPhone} Mobile/15E148 Instagram 382.0.0.26.85 (iPhone17,1; iOS 18_5; es_ES)`,
  `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/515.0.0;FBDV/iPhone17,1]`,
  `${android} Build/BP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/515;]`,
  `${android} Build/BP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36`,
  `${iPhone} Mobile/15E148`,
  `${iPhone} Mobile/15E148 BytedanceWebview/d8a21c6 musical_ly_39`,
])('no Google button inside an app: %s', (userAgent) => {
  expect(isInsideApp(userAgent)).toBe(true)
})
test.each([
  `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`,
  `${iPhone} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1`,
  `${iPhone} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`,
  `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36`,
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
])('a Google button in a browser: %s', (userAgent) => {
  expect(isInsideApp(userAgent)).toBe(false)
})
