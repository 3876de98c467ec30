import type { Node } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'
import { sizeFrom } from '@lacre/letter/content/tree.ts'
import { profile } from '@lacre/letter/paper-profile.ts'

const { sizes } = profile.photos
const isPhoto = ({ attrs }: Node) => Boolean(attrs.size ?? attrs.caption)

/** The accessible name: caption, else description, else a generic one (WCAG 1.1.1). */
const nameOf = ({ attrs }: Node) => String(attrs.caption || attrs.alt || 'Imagen de la carta')

function show(image: HTMLImageElement, { attrs }: Node, name: string) {
  if (image.getAttribute('src') !== attrs.src) image.src = String(attrs.src)
  image.alt = name
}

/** A picture in the editor; a photo with frame and caption, in the proportions of the paper (design/paper.md#photos). */
export const pictureView: NodeViewConstructor = (first) => {
  const image = document.createElement('img')
  const span = () => document.createElement('span')
  const [photo, print, caption] = [span(), span(), span()]
  const wasPhoto = isPhoto(first)
  if (wasPhoto) {
    photo.className = 'photo'
    caption.className = 'caption'
    caption.ariaHidden = 'true' // it is the name of the image
    photo.append(print)
    print.append(image, caption)
    image.addEventListener('load', () =>
      photo.style.setProperty('--ratio', String(image.naturalWidth / image.naturalHeight)),
    )
  }

  function update(node: Node): boolean {
    if (node.type !== first.type || isPhoto(node) !== wasPhoto) return false
    show(image, node, nameOf(node))
    const size = sizeFrom(node.attrs.size as string | null)
    photo.dataset.size = size ?? ''
    photo.style.setProperty('--w', size ? String(sizes[size].w * 100) : null)
    photo.style.setProperty('--h', size ? String(sizes[size].h * 100) : null)
    caption.textContent = String(node.attrs.caption ?? '')
    return true
  }
  update(first)
  return { dom: wasPhoto ? photo : image, update, ignoreMutation: () => true }
}
