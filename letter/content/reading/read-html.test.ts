import { expect, test } from 'vitest'
import { maxNested, maxOpenTags, maxParts, maxStyle, maxText } from '../limits.ts'
import { maxCaption } from '../tree.ts'
import { readHtml } from './read-html.ts'
import { writeHtml } from '../write-html.ts'

function rewritten(html: string): string {
  const answer = readHtml(html)
  return 'content' in answer ? writeHtml(answer.content) : answer.refused
}

test('a letter becomes the tree that editor and typesetter speak of', () => {
  const html =
    '<h3 style="text-align:right">T</h3><p>a <b><i>b</i></b><br><img src="https://a.es/x.png" alt="Foto"></p><ol start="3"><li>uno<ul><li>dos</ul></ol><blockquote>q</blockquote><pre>x\ty</pre>'
  expect(readHtml(html)).toEqual({
    content: [
      { type: 'heading', level: 2, align: 'right', runs: [{ text: 'T' }] },
      {
        type: 'paragraph',
        runs: [
          { text: 'a ' },
          { text: 'b', bold: true, italic: true },
          { break: true },
          { picture: 'https://a.es/x.png', alt: 'Foto' },
        ],
      },
      {
        type: 'ordered-list',
        start: 3,
        items: [
          [
            { type: 'paragraph', runs: [{ text: 'uno' }] },
            { type: 'bullet-list', items: [[{ type: 'paragraph', runs: [{ text: 'dos' }] }]] },
          ],
        ],
      },
      { type: 'quote', blocks: [{ type: 'paragraph', runs: [{ text: 'q' }] }] },
      { type: 'code', text: 'x\ty' },
    ],
  })
})

test.each([
  ['<p>a<script>alert(1)</script>b<!--c--></p>', '<p>ab</p>', 'scripts and comments go, whole'],
  ['<p onclick=x style="position:fixed;text-align:left">t</p>', '<p>t</p>', 'unknown attributes go'],
  [
    '<custom-tag>t</custom-tag><constructor>u</constructor>',
    '<p>tu</p>',
    'unknown tags go, their text stays',
  ],
  [
    '<details open ontoggle=alert(1)><summary>s</summary>d</details>',
    '<p>s</p><p>d</p>',
    'a tag that shows text ends lines',
  ],
  ['<svg><a xlink:href="x"><text>s</text></a></svg>t', '<p>t</p>', 'drawings go'],
  [
    '<img src=https://a.es/x onerror=alert(1)>',
    '<p><img src="https://a.es/x"></p>',
    'a picture keeps its address and nothing else',
  ],
  [
    '<img data-caption=" La  abuela\n en Ronda " data-size=mediana src=https://a.es/x>',
    '<p><img src="https://a.es/x" data-size="mediana" data-caption="La abuela en Ronda"></p>',
    'a photo keeps its size and its caption, on one line',
  ],
  [
    '<img src=https://a.es/x data-size="entera;width:9999px" data-caption="&#x202e; \u0007 ">',
    '<p><img src="https://a.es/x"></p>',
    'a size that is none goes, and a caption of nothing',
  ],
  [
    `<img src=https://a.es/x data-size=ENTERA data-caption="${'x'.repeat(maxCaption + 1)}">`,
    '<p><img src="https://a.es/x"></p>',
    'sizes are exact, a caption is short',
  ],
  [
    '<img src=https://a.es/x data-size=__proto__ data-caption="<script>alert(1)</script>">',
    '<p><img src="https://a.es/x" data-caption="&lt;script&gt;alert(1)&lt;/script&gt;"></p>',
    'a caption is text',
  ],
  ['<img src=x.png>t', '<p>t</p>', 'a relative picture leads nowhere and goes'],
  ['<img src="data:image/svg+xml,<svg/onload=1>">t', '<p>t</p>', 'a picture that is a program goes'],
  [
    '<a href=" javascript:x">t</a>',
    '<p><a href="about:blank" rel="noopener noreferrer" target="_blank">t</a></p>',
    'a link that is a program leads nowhere',
  ],
  ['<a name="x">t</a>', '<p>t</p>', 'an anchor is no link'],
  [
    '<p>a&lt;b&gt; &amp;amp; &quot;&nbsp;&#0;</p>',
    '<p>a&lt;b&gt; &amp;amp; " \ufffd</p>',
    'entities are read once',
  ],
  ['<p>hi <b', '<p>hi </p>', 'a tag cut off at the end'],
  ['</p></div></b>t', '<p></p><p>t</p>', 'ends without a beginning'],
  ['<p><b>a<p>b', '<p><strong>a</strong></p><p><strong>b</strong></p>', 'ends that are missing'],
])('%j: %s', (html, expected) => {
  expect(rewritten(html)).toBe(expected)
})

