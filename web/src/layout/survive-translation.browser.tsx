import { useState } from 'react'
import { page } from 'vitest/browser'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { surviveTranslation } from './survive-translation.ts'

/** Like a browser's translator: wraps each text in two elements. */
function translate(root: Element) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data.toUpperCase()
    outer.append(inner)
    text.replaceWith(outer)
  }
}

function Screen() {
  const [step, setStep] = useState(0)
  return (
    <main>
      <button type="button" onClick={() => setStep(step + 1)}>
        Vista previa
      </button>
      <p>
        {step % 2 === 0 && 'Uno'}
        {step > 1 && <b>dos</b>} {step > 0 && 'tres'}
        <span>{`paso ${step}`}</span>
      </p>
    </main>
  )
}

test('a translated page keeps working', async () => {
  surviveTranslation()
  const { container } = await render(<Screen />)
  for (let step = 1; step <= 3; step++) {
    translate(container)
    await page.getByRole('button').click()
    await expect.element(page.getByText(`paso ${step}`)).toBeInTheDocument()
  }
})
