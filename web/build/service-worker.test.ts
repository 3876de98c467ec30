import { expect, test } from 'vitest'
import { filesOfWriting } from './service-worker.ts'

test('build: the service worker caches /write with its lazy parts and the payment, but not the preview', () => {
  const manifest = {
    'src/write/island.ts': { file: 'island.js', imports: ['_editor'], dynamicImports: ['src/main.tsx'] },
    'src/main.tsx': { file: 'main.js', dynamicImports: ['src/landing/landing.tsx', 'src/write/write.tsx'] },
    'src/landing/landing.tsx': { file: 'landing.js' },
    'src/write/write.tsx': {
      file: 'write.js',
      css: ['write.css'],
      dynamicImports: [
        'src/write/recover-dialog.tsx',
        'src/write/preview-panel.tsx',
        'src/payment/payment-dialog.tsx',
      ],
    },
    'src/write/recover-dialog.tsx': { file: 'dialog.js', imports: ['_modal'] },
    'src/write/preview-panel.tsx': { file: 'drawer.js' },
    'src/payment/payment-dialog.tsx': {
      file: 'payment.js',
      dynamicImports: ['src/outside/cards-stripe.tsx'],
    },
    'src/outside/cards-stripe.tsx': { file: 'cards.js' },
    _editor: { file: 'editor.js', dynamicImports: ['_journal-a1.js'] },
    '_journal-a1.js': { file: 'journal.js' },
    _modal: { file: 'modal.js', css: ['modal.css'] },
  }
  expect(filesOfWriting(manifest).toSorted()).toEqual(
    ['cards', 'dialog', 'editor', 'island', 'journal', 'main', 'modal', 'payment', 'write']
      .map((name) => `/${name}.js`)
      .concat('/modal.css', '/write.css')
      .toSorted(),
  )
})
