import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

/** A component that is a chunk of its own, loaded when it is to be shown; nothing until it is there. */
export function Chunk<Props extends object>({
  load,
  props,
  onBroken,
}: {
  load: () => Promise<ComponentType<Props>>
  props: Props
  onBroken: () => void
}) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
  const begin = useEffectEvent(() => load().then((loaded) => setLoaded(() => loaded), onBroken))
  useEffect(() => void begin(), [])
  return Loaded && <Loaded {...props} />
}
