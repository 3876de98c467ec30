import { Component, type ReactNode } from 'react'

type Guarded = { children: ReactNode; instead: ReactNode; onBroken?: () => void }

/** What throws while it is drawn leaves the page around it as it is. */
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
