import { Component, type ReactNode } from 'react'
import { Broken } from './error-page.tsx'

/** What a screen throws while it is drawn ends here; header and footer stay usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}
