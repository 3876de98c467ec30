import { existsSync, statSync } from 'node:fs'
import { roomIn } from '../machine.ts'
import { ill, well, type Finding, type Check } from './finding.ts'

/** `keyFile`: undefined when the key is a setting. */
export const checksOfMachine = ({
  dataDir,
  keyFile,
}: {
  dataDir: string
  keyFile: string | undefined
}): Check[] => [
  {
    at: 'Disco',
    async look() {
      const { bytes, isShort } = await roomIn(dataDir)
      const says = `quedan ${(bytes / 2 ** 30).toFixed(1).replace('.', ',')} GiB en DATA_DIR.`
      return isShort ? ill(says) : well(says)
    },
  },
  {
    at: 'Archivo de la llave',
    look: () => Promise.resolve(keyFile ? lookAtKeyFile(keyFile) : well('la llave es un ajuste.')),
  },
]

function lookAtKeyFile(path: string): Finding {
  if (!existsSync(path)) return ill('no existe: se hace al arrancar por primera vez.')
  if (process.platform !== 'win32' && statSync(path).mode & 0o077)
    return ill('lo pueden leer otros usuarios: póngale el modo 600.')
  return well('solo lo lee su dueño.')
}
