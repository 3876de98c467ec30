import type { NormalPicture } from '../../typesetting/typesetter.ts'

const types = { jpg: 'image/jpeg', png: 'image/png' } satisfies Record<NormalPicture['name'], string>

export const dataAddress = ({ name, bytes }: NormalPicture): string =>
  `data:${types[name]};base64,${bytes.toString('base64')}`
