import { deskIn } from './first-editor.ts'

// Runs on its own before React, in the prerendered page, so that one can write at once.
const place = document.getElementById('letter')
if (place) deskIn(place)
performance.mark('editor-open')
