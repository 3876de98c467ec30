import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

// Also the legacy build of pdf.js needs it; Firefox has it from 122 on (docs/browsers.md).
if (!('transferToFixedLength' in ArrayBuffer.prototype))
  // oxlint-disable-next-line no-extend-native -- it is the library that calls it
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    value(this: ArrayBuffer, length: number) {
      return this.slice(0, length)
    },
  })
