import { Component, type ReactNode } from 'react'

type Guarded = { children: ReactNode; instead: ReactNode; onBroken?: () => void }

/** Replaces children that throw in rendering by `instead`; the page around stays. */
export class ErrorBoundary extends Component<Guarded, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    this.props.onBroken?.()
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children
  }
}
