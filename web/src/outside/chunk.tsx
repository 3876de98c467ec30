import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

/** Loads a component when it is first rendered; renders nothing until then. */
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