test.each([
  ['<span style="font-weight: 700">t</span>', '<strong>t</strong>'],
  ['<b style="font-weight: normal">t</b>', 't'],
  ['<span style="text-decoration: underline line-through">t</span>', '<u><s>t</s></u>'],
  [
    '<span style="font-style:oblique;color:RED !important">t</span>',
    '<em><span style="color: rgb(255, 0, 0);">t</span></em>',
  ],
  ['<span style="background:#ff0">t</span>', '<span style="background-color: rgb(255, 255, 0);">t</span>'],
  ['<span style="background: url(x) red">t</span>', 't'],
  ['<span style="color: initial; background-color: rgba(0,0,0,.5)">t</span>', 't'],
  ['<font color="#00f">t</font>', '<span style="color: rgb(0, 0, 255);">t</span>'],
  ['<span style="color:black;background:#000">t</span>', 't'],
  ['<font color="#000">t</font>', 't'],
  [
    '<font color="red">r<span style="color:windowtext">t</span></font>',
    '<span style="color: rgb(255, 0, 0);">r</span>t',
  ],
  ['<mark>t</mark>', '<span style="background-color: rgb(255, 255, 0);">t</span>'],
  ['<ins>t</ins><del>u</del>', '<u>t</u><s>u</s>'],
  [`<span style="color: red;${' '.repeat(maxStyle)}">t</span>`, 't'],
  ['<b>a</b><strong>b</strong>', '<strong>ab</strong>'],
  ['<b><i>a</i></b><i><b>b</b></i>', '<strong><em>ab</em></strong>'],
])('the look %s comes out as %s', (html, expected) => {
  expect(rewritten(`<p>${html}</p>`)).toBe(`<p>${expected}</p>`)
})

test.each([
  ['<p>a  b </p><p> c</p>', '<p>a  b </p><p> c</p>', 'spaces in a paragraph are meant'],
  ['<p>\n  a\n  b\n</p>\n<p>c</p>\n', '<p>a b</p><p>c</p>', 'line feeds are layout'],
  ['<p>a <b>\n b\n</b>\nc</p>', '<p>a <strong>b </strong>c</p>', 'one space over the edge of a tag'],
  ['<p>a\tb</p>', '<p>a b</p>', 'a tab has no place on paper'],
  ['hola  <u> b </u>\n<b>x</b> ', '<p>hola <u>b </u><strong>x</strong></p>', 'loose text has single spaces'],
  ['<p>a<br>\n b</p>', '<p>a<br>b</p>', 'and none after a line break'],
  ['<div>a<br>b</div><div> </div><div>c</div>', '<p>a<br>b</p><p>c</p>', 'nothing is made of space alone'],
  ['<pre>\n\na\n</pre>', '<pre><code>\na\n</code></pre>', 'in code only the first line feed is layout'],
  ['<pre>a\r\nb<br>c</pre>', '<pre><code>a\nb\nc</code></pre>', 'line ends in code'],
])('white space, %j: %s (%s)', (html, expected) => {
  expect(rewritten(html)).toBe(expected)
})

