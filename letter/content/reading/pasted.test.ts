import { readFileSync } from 'node:fs'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { writeHtml } from '../write-html.ts'
import { readHtml } from './read-html.ts'
import { createReader } from './reader.ts'

const field = (name: string) => readFileSync(new URL(`testing/field/${name}`, import.meta.url), 'utf8')

/** As the editor reads the clipboard, with the parser at hand. */
function paste(html: string) {
  const reader = createReader(true)
  new Parser({
    onopentag: (tag, said) => reader.open(tag, said),
    ontext: (text) => reader.text(text),
    onclosetag: () => reader.close(),
  }).end(html)
  return { html: writeHtml(reader.content()), losses: [...reader.losses] }
}
/** What a call with the same HTML becomes. */
const sent = (html: string) => {
  const read = readHtml(html)
  return 'content' in read ? writeHtml(read.content) : read.refused
}

const prima =
  'Querida prima: te escribo desde la terraza porque dentro hace un calor que no se puede aguantar y fuera corre un poco de aire que viene del mar y huele a higuera'

const hidden =
  'display:block;height:0;overflow:hidden|font-size:1px|font-size:0.1pt|clip-path:inset(100%)|color:#fff;background:#ffffff|color:rgba(0,0,0,.01)|color:transparent|opacity:0.0|transform:scale(0)|margin-left:-9999px'.split(
    '|',
  )