test.each([
  [
    '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
    'loose text in items',
  ],
  ['<ul>t<li>a</ul>', '<ul><li><p>t</p></li><li><p>a</p></li></ul>', 'text straight in a list'],
  [
    '<ul><li>a</li><ul><li>b</ul></ul>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
    'a list beside its item',
  ],
  [
    '<ul><ul><li>a</ul></ul>',
    '<ul><li><p></p><ul><li><p>a</p></li></ul></li></ul>',
    'a list in a list without an item',
  ],
  ['<ol><li><h1>a</h1></ol>', '<ol><li><p></p><h1>a</h1></li></ol>', 'an item that starts with a heading'],
  ['<li>a<li>b', '<p>a</p><p>b</p>', 'items outside of a list'],
  ['<ul></ul><blockquote> </blockquote><ol><li></ol>', '<ol><li><p></p></li></ol>', 'empty lists and quotes'],
  [
    '<ol start="0"><li>a</ol><ol start="-3"><li>b</ol><ol start="1e9"><li>c</ol>',
    '<p>0. a</p><p>-3. b</p><ol><li><p>c</p></li></ol>',
    'a start that no list has',
  ],
  ['<table><tr><td>1<td>2<tr><th>3</table>', '<p>1 · 2</p><p>3</p>', 'each row is a line'],
  ['a<hr>b', '<p>a</p><p style="text-align: center;">* * *</p><p>b</p>', 'a rule parts paragraphs'],
  ['<p>a<ul><li>b</ul>c', '<p>a</p><ul><li><p>b</p></li></ul><p>c</p>', 'a list ends a paragraph'],
])('%j: %s (%s)', (html, expected) => {
  expect(rewritten(html)).toBe(expected)
})

test.each([
  ['<div>'.repeat(maxOpenTags), 'x', '<div>'],
  ['<blockquote>'.repeat(maxNested), 'x', '<blockquote>'],
  ['<ul><li>'.repeat(maxNested), 'x', '<ul>'],
])('the deepest nesting of %s is taken, one more is too deep', (deep, text, more) => {
  expect(readHtml(deep + text)).toHaveProperty('content')
  expect(readHtml(deep + more + text)).toEqual({ refused: 'too-deep' })
})

test('as many parts and as much text as allowed are taken, one more is not', () => {
  expect(readHtml('<p></p>'.repeat(maxParts))).toHaveProperty('content')
  expect(readHtml('<p></p>'.repeat(maxParts + 1))).toEqual({ refused: 'too-many-parts' })
  expect(readHtml('<p>' + 'x'.repeat(maxText))).toHaveProperty('content')
  expect(readHtml('<p>' + 'x'.repeat(maxText + 1))).toEqual({ refused: 'too-long' })
  expect(readHtml(`<img src="https://a.es/x" alt="${'x'.repeat(maxText + 1)}">`)).toEqual({
    refused: 'too-long',
  })
  const captions = `<img src="https://a.es/x" data-caption="${'x'.repeat(100)}">`.repeat(maxText / 100)
  expect(readHtml(captions)).toHaveProperty('content')
  expect(readHtml(captions + 'x')).toEqual({ refused: 'too-long' })
})

/** As Chromium wrote them from the editor. */
test.each([
  '<p></p>',
  '<p>Querida  Ana: </p><p></p><p> sangrado</p>',
  '<p>uno<br>dos</p><p></p>',
  '<p><strong>a<br>b</strong></p>',
  '<p><strong>a<em>b</em></strong><em>c</em></p>',
  '<h1 style="text-align: center;">T</h1><h2>t</h2><p style="text-align: justify;">x</p>',
  '<p><a href="https://a.es" rel="noopener noreferrer" target="_blank">k<strong>l</strong></a></p>',
  '<p><span style="color: rgb(192, 57, 43);"><span style="background-color: rgb(255, 255, 0);">r</span></span></p>',
  '<ol start="4"><li><p>uno</p><ul><li><p>dos</p></li></ul></li></ol>',
  '<blockquote><h1>q</h1><pre><code>let a = 1;\n\tb\n</code></pre></blockquote>',
  '<p style="text-align: right;"><img src="data:image/png;base64,AA==" alt="&lt;&gt;&amp;&quot;&nbsp;"></p>',
  '<p><img src="data:image/png;base64,AA==" alt="b" data-size="pequena" data-caption="&lt;b&gt; &quot;c&quot;"></p>',
])('what the editor writes is read back unchanged: %s', (html) => {
  expect(rewritten(html)).toBe(html)
})