describe('what comes from word processors, mails and pages, in the editor and in a call alike', () => {
  test.each([
    [
      'Google Docs',
      field('google-docs-blank-lines.html'),
      '<p style="text-align: right;">Sevilla, 4 de marzo</p><p></p><p>Querida Elvira:</p><p></p><p>Ayer vi tu casa desde el tren.</p><p>Parecía más pequeña.</p><p></p><p></p><p>Un abrazo,</p><p>Teo</p>',
    ],
    [
      'Gmail',
      '<div dir="ltr"><div>Hola, Inés:</div><div><br></div><div>¿Qué tal?<br></div><div><br></div><div><br></div><div>Ana</div></div>',
      '<p>Hola, Inés:</p><p></p><p>¿Qué tal?</p><p></p><p></p><p>Ana</p>',
    ],
    [
      'Outlook on the web',
      '<div class="elementToProof">Hola</div><div class="elementToProof"><br></div><div class="elementToProof">Ana</div>',
      '<p>Hola</p><p></p><p>Ana</p>',
    ],
    [
      'Apple Mail',
      '<div>Hola</div><div><br class=""></div><div>Ana</div><br class="Apple-interchange-newline">',
      '<p>Hola</p><p></p><p>Ana</p>',
    ],
    [
      'Word',
      '<p class=MsoNormal>a</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p>b</p>',
      '<p>a</p><p></p><p>b</p>',
    ],
    [
      'Slack, in spans that are blocks',
      '<span>uno</span><span data-stringify-type="paragraph-break" style="display: block; height: 8px"></span><span>dos</span>',
      '<p>uno</p><p>dos</p>',
    ],
    [
      'a page, in links that are blocks',
      '<a style="display:block">a</a><a style="display:flex">b</a>',
      '<p>a</p><p>b</p>',
    ],
    ['Gmail and Yahoo, below a picture', '<div>Hola<br clear="all">Adiós</div>', '<p>Hola<br>Adiós</p>'],
    [
      'Word, at the end of a page',
      "<p class=MsoNormal>fin<br clear=all style='mso-special-character:line-break;page-break-before:always'>comienzo</p><span><br clear=all style='page-break-before:always'></span><p class=MsoNormal><br clear=all></p><p>b</p><div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width='33%'>1</div>",
      '<p>fin<br>comienzo</p><p></p><p>b</p><p>1</p>',
    ],
    ['a paragraph that ends with breaks', '<p>a<br><br></p><p>b</p>', '<p>a</p><p></p><p>b</p>'],
    [
      'a messenger, with line feeds that count',
      '<span style="white-space: pre-wrap">uno\ndos\n\ntres</span>',
      '<p>uno<br>dos<br><br>tres</p>',
    ],
    [
      'a browser that says so in its new words',
      '<span style="white-space-collapse: preserve;">a\nb</span>',
      '<p>a<br>b</p>',
    ],
  ])('line breaks and empty lines of %s', (_, html, expected) => {
    expect(paste(html).html).toBe(expected)
    expect(sent(html)).toBe(expected)
  })
  test('an empty line is one, and of a pasted text none is left at the end', () => {
    const html = field('empty-line-written-as-break.html')
    expect(sent(html)).toBe('<p>uno</p><p></p><p>dos</p><p></p><p>tres</p><p></p>')
    expect(paste(html).html).toBe('<p>uno</p><p></p><p>dos</p><p></p><p>tres</p>')
  })

  test.each([
    ['<p align=center>a</p><div align="RIGHT">b</div>', 'center', 'right'],
    ['<center>a</center><div style="text-align:right"><p>b</p></div>', 'center', 'right'],
    [
      '<style><!-- p.p1 {margin:0; text-align:center} .d{text-align:end} --></style><p class=p1>a</p><p class="x d">b</p>',
      'center',
      'right',
    ],
    [
      '<style>/* Style Definitions */ h9, div.MsoTitle {text-align: center;}</style><div class="MsoTitle">a</div><p style="text-align:-webkit-right">b</p>',
      'center',
      'right',
    ],
    [
      '<div style="text-align: justify"><p style="text-align:center">a</p></div><p align=right>b</p>',
      'center',
      'right',
    ],
  ])('alignment of %s', (html, first, second) => {
    const expected = `<p style="text-align: ${first};">a</p><p style="text-align: ${second};">b</p>`
    expect([paste(html).html, sent(html)]).toEqual([expected, expected])
  })
  test('left inside what is centred is left', () => {
    expect(sent('<center><p style="text-align:start">a</p></center>')).toBe('<p>a</p>')
  })

  test.each([
    ['10<sup>3</sup>, H<sub>2</sub>O, x<sup>n+1</sup>', '10³, H₂O, xⁿ⁺¹'],
    ['M<sup>a</sup> del n<sup>o</sup> 2<sup>nd</sup>', 'Mª del nº 2nd'],
    [
      '<span style="font-size:0.6em;vertical-align:super;">−12</span> y <span style="vertical-align:sub">(4)</span>',
      '⁻¹² y ₍₄₎',
    ],
    [
      '<style>span.s2 {vertical-align: 3.7px}</style>10<span class="s2">3</span> CO<span style="vertical-align:-2pt">2</span>, 5<span style="vertical-align: 0px">6</span>',
      '10³ CO₂, 56',
    ],
    ['10<span style="position:relative;top:-3.0pt;mso-text-raise:3.0pt">3</span>', '10³'],
    ['<a class="sdfootnotesym" href="#sdfootnote1anc">1</a>El informe', '¹El informe'],
    ['10<sup><i>x</i>/2</sup> y log<sub>b</sub> c', '10<em>^(x/2)</em> y log_b c'],
    ['e<sup>kt</sup>, V<sub>max</sub>, <span style="vertical-align:super">kg</span>', 'e^(kt), V_(max), kg'],
    [
      'n<sup>os</sup> 1<sup>er</sup> D<sup>ña</sup> m<sup>2</sup><b>a</b>',
      'nos 1er Dña m²<strong>a</strong>',
    ],
    ['a<sup><a href="#ftnt1">[2]</a></sup>', 'a²'],
    ['1<sup>ª</sup> Marca<sup>®</sup> nota<sup>*</sup> dato<sup>1,2</sup>', '1ª Marca® nota* dato¹,²'],
    [
      'a<a href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference><span style="mso-special-character:footnote">[2]</span></span></a>',
      'a²',
    ],
  ])('raised and lowered: %s is %s', (html, expected) => {
    expect([paste(`<p>${html}</p>`).html, sent(`<p>${html}</p>`)]).toEqual([
      `<p>${expected}</p>`,
      `<p>${expected}</p>`,
    ])
  })

  test.each([
    [
      'KaTeX',
      '<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="mord"><span class="mord mathnormal">x</span><span class="msupsub"><span class="vlist-t"><span style="top:-3.063em"><span class="mord mtight">2</span></span></span></span></span></span></span></span>',
      'x²',
    ],
    [
      'MathJax 3, with classes for signs',
      '<mjx-container class="MathJax" jax="CHTML"><mjx-math class="MJX-TEX" aria-hidden="true"><mjx-msup><mjx-mi class="mjx-i"><mjx-c class="mjx-c1D465 TEX-I"></mjx-c></mjx-mi><mjx-script style="vertical-align: 0.363em;"><mjx-mn class="mjx-n" size="s"><mjx-c class="mjx-c32"></mjx-c></mjx-mn></mjx-script></mjx-msup><mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut><mjx-mn><mjx-c class="mjx-c31"></mjx-c></mjx-mn></mjx-num><mjx-dbox><mjx-dtable><mjx-line></mjx-line><mjx-row><mjx-den><mjx-dstrut></mjx-dstrut><mjx-mn><mjx-c class="mjx-c32"></mjx-c></mjx-mn></mjx-den></mjx-row></mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac></mjx-math><mjx-assistive-mml><math><msup><mi>x</mi><mn>2</mn></msup><mfrac><mn>1</mn><mn>2</mn></mfrac></math></mjx-assistive-mml></mjx-container>',
      'x²1/2',
    ],
    [
      'a page that names the other half alone',
      '<mjx-assistive-mml><math><msub><mi>a</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msub></math></mjx-assistive-mml>',
      'aₙ₊₁',
    ],
    [
      'MathJax 2, with text in both halves',
      '<span class="MathJax"><nobr aria-hidden="true"><span class="math"><span class="mi">x</span><span class="mn">2</span></span></nobr><span class="MJX_Assistive_MathML"><math><msup><mi>x</mi><mn>2</mn></msup></math></span></span>',
      'x²',
    ],
    [
      'Wikipedia',
      '<span class="mwe-math-element"><span style="display: none;"><math><mi>x</mi></math></span><img class="mwe-math-fallback-image-inline" src="https://a.es/x.svg" alt="{\\displaystyle x^{2}}"></span>',
      '<img src="https://a.es/x.svg" alt="{\\displaystyle x^{2}}">',
    ],
    [
      'MathML',
      '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><mo>=</mo><msqrt><mn>5</mn></msqrt><msubsup><mi>y</mi><mn>1</mn><mi>k</mi></msubsup></math>',
      '(a+b)/2=√(5)y₁^k',
    ],
    [
      'MathML, raised by words',
      '<math><msup><mi>e</mi><mrow><mi>k</mi><mi>t</mi></mrow></msup></math>',
      'e^(kt)',
    ],
  ])('formulas of %s say once what one saw', (_, html, expected) => {
    expect(paste(`<p>a ${html} b</p>`)).toEqual({ html: `<p>a ${expected} b</p>`, losses: [] })
    expect(sent(`<p>a ${html} b</p>`)).toBe(`<p>a ${expected} b</p>`)
  })

  test.each([
    ['<span style="text-transform:uppercase">título: niño, straße</span>', 'TÍTULO: NIÑO, STRASSE'],
    ['<style>.t{text-transform: lowercase}</style><b class=t>ÁRBOL</b>', '<strong>árbol</strong>'],
    ['<span style="text-transform:capitalize">el añil de ángela\'s</span>', "El Añil De Ángela's"],
    ['<div style="text-transform:uppercase">a<span style="text-transform:none">b</span></div>', 'Ab'],
  ])('letters are as large as one saw them: %s', (html, expected) => {
    expect([paste(html).html, sent(html)]).toEqual([`<p>${expected}</p>`, `<p>${expected}</p>`])
  })

  test.each([
    [
      `<span style='font-family:Wingdings;mso-char-type:symbol'><span style='mso-char-type:symbol'>à</span></span> a <font face="Wingdings">ü</font><span style="font-family: &quot;Wingdings&quot;, serif">\uf0fb</span>`,
      '→ a ✓✗',
    ],
    ['<span style="font-family:Symbol">ab \uf0b3<span style="font-family:Arial">b</span></span>', 'αβ ≥b'],
    ['<span style="font-family:Segoe UI Symbol">ab</span>', 'ab'],
  ])('letters that are signs in their font: %s', (html, expected) => {
    expect([paste(html).html, sent(html)]).toEqual([`<p>${expected}</p>`, `<p>${expected}</p>`])
  })

  test.each([
    ['<p>uno</p><hr><p>dos</p>', '<p>uno</p><p style="text-align: center;">* * *</p><p>dos</p>'],
    ['uno<hr size=1>dos', '<p>uno</p><p style="text-align: center;">* * *</p><p>dos</p>'],
    [
      '<p>uno</p><div style="mso-element:footnote-list"><br clear=all><hr align=left size=1 width="33%"></div>',
      '<p>uno</p>',
    ],
    ['<p>uno</p><hr style="page-break-before:always;display:none">', '<p>uno</p>'],
  ])('a rule is drawn by stars: %s', (html, expected) => {
    expect([paste(html).html, sent(html)]).toEqual([expected, expected])
  })

  test.each([
    ["<b>Importe: <span style='font-weight:normal'>40 €</span></b>", '<strong>Importe: </strong>40 €'],
    [
      '<strong style="font-weight:400">a</strong><em><b style="font-style:normal">b</b></em>',
      'a<strong>b</strong>',
    ],
    ['<i>a<span style="font-style:normal;font-weight:300">b</span></i>', '<em>a</em>b'],
    ['<b>a<span style="font-weight:inherit">b</span></b>', '<strong>ab</strong>'],
  ])('bold and italics are switched off: %s', (html, expected) => {
    expect([paste(html).html, sent(html)]).toEqual([`<p>${expected}</p>`, `<p>${expected}</p>`])
  })

  test.each([
    ['WhatsApp', '<img class="emoji" alt="😀" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">', '😀'],
    [
      'Slack and GitHub',
      '<img data-stringify-emoji=":heart:" alt=":heart:" src="https://a.slack-edge.com/x/apple-medium/2764-fe0f.png"><img alt=":tada:" src="https://github.githubassets.com/images/icons/emoji/unicode/1f389.png?v8">',
      '❤️🎉',
    ],
    ['Gmail', '<img data-emoji="👩‍👩‍👧" src="https://mail.example/x.png" alt="👩‍👩‍👧" width=72>', '👩‍👩‍👧'],
    ['a page', '<img alt="1️⃣" src="/e.svg"><img alt="🇪🇸" src="/f.svg"><img alt="❤" src="/g.svg">', '1️⃣🇪🇸❤'],
  ])('emoji as pictures, of %s', (_, html, expected) => {
    expect(paste(html)).toEqual({ html: `<p>${expected}</p>`, losses: [] })
    expect(sent(html)).toBe(`<p>${expected}</p>`)
  })

  test.each([
    [
      'Word, with comments and changes',
      field('word-comments-and-changes.html'),
      '<p>Estimado señor Ibarra: le agradecemos su paciencia y le esperamos el lunes.</p>',
    ],
    [
      'LibreOffice',
      '<p>a <del cite="mailto:x" datetime="2026-01-01T10:00"><span>no</span></del>b</p>',
      '<p>a b</p>',
    ],
    ['Word on the web', '<p>a <span class="TextRun TrackChangeTextDeletion">no</span>b</p>', '<p>a b</p>'],
    ['a writer who struck it out himself', '<p><del>a</del> <s>b</s></p>', '<p><s>a</s> <s>b</s></p>'],
    [
      'hidden text',
      '<style>.pre{display:none}</style><p>a<span style="mso-hide:all">1</span><span style="display:none">2</span><span hidden>3</span><span style="visibility:hidden">4</span><span class=pre>5</span><span style="font-size:0px">6</span></p>',
      '<p>a</p>',
    ],
    [
      'text for those who hear a page, and in front of a mail',
      '<style>.sr{position:absolute;clip:rect(1px, 1px, 1px, 1px)}</style><p>a<span class=sr>1</span><span style="clip-path: inset(50%)">2</span><span style="position:absolute;left:-9999px">3</span><span style="text-indent:-9999px">4</span></p><div style="max-height:0;overflow:hidden">5</div><div style="height:0px;overflow:hidden">6</div><div style="height:0">b</div>',
      '<p>a</p><p>b</p>',
    ],
    [
      'text that pages hide in other ways',
      hidden.map((style) => `<span style="${style}">1</span>`).join('') +
        '<dialog>2</dialog><div popover>3</div><p>a</p><dialog open>c</dialog><p style="height:0">d</p><p style="background:#000;color:#fff">e <span style="color:white;font-size:11pt">f</span></p>',
      '<p>a</p><p>c</p><p>d</p><p>e f</p>',
    ],
  ])('what is not to be seen, of %s', (_, html, expected) => {
    expect(paste(html).html).toBe(expected)
    expect(sent(html)).toBe(expected)
  })

  test.each([
    [
      'dark-page-chrome.html',
      '<p>Querida Nuria: gracias por tu carta.</p><p>El <strong>domingo</strong> iremos a verte.</p>',
    ],
    [
      'dark-page-without-ground.html',
      '<p>Esta línea se copió de una página oscura cuyo fondo está en otro elemento.</p>',
    ],
  ])('%s is ink on white', (name, expected) => {
    expect([paste(field(name)).html, sent(field(name))]).toEqual([expected, expected])
  })
  test.each([
    ['<td style="background:#1e1e1e;color:#d4d4d4">t</td>', 't'],
    ['<font color="#ffffcc">t</font>', 't'],
    [
      '<span style="color: rgb(0, 0, 0); background-color: rgb(248, 249, 250); display: inline !important; float: none">t</span>',
      't',
    ],
    ['<span style="color:#ff0000;font-size:11pt">t</span>', '<span style="color: rgb(255, 0, 0);">t</span>'],
    [
      '<span style="background:yellow;mso-highlight:yellow">t</span>',
      '<span style="background-color: rgb(255, 255, 0);">t</span>',
    ],
    [
      '<a href="https://a.es"><span style="color:#1155cc;text-decoration:underline">t</span></a>',
      '<a href="https://a.es" rel="noopener noreferrer" target="_blank">t</a>',
    ],
  ])('of the colours of %s those stay that can be read', (html, expected) => {
    expect(paste(html).html).toBe(`<p>${expected}</p>`)
  })
  test('the colours that a writer chose in the editor stay, whatever they are', () => {
    const chosen =
      '<p><span style="color: rgb(255, 255, 255);"><span style="background-color: rgb(0, 0, 0);">t</span></span></p>'
    expect(sent(chosen)).toBe(chosen)
  })

  test.each([
    [field('nbsp.html'), `<p>${prima}</p><p>${prima}</p><ul><li><p>${prima}</p></li></ul>`],
    [
      field('nbsp-between-all-words.html'),
      `${`<p>${prima}</p>`.repeat(4)}<p>Nació en 1&nbsp;948 y vive en la calle Bailén‑12, 2. ºB.</p>`,
    ],
    [
      '<p>12\u00a0€ y 3\u202fkg, 5\u00a0% o <b>7</b>\u00a0kmxyz</p>',
      '<p>12&nbsp;€ y 3&nbsp;kg, 5&nbsp;% o <strong>7</strong> kmxyz</p>',
    ],
    [
      `<p>${Array.from({ length: 30 }, () => '123').join('\u00a0')}</p>`,
      `<p>${Array.from({ length: 30 }, () => '123').join(' ')}</p>`,
    ],
    ['<pre>a\u00a0b</pre>', '<pre><code>a b</code></pre>'],
  ])('no-break spaces stay only where they belong: %.60s', (html, expected) => {
    expect([paste(html).html, sent(html)]).toEqual([expected, expected])
  })

  test.each([
    [
      '<table><tr><td><p>Pan</p></td><td><p>2,50 €</p></td></tr><tr><td>Leche</td><td> </td><td>1 €</td></tr></table>',
      '<p>Pan · 2,50 €</p><p>Leche · – · 1 €</p>',
      ['table'],
    ],
    [
      '<table><tr><th></th><th>Lunes</th><td></td><th>Martes</th></tr><tr><td>9 h</td><td></td><td></td><td>coro</td></tr><tr><td></td><td>cine</td><td></td><td></td></tr></table>',
      '<p>– · Lunes · Martes</p><p>9 h · – · coro</p><p>– · cine</p>',
      ['table'],
    ],
    [
      '<table><tr><td rowspan=2>Lunes</td><td>9 h</td><td>coro</td></tr><tr><td>10 h</td><td>cine</td></tr><tr><td colspan=2>Los dos</td><td>12 €</td></tr><tr><td colspan=3>Fin</td></tr></table>',
      '<p>Lunes · 9 h · coro</p><p>Lunes · 10 h · cine</p><p>Los dos · – · 12 €</p><p>Fin</p>',
      ['table'],
    ],
    [
      '<table><tfoot><tr><td>Suma</td><td>3 €</td></tr></tfoot><tbody><tr><td>Pan</td><td>3 €</td></tr></tbody></table>',
      '<p>Pan · 3 €</p><p>Suma · 3 €</p>',
      ['table'],
    ],
    [
      '<table class=MsoTableGrid><tbody><tr><td><p class=MsoNormal><b>Día</b><o:p></o:p></p></td><td><p class=MsoNormal>Hora<br>y sitio</p></td></tr></tbody></table>',
      '<p><strong>Día</strong> · Hora y sitio</p>',
      ['table'],
    ],
    [
      '<table><tr><td><table><tr><td><p>Hola</p><p>Ana</p></td></tr></table></td></tr></table>',
      '<p>Hola</p><p>Ana</p>',
      [],
    ],
    [
      '<table><tr><td><ul><li>a</li></ul></td><td>b</td></tr></table>',
      '<ul><li><p>a</p></li></ul><p>b</p>',
      ['table'],
    ],
  ])('a table is lines that keep their cells together: %.60s', (html, expected, losses) => {
    expect(paste(html)).toEqual({ html: expected, losses })
    expect(sent(html)).toBe(expected)
  })

  test.each([
    [
      'newsletter-with-tracker.html',
      '<p>Te copio lo que decía el boletín del coro:</p><p>Ensayo el jueves a las siete.</p>',
    ],
  ])('%s: drops a picture of one pixel', (name, expected) => {
    expect(paste(field(name))).toEqual({ html: expected, losses: [] })
    expect(sent(field(name))).toBe(expected)
  })
  test.each([
    ['<img src="file:///C:/x.png">', 'picture'],
    ['<img src="cid:part1">', 'picture'],
    ['<img src="/x.png">', 'picture'],
    ['<svg><text>x</text></svg>', 'drawing'],
    ['<span class="katex-html" aria-hidden="true">x<span class="msupsub">2</span></span>', 'drawing'],
    ['<video src="https://a.es/x"></video>', 'drawing'],
    ['<del datetime="2026">x</del>', 'revision'],
    [
      '<p>kg<sup class="reference"><a href="#cite_note-1">[4]</a></sup></p>',
      'reference',
      '<p>a</p><p>kg</p>',
    ],
    ['<p>kg<sup>[<i>cita requerida</i>]</sup></p>', 'reference', '<p>a</p><p>kg</p>'],
  ])('of %s it is told that it is missing', (html, loss, left = '<p>a</p>') => {
    expect(paste(`<p>a</p>${html}`)).toEqual({ html: left, losses: [loss] })
  })
  test('a picture inside the HTML waits to be made a png or jpeg', () => {
    expect(paste('<img src="data:image/webp;base64,AA==">')).toEqual({
      html: '<p><img src="data:image/png;base64,AA=="></p>',
      losses: [],
    })
  })
  test('a picture that a page had not fetched yet waits under its own address', () => {
    const html =
      '<img data-src="https://a.es/x.jpg" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="600">'
    expect(paste(html).html).toBe('<p><img src="https://a.es/x.jpg"></p>')
  })
  test.each([
    ['<pre><div>uno</div><div><span>dos</span></div></pre>', '<pre><code>uno\ndos</code></pre>'],
    ['<pre><code>a<br>b\n<div>c</div></code></pre>', '<pre><code>a\nb\nc</code></pre>'],
    ['<p>Dijo: <q>vuelvo <b>ya</b></q>.</p>', '<p>Dijo: «vuelvo <strong>ya</strong>».</p>'],
    [
      '<p><label>Asunto <input value="la humedad"></label><input type="hidden" value="x"><input type="submit" value="Enviar"></p><textarea>uno\ndos</textarea>',
      '<p>Asunto la humedad</p><p>uno<br>dos</p>',
    ],
    ['<p>uno</p><hr width="100%">', '<p>uno</p><p style="text-align: center;">* * *</p>'],
  ])('what a page draws between the words is there: %s', (html, expected) => {
    expect([paste(html).html, sent(html)]).toEqual([expected, expected])
  })
  test('the spaces of pasted HTML are layout', () => {
    expect(paste('<p>a   b\n  c</p>').html).toBe('<p>a b c</p>')
  })
})
